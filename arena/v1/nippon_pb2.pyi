from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class NipponObservation(_message.Message):
    __slots__ = ("game", "rules_version", "seats", "options", "first_player", "to_act", "turns", "marker", "last_turns", "ended_by", "pending", "spaces", "rows", "bag", "bag_total", "factory_piles", "rewards", "extra_multipliers", "regions", "players")
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
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    MARKER_FIELD_NUMBER: _ClassVar[int]
    LAST_TURNS_FIELD_NUMBER: _ClassVar[int]
    ENDED_BY_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    BAG_FIELD_NUMBER: _ClassVar[int]
    BAG_TOTAL_FIELD_NUMBER: _ClassVar[int]
    FACTORY_PILES_FIELD_NUMBER: _ClassVar[int]
    REWARDS_FIELD_NUMBER: _ClassVar[int]
    EXTRA_MULTIPLIERS_FIELD_NUMBER: _ClassVar[int]
    REGIONS_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    game: str
    rules_version: int
    seats: int
    options: NipponOptions
    first_player: int
    to_act: int
    turns: int
    marker: int
    last_turns: int
    ended_by: str
    pending: NipponPending
    spaces: _containers.RepeatedCompositeFieldContainer[NipponWorkers]
    rows: _containers.RepeatedCompositeFieldContainer[NipponWorkers]
    bag: _containers.ScalarMap[str, int]
    bag_total: int
    factory_piles: _containers.RepeatedCompositeFieldContainer[NipponFactoryPile]
    rewards: _containers.RepeatedCompositeFieldContainer[NipponReward]
    extra_multipliers: int
    regions: _containers.RepeatedCompositeFieldContainer[NipponRegion]
    players: _containers.RepeatedCompositeFieldContainer[NipponPlayer]
    def __init__(self, game: _Optional[str] = ..., rules_version: _Optional[int] = ..., seats: _Optional[int] = ..., options: _Optional[_Union[NipponOptions, _Mapping]] = ..., first_player: _Optional[int] = ..., to_act: _Optional[int] = ..., turns: _Optional[int] = ..., marker: _Optional[int] = ..., last_turns: _Optional[int] = ..., ended_by: _Optional[str] = ..., pending: _Optional[_Union[NipponPending, _Mapping]] = ..., spaces: _Optional[_Iterable[_Union[NipponWorkers, _Mapping]]] = ..., rows: _Optional[_Iterable[_Union[NipponWorkers, _Mapping]]] = ..., bag: _Optional[_Mapping[str, int]] = ..., bag_total: _Optional[int] = ..., factory_piles: _Optional[_Iterable[_Union[NipponFactoryPile, _Mapping]]] = ..., rewards: _Optional[_Iterable[_Union[NipponReward, _Mapping]]] = ..., extra_multipliers: _Optional[int] = ..., regions: _Optional[_Iterable[_Union[NipponRegion, _Mapping]]] = ..., players: _Optional[_Iterable[_Union[NipponPlayer, _Mapping]]] = ...) -> None: ...

class NipponOptions(_message.Message):
    __slots__ = ("consolidation_workers", "two_player_row_size")
    CONSOLIDATION_WORKERS_FIELD_NUMBER: _ClassVar[int]
    TWO_PLAYER_ROW_SIZE_FIELD_NUMBER: _ClassVar[int]
    consolidation_workers: str
    two_player_row_size: int
    def __init__(self, consolidation_workers: _Optional[str] = ..., two_player_row_size: _Optional[int] = ...) -> None: ...

class NipponPending(_message.Message):
    __slots__ = ("kind", "activations", "free", "used_goods", "used_regions", "paid_goods", "track", "piece", "contract", "region", "city", "slot", "multiplier")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ACTIVATIONS_FIELD_NUMBER: _ClassVar[int]
    FREE_FIELD_NUMBER: _ClassVar[int]
    USED_GOODS_FIELD_NUMBER: _ClassVar[int]
    USED_REGIONS_FIELD_NUMBER: _ClassVar[int]
    PAID_GOODS_FIELD_NUMBER: _ClassVar[int]
    TRACK_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    CONTRACT_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    CITY_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    MULTIPLIER_FIELD_NUMBER: _ClassVar[int]
    kind: str
    activations: int
    free: int
    used_goods: _containers.RepeatedScalarFieldContainer[str]
    used_regions: _containers.RepeatedScalarFieldContainer[int]
    paid_goods: _containers.RepeatedScalarFieldContainer[str]
    track: str
    piece: str
    contract: int
    region: int
    city: int
    slot: str
    multiplier: int
    def __init__(self, kind: _Optional[str] = ..., activations: _Optional[int] = ..., free: _Optional[int] = ..., used_goods: _Optional[_Iterable[str]] = ..., used_regions: _Optional[_Iterable[int]] = ..., paid_goods: _Optional[_Iterable[str]] = ..., track: _Optional[str] = ..., piece: _Optional[str] = ..., contract: _Optional[int] = ..., region: _Optional[int] = ..., city: _Optional[int] = ..., slot: _Optional[str] = ..., multiplier: _Optional[int] = ...) -> None: ...

class NipponWorkers(_message.Message):
    __slots__ = ("workers",)
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    workers: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, workers: _Optional[_Iterable[str]] = ...) -> None: ...

class NipponFactoryPile(_message.Message):
    __slots__ = ("good", "tiles")
    GOOD_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    good: str
    tiles: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, good: _Optional[str] = ..., tiles: _Optional[_Iterable[int]] = ...) -> None: ...

class NipponReward(_message.Message):
    __slots__ = ("multiplier", "front", "amount", "left")
    MULTIPLIER_FIELD_NUMBER: _ClassVar[int]
    FRONT_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    multiplier: int
    front: str
    amount: int
    left: int
    def __init__(self, multiplier: _Optional[int] = ..., front: _Optional[str] = ..., amount: _Optional[int] = ..., left: _Optional[int] = ...) -> None: ...

class NipponRegion(_message.Message):
    __slots__ = ("trains", "ships", "cities")
    TRAINS_FIELD_NUMBER: _ClassVar[int]
    SHIPS_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    trains: _containers.RepeatedScalarFieldContainer[int]
    ships: _containers.RepeatedScalarFieldContainer[int]
    cities: _containers.RepeatedCompositeFieldContainer[NipponCity]
    def __init__(self, trains: _Optional[_Iterable[int]] = ..., ships: _Optional[_Iterable[int]] = ..., cities: _Optional[_Iterable[_Union[NipponCity, _Mapping]]] = ...) -> None: ...

class NipponCity(_message.Message):
    __slots__ = ("tile", "rotation", "goods", "foreign", "owners", "values")
    TILE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    GOODS_FIELD_NUMBER: _ClassVar[int]
    FOREIGN_FIELD_NUMBER: _ClassVar[int]
    OWNERS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    tile: int
    rotation: int
    goods: _containers.RepeatedScalarFieldContainer[str]
    foreign: _containers.RepeatedScalarFieldContainer[int]
    owners: _containers.RepeatedScalarFieldContainer[int]
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, tile: _Optional[int] = ..., rotation: _Optional[int] = ..., goods: _Optional[_Iterable[str]] = ..., foreign: _Optional[_Iterable[int]] = ..., owners: _Optional[_Iterable[int]] = ..., values: _Optional[_Iterable[int]] = ...) -> None: ...

class NipponPlayer(_message.Message):
    __slots__ = ("points", "score", "yen", "coal", "blueprints", "coal_position", "money_position", "knowledge_position", "coal_income", "yen_income", "knowledge", "workers", "factories", "reserve_machines", "contracts", "influence", "trains_built", "ships_built", "rewards")
    class ScoreEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    class RewardsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    POINTS_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    YEN_FIELD_NUMBER: _ClassVar[int]
    COAL_FIELD_NUMBER: _ClassVar[int]
    BLUEPRINTS_FIELD_NUMBER: _ClassVar[int]
    COAL_POSITION_FIELD_NUMBER: _ClassVar[int]
    MONEY_POSITION_FIELD_NUMBER: _ClassVar[int]
    KNOWLEDGE_POSITION_FIELD_NUMBER: _ClassVar[int]
    COAL_INCOME_FIELD_NUMBER: _ClassVar[int]
    YEN_INCOME_FIELD_NUMBER: _ClassVar[int]
    KNOWLEDGE_FIELD_NUMBER: _ClassVar[int]
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    FACTORIES_FIELD_NUMBER: _ClassVar[int]
    RESERVE_MACHINES_FIELD_NUMBER: _ClassVar[int]
    CONTRACTS_FIELD_NUMBER: _ClassVar[int]
    INFLUENCE_FIELD_NUMBER: _ClassVar[int]
    TRAINS_BUILT_FIELD_NUMBER: _ClassVar[int]
    SHIPS_BUILT_FIELD_NUMBER: _ClassVar[int]
    REWARDS_FIELD_NUMBER: _ClassVar[int]
    points: int
    score: _containers.ScalarMap[str, int]
    yen: int
    coal: int
    blueprints: int
    coal_position: int
    money_position: int
    knowledge_position: int
    coal_income: int
    yen_income: int
    knowledge: int
    workers: _containers.RepeatedScalarFieldContainer[str]
    factories: _containers.RepeatedCompositeFieldContainer[NipponFactory]
    reserve_machines: int
    contracts: _containers.RepeatedScalarFieldContainer[int]
    influence: _containers.RepeatedScalarFieldContainer[int]
    trains_built: int
    ships_built: int
    rewards: _containers.ScalarMap[str, int]
    def __init__(self, points: _Optional[int] = ..., score: _Optional[_Mapping[str, int]] = ..., yen: _Optional[int] = ..., coal: _Optional[int] = ..., blueprints: _Optional[int] = ..., coal_position: _Optional[int] = ..., money_position: _Optional[int] = ..., knowledge_position: _Optional[int] = ..., coal_income: _Optional[int] = ..., yen_income: _Optional[int] = ..., knowledge: _Optional[int] = ..., workers: _Optional[_Iterable[str]] = ..., factories: _Optional[_Iterable[_Union[NipponFactory, _Mapping]]] = ..., reserve_machines: _Optional[int] = ..., contracts: _Optional[_Iterable[int]] = ..., influence: _Optional[_Iterable[int]] = ..., trains_built: _Optional[int] = ..., ships_built: _Optional[int] = ..., rewards: _Optional[_Mapping[str, int]] = ...) -> None: ...

class NipponFactory(_message.Message):
    __slots__ = ("good", "tile", "machine", "goods")
    GOOD_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    MACHINE_FIELD_NUMBER: _ClassVar[int]
    GOODS_FIELD_NUMBER: _ClassVar[int]
    good: str
    tile: int
    machine: int
    goods: int
    def __init__(self, good: _Optional[str] = ..., tile: _Optional[int] = ..., machine: _Optional[int] = ..., goods: _Optional[int] = ...) -> None: ...
