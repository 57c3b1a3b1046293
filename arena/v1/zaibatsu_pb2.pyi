from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ZaibatsuObservation(_message.Message):
    __slots__ = ("game", "rules_version", "seats", "options", "phase", "ask", "to_act", "round", "active", "marker", "turns_left", "final", "players", "spaces", "queue", "bag", "bag_total", "destinations", "markets", "regions", "supply", "start_pairs", "shared_objectives", "rewards_due", "pending", "automa")
    class BagEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ASK_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    MARKER_FIELD_NUMBER: _ClassVar[int]
    TURNS_LEFT_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    BAG_FIELD_NUMBER: _ClassVar[int]
    BAG_TOTAL_FIELD_NUMBER: _ClassVar[int]
    DESTINATIONS_FIELD_NUMBER: _ClassVar[int]
    MARKETS_FIELD_NUMBER: _ClassVar[int]
    REGIONS_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_FIELD_NUMBER: _ClassVar[int]
    START_PAIRS_FIELD_NUMBER: _ClassVar[int]
    SHARED_OBJECTIVES_FIELD_NUMBER: _ClassVar[int]
    REWARDS_DUE_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    AUTOMA_FIELD_NUMBER: _ClassVar[int]
    game: str
    rules_version: int
    seats: int
    options: ZaibatsuOptions
    phase: str
    ask: str
    to_act: int
    round: int
    active: int
    marker: int
    turns_left: int
    final: bool
    players: _containers.RepeatedCompositeFieldContainer[ZaibatsuPlayer]
    spaces: _containers.RepeatedCompositeFieldContainer[ZaibatsuWorkers]
    queue: _containers.RepeatedCompositeFieldContainer[ZaibatsuWorkers]
    bag: _containers.ScalarMap[str, int]
    bag_total: int
    destinations: _containers.RepeatedCompositeFieldContainer[ZaibatsuDestination]
    markets: _containers.RepeatedCompositeFieldContainer[ZaibatsuMarket]
    regions: _containers.RepeatedCompositeFieldContainer[ZaibatsuRegion]
    supply: _containers.RepeatedScalarFieldContainer[str]
    start_pairs: _containers.RepeatedCompositeFieldContainer[ZaibatsuStartPair]
    shared_objectives: _containers.RepeatedCompositeFieldContainer[ZaibatsuSharedObjective]
    rewards_due: _containers.RepeatedCompositeFieldContainer[ZaibatsuReward]
    pending: ZaibatsuPending
    automa: ZaibatsuAutoma
    def __init__(self, game: _Optional[str] = ..., rules_version: _Optional[int] = ..., seats: _Optional[int] = ..., options: _Optional[_Union[ZaibatsuOptions, _Mapping]] = ..., phase: _Optional[str] = ..., ask: _Optional[str] = ..., to_act: _Optional[int] = ..., round: _Optional[int] = ..., active: _Optional[int] = ..., marker: _Optional[int] = ..., turns_left: _Optional[int] = ..., final: _Optional[bool] = ..., players: _Optional[_Iterable[_Union[ZaibatsuPlayer, _Mapping]]] = ..., spaces: _Optional[_Iterable[_Union[ZaibatsuWorkers, _Mapping]]] = ..., queue: _Optional[_Iterable[_Union[ZaibatsuWorkers, _Mapping]]] = ..., bag: _Optional[_Mapping[str, int]] = ..., bag_total: _Optional[int] = ..., destinations: _Optional[_Iterable[_Union[ZaibatsuDestination, _Mapping]]] = ..., markets: _Optional[_Iterable[_Union[ZaibatsuMarket, _Mapping]]] = ..., regions: _Optional[_Iterable[_Union[ZaibatsuRegion, _Mapping]]] = ..., supply: _Optional[_Iterable[str]] = ..., start_pairs: _Optional[_Iterable[_Union[ZaibatsuStartPair, _Mapping]]] = ..., shared_objectives: _Optional[_Iterable[_Union[ZaibatsuSharedObjective, _Mapping]]] = ..., rewards_due: _Optional[_Iterable[_Union[ZaibatsuReward, _Mapping]]] = ..., pending: _Optional[_Union[ZaibatsuPending, _Mapping]] = ..., automa: _Optional[_Union[ZaibatsuAutoma, _Mapping]] = ...) -> None: ...

class ZaibatsuOptions(_message.Message):
    __slots__ = ("factory_sides", "late_factories", "shared_objectives", "solo_level")
    FACTORY_SIDES_FIELD_NUMBER: _ClassVar[int]
    LATE_FACTORIES_FIELD_NUMBER: _ClassVar[int]
    SHARED_OBJECTIVES_FIELD_NUMBER: _ClassVar[int]
    SOLO_LEVEL_FIELD_NUMBER: _ClassVar[int]
    factory_sides: str
    late_factories: bool
    shared_objectives: bool
    solo_level: str
    def __init__(self, factory_sides: _Optional[str] = ..., late_factories: _Optional[bool] = ..., shared_objectives: _Optional[bool] = ..., solo_level: _Optional[str] = ...) -> None: ...

class ZaibatsuWorkers(_message.Message):
    __slots__ = ("workers",)
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    workers: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, workers: _Optional[_Iterable[str]] = ...) -> None: ...

class ZaibatsuPlayer(_message.Message):
    __slots__ = ("score", "influence_points", "reward_points", "wages_lost", "money", "coal", "silk", "iron", "stored_coal", "rnd", "mines", "finance", "ships", "machines", "trains", "cells", "factories", "upgrades", "influence", "locked", "contracts", "favours", "reserve_machine", "reserve_goods", "factory_discount", "start_a", "start_b", "factory_points")
    class FavoursEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    SCORE_FIELD_NUMBER: _ClassVar[int]
    INFLUENCE_POINTS_FIELD_NUMBER: _ClassVar[int]
    REWARD_POINTS_FIELD_NUMBER: _ClassVar[int]
    WAGES_LOST_FIELD_NUMBER: _ClassVar[int]
    MONEY_FIELD_NUMBER: _ClassVar[int]
    COAL_FIELD_NUMBER: _ClassVar[int]
    SILK_FIELD_NUMBER: _ClassVar[int]
    IRON_FIELD_NUMBER: _ClassVar[int]
    STORED_COAL_FIELD_NUMBER: _ClassVar[int]
    RND_FIELD_NUMBER: _ClassVar[int]
    MINES_FIELD_NUMBER: _ClassVar[int]
    FINANCE_FIELD_NUMBER: _ClassVar[int]
    SHIPS_FIELD_NUMBER: _ClassVar[int]
    MACHINES_FIELD_NUMBER: _ClassVar[int]
    TRAINS_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    FACTORIES_FIELD_NUMBER: _ClassVar[int]
    UPGRADES_FIELD_NUMBER: _ClassVar[int]
    INFLUENCE_FIELD_NUMBER: _ClassVar[int]
    LOCKED_FIELD_NUMBER: _ClassVar[int]
    CONTRACTS_FIELD_NUMBER: _ClassVar[int]
    FAVOURS_FIELD_NUMBER: _ClassVar[int]
    RESERVE_MACHINE_FIELD_NUMBER: _ClassVar[int]
    RESERVE_GOODS_FIELD_NUMBER: _ClassVar[int]
    FACTORY_DISCOUNT_FIELD_NUMBER: _ClassVar[int]
    START_A_FIELD_NUMBER: _ClassVar[int]
    START_B_FIELD_NUMBER: _ClassVar[int]
    FACTORY_POINTS_FIELD_NUMBER: _ClassVar[int]
    score: int
    influence_points: int
    reward_points: int
    wages_lost: int
    money: int
    coal: int
    silk: int
    iron: int
    stored_coal: int
    rnd: int
    mines: int
    finance: int
    ships: int
    machines: int
    trains: int
    cells: _containers.RepeatedScalarFieldContainer[str]
    factories: _containers.RepeatedCompositeFieldContainer[ZaibatsuFactory]
    upgrades: _containers.RepeatedScalarFieldContainer[str]
    influence: _containers.RepeatedScalarFieldContainer[int]
    locked: _containers.RepeatedScalarFieldContainer[int]
    contracts: _containers.RepeatedScalarFieldContainer[str]
    favours: _containers.ScalarMap[str, int]
    reserve_machine: bool
    reserve_goods: int
    factory_discount: int
    start_a: str
    start_b: int
    factory_points: int
    def __init__(self, score: _Optional[int] = ..., influence_points: _Optional[int] = ..., reward_points: _Optional[int] = ..., wages_lost: _Optional[int] = ..., money: _Optional[int] = ..., coal: _Optional[int] = ..., silk: _Optional[int] = ..., iron: _Optional[int] = ..., stored_coal: _Optional[int] = ..., rnd: _Optional[int] = ..., mines: _Optional[int] = ..., finance: _Optional[int] = ..., ships: _Optional[int] = ..., machines: _Optional[int] = ..., trains: _Optional[int] = ..., cells: _Optional[_Iterable[str]] = ..., factories: _Optional[_Iterable[_Union[ZaibatsuFactory, _Mapping]]] = ..., upgrades: _Optional[_Iterable[str]] = ..., influence: _Optional[_Iterable[int]] = ..., locked: _Optional[_Iterable[int]] = ..., contracts: _Optional[_Iterable[str]] = ..., favours: _Optional[_Mapping[str, int]] = ..., reserve_machine: _Optional[bool] = ..., reserve_goods: _Optional[int] = ..., factory_discount: _Optional[int] = ..., start_a: _Optional[str] = ..., start_b: _Optional[int] = ..., factory_points: _Optional[int] = ...) -> None: ...

class ZaibatsuFactory(_message.Message):
    __slots__ = ("tile", "machines", "goods")
    TILE_FIELD_NUMBER: _ClassVar[int]
    MACHINES_FIELD_NUMBER: _ClassVar[int]
    GOODS_FIELD_NUMBER: _ClassVar[int]
    tile: str
    machines: int
    goods: int
    def __init__(self, tile: _Optional[str] = ..., machines: _Optional[int] = ..., goods: _Optional[int] = ...) -> None: ...

class ZaibatsuDestination(_message.Message):
    __slots__ = ("name", "expert", "ships")
    NAME_FIELD_NUMBER: _ClassVar[int]
    EXPERT_FIELD_NUMBER: _ClassVar[int]
    SHIPS_FIELD_NUMBER: _ClassVar[int]
    name: str
    expert: bool
    ships: int
    def __init__(self, name: _Optional[str] = ..., expert: _Optional[bool] = ..., ships: _Optional[int] = ...) -> None: ...

class ZaibatsuMarket(_message.Message):
    __slots__ = ("goods", "owners", "values")
    GOODS_FIELD_NUMBER: _ClassVar[int]
    OWNERS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    goods: _containers.RepeatedScalarFieldContainer[str]
    owners: _containers.RepeatedScalarFieldContainer[int]
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, goods: _Optional[_Iterable[str]] = ..., owners: _Optional[_Iterable[int]] = ..., values: _Optional[_Iterable[int]] = ...) -> None: ...

class ZaibatsuRegion(_message.Message):
    __slots__ = ("trains",)
    TRAINS_FIELD_NUMBER: _ClassVar[int]
    trains: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, trains: _Optional[_Iterable[int]] = ...) -> None: ...

class ZaibatsuStartPair(_message.Message):
    __slots__ = ("a", "b")
    A_FIELD_NUMBER: _ClassVar[int]
    B_FIELD_NUMBER: _ClassVar[int]
    a: str
    b: int
    def __init__(self, a: _Optional[str] = ..., b: _Optional[int] = ...) -> None: ...

class ZaibatsuSharedObjective(_message.Message):
    __slots__ = ("period", "objective")
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_FIELD_NUMBER: _ClassVar[int]
    period: int
    objective: str
    def __init__(self, period: _Optional[int] = ..., objective: _Optional[str] = ...) -> None: ...

class ZaibatsuReward(_message.Message):
    __slots__ = ("seat", "objective")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    objective: str
    def __init__(self, seat: _Optional[int] = ..., objective: _Optional[str] = ...) -> None: ...

class ZaibatsuPending(_message.Message):
    __slots__ = ("waiting", "effect", "action", "hired", "activations", "used", "modifier_used", "contracts", "region", "slot", "good", "count", "need", "place", "spread", "step")
    WAITING_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    HIRED_FIELD_NUMBER: _ClassVar[int]
    ACTIVATIONS_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    MODIFIER_USED_FIELD_NUMBER: _ClassVar[int]
    CONTRACTS_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    GOOD_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    NEED_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    SPREAD_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    waiting: _containers.RepeatedScalarFieldContainer[str]
    effect: str
    action: str
    hired: str
    activations: int
    used: _containers.RepeatedScalarFieldContainer[int]
    modifier_used: bool
    contracts: int
    region: int
    slot: int
    good: str
    count: int
    need: int
    place: int
    spread: _containers.RepeatedScalarFieldContainer[int]
    step: int
    def __init__(self, waiting: _Optional[_Iterable[str]] = ..., effect: _Optional[str] = ..., action: _Optional[str] = ..., hired: _Optional[str] = ..., activations: _Optional[int] = ..., used: _Optional[_Iterable[int]] = ..., modifier_used: _Optional[bool] = ..., contracts: _Optional[int] = ..., region: _Optional[int] = ..., slot: _Optional[int] = ..., good: _Optional[str] = ..., count: _Optional[int] = ..., need: _Optional[int] = ..., place: _Optional[int] = ..., spread: _Optional[_Iterable[int]] = ..., step: _Optional[int] = ...) -> None: ...

class ZaibatsuAutoma(_message.Message):
    __slots__ = ("level", "goals", "region_colours", "priority", "pile", "pile_total", "trains", "row_1", "row_2", "row_3", "shuffles")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    GOALS_FIELD_NUMBER: _ClassVar[int]
    REGION_COLOURS_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    PILE_TOTAL_FIELD_NUMBER: _ClassVar[int]
    TRAINS_FIELD_NUMBER: _ClassVar[int]
    ROW_1_FIELD_NUMBER: _ClassVar[int]
    ROW_2_FIELD_NUMBER: _ClassVar[int]
    ROW_3_FIELD_NUMBER: _ClassVar[int]
    SHUFFLES_FIELD_NUMBER: _ClassVar[int]
    level: int
    goals: _containers.RepeatedScalarFieldContainer[str]
    region_colours: _containers.RepeatedScalarFieldContainer[str]
    priority: _containers.RepeatedScalarFieldContainer[str]
    pile: _containers.RepeatedScalarFieldContainer[str]
    pile_total: int
    trains: int
    row_1: _containers.RepeatedScalarFieldContainer[int]
    row_2: _containers.RepeatedScalarFieldContainer[int]
    row_3: _containers.RepeatedScalarFieldContainer[int]
    shuffles: int
    def __init__(self, level: _Optional[int] = ..., goals: _Optional[_Iterable[str]] = ..., region_colours: _Optional[_Iterable[str]] = ..., priority: _Optional[_Iterable[str]] = ..., pile: _Optional[_Iterable[str]] = ..., pile_total: _Optional[int] = ..., trains: _Optional[int] = ..., row_1: _Optional[_Iterable[int]] = ..., row_2: _Optional[_Iterable[int]] = ..., row_3: _Optional[_Iterable[int]] = ..., shuffles: _Optional[int] = ...) -> None: ...
