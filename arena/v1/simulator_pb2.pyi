from arena.v1 import observation_pb2 as _observation_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SearchRequest(_message.Message):
    __slots__ = ("draw", "apply", "playouts", "looks", "forget")
    DRAW_FIELD_NUMBER: _ClassVar[int]
    APPLY_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    LOOKS_FIELD_NUMBER: _ClassVar[int]
    FORGET_FIELD_NUMBER: _ClassVar[int]
    draw: Draw
    apply: Apply
    playouts: Playouts
    looks: Looks
    forget: Forget
    def __init__(self, draw: _Optional[_Union[Draw, _Mapping]] = ..., apply: _Optional[_Union[Apply, _Mapping]] = ..., playouts: _Optional[_Union[Playouts, _Mapping]] = ..., looks: _Optional[_Union[Looks, _Mapping]] = ..., forget: _Optional[_Union[Forget, _Mapping]] = ...) -> None: ...

class SearchResponse(_message.Message):
    __slots__ = ("positions", "playouts", "looks", "forgotten")
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    LOOKS_FIELD_NUMBER: _ClassVar[int]
    FORGOTTEN_FIELD_NUMBER: _ClassVar[int]
    positions: Positions
    playouts: PlayoutResults
    looks: LookResults
    forgotten: Forgotten
    def __init__(self, positions: _Optional[_Union[Positions, _Mapping]] = ..., playouts: _Optional[_Union[PlayoutResults, _Mapping]] = ..., looks: _Optional[_Union[LookResults, _Mapping]] = ..., forgotten: _Optional[_Union[Forgotten, _Mapping]] = ...) -> None: ...

class Draw(_message.Message):
    __slots__ = ("observation", "worlds", "seed")
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    WORLDS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    observation: _observation_pb2.Observation
    worlds: int
    seed: int
    def __init__(self, observation: _Optional[_Union[_observation_pb2.Observation, _Mapping]] = ..., worlds: _Optional[int] = ..., seed: _Optional[int] = ...) -> None: ...

class Apply(_message.Message):
    __slots__ = ("position", "action")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    position: int
    action: int
    def __init__(self, position: _Optional[int] = ..., action: _Optional[int] = ...) -> None: ...

class Playouts(_message.Message):
    __slots__ = ("positions", "count", "most_decisions", "seed")
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    MOST_DECISIONS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedScalarFieldContainer[int]
    count: int
    most_decisions: int
    seed: int
    def __init__(self, positions: _Optional[_Iterable[int]] = ..., count: _Optional[int] = ..., most_decisions: _Optional[int] = ..., seed: _Optional[int] = ...) -> None: ...

class Looks(_message.Message):
    __slots__ = ("positions", "ahead", "seed")
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    AHEAD_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedScalarFieldContainer[int]
    ahead: int
    seed: int
    def __init__(self, positions: _Optional[_Iterable[int]] = ..., ahead: _Optional[int] = ..., seed: _Optional[int] = ...) -> None: ...

class Forget(_message.Message):
    __slots__ = ("positions",)
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, positions: _Optional[_Iterable[int]] = ...) -> None: ...

class Positions(_message.Message):
    __slots__ = ("positions",)
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedCompositeFieldContainer[Position]
    def __init__(self, positions: _Optional[_Iterable[_Union[Position, _Mapping]]] = ...) -> None: ...

class Position(_message.Message):
    __slots__ = ("number", "to_act", "legal_actions", "standings", "places")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    number: int
    to_act: int
    legal_actions: _containers.RepeatedScalarFieldContainer[str]
    standings: _containers.RepeatedScalarFieldContainer[int]
    places: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, number: _Optional[int] = ..., to_act: _Optional[int] = ..., legal_actions: _Optional[_Iterable[str]] = ..., standings: _Optional[_Iterable[int]] = ..., places: _Optional[_Iterable[int]] = ...) -> None: ...

class PlayoutResults(_message.Message):
    __slots__ = ("results",)
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[PlayoutResult]
    def __init__(self, results: _Optional[_Iterable[_Union[PlayoutResult, _Mapping]]] = ...) -> None: ...

class PlayoutResult(_message.Message):
    __slots__ = ("standings", "wins", "decisions")
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    standings: _containers.RepeatedScalarFieldContainer[float]
    wins: _containers.RepeatedScalarFieldContainer[float]
    decisions: int
    def __init__(self, standings: _Optional[_Iterable[float]] = ..., wins: _Optional[_Iterable[float]] = ..., decisions: _Optional[int] = ...) -> None: ...

class LookResults(_message.Message):
    __slots__ = ("results",)
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[LookResult]
    def __init__(self, results: _Optional[_Iterable[_Union[LookResult, _Mapping]]] = ...) -> None: ...

class LookResult(_message.Message):
    __slots__ = ("standings",)
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    standings: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, standings: _Optional[_Iterable[int]] = ...) -> None: ...

class Forgotten(_message.Message):
    __slots__ = ("positions",)
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    positions: int
    def __init__(self, positions: _Optional[int] = ...) -> None: ...
