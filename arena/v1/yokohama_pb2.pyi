from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class YokohamaObservation(_message.Message):
    __slots__ = ("game", "rules_version", "seats", "options", "to_act", "round", "end_trigger", "last_round", "turn", "areas", "station", "ports", "laboratories", "order_deck_size", "technology_deck_size", "orders_removed_size", "church", "customs", "achievements", "agents_left", "objective_rewards", "players")
    class AgentsLeftEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    class Options(_message.Message):
        __slots__ = ("edition", "mini_expansion_1", "mini_expansion_2")
        EDITION_FIELD_NUMBER: _ClassVar[int]
        MINI_EXPANSION_1_FIELD_NUMBER: _ClassVar[int]
        MINI_EXPANSION_2_FIELD_NUMBER: _ClassVar[int]
        edition: str
        mini_expansion_1: bool
        mini_expansion_2: bool
        def __init__(self, edition: _Optional[str] = ..., mini_expansion_1: _Optional[bool] = ..., mini_expansion_2: _Optional[bool] = ...) -> None: ...
    class Area(_message.Message):
        __slots__ = ("id", "building", "five_power", "shops", "trading_house", "assistants")
        ID_FIELD_NUMBER: _ClassVar[int]
        BUILDING_FIELD_NUMBER: _ClassVar[int]
        FIVE_POWER_FIELD_NUMBER: _ClassVar[int]
        SHOPS_FIELD_NUMBER: _ClassVar[int]
        TRADING_HOUSE_FIELD_NUMBER: _ClassVar[int]
        ASSISTANTS_FIELD_NUMBER: _ClassVar[int]
        id: str
        building: str
        five_power: str
        shops: _containers.RepeatedScalarFieldContainer[int]
        trading_house: int
        assistants: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, id: _Optional[str] = ..., building: _Optional[str] = ..., five_power: _Optional[str] = ..., shops: _Optional[_Iterable[int]] = ..., trading_house: _Optional[int] = ..., assistants: _Optional[_Iterable[int]] = ...) -> None: ...
    class Display(_message.Message):
        __slots__ = ("area", "cards")
        AREA_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        area: str
        cards: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, area: _Optional[str] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...
    class Achievement(_message.Message):
        __slots__ = ("id", "seats")
        ID_FIELD_NUMBER: _ClassVar[int]
        SEATS_FIELD_NUMBER: _ClassVar[int]
        id: str
        seats: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, id: _Optional[str] = ..., seats: _Optional[_Iterable[int]] = ...) -> None: ...
    class Player(_message.Message):
        __slots__ = ("vp", "yen", "imports", "copper", "silk", "tea", "fish", "assistants", "shops", "trading_houses", "warehouse_assistants", "warehouse_shops", "warehouse_trading_houses", "president", "orders_total", "orders", "put_away", "completed", "technologies", "five_powers", "agents", "agents_used", "objective_reward")
        class AgentsEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        class AgentsUsedEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        VP_FIELD_NUMBER: _ClassVar[int]
        YEN_FIELD_NUMBER: _ClassVar[int]
        IMPORTS_FIELD_NUMBER: _ClassVar[int]
        COPPER_FIELD_NUMBER: _ClassVar[int]
        SILK_FIELD_NUMBER: _ClassVar[int]
        TEA_FIELD_NUMBER: _ClassVar[int]
        FISH_FIELD_NUMBER: _ClassVar[int]
        ASSISTANTS_FIELD_NUMBER: _ClassVar[int]
        SHOPS_FIELD_NUMBER: _ClassVar[int]
        TRADING_HOUSES_FIELD_NUMBER: _ClassVar[int]
        WAREHOUSE_ASSISTANTS_FIELD_NUMBER: _ClassVar[int]
        WAREHOUSE_SHOPS_FIELD_NUMBER: _ClassVar[int]
        WAREHOUSE_TRADING_HOUSES_FIELD_NUMBER: _ClassVar[int]
        PRESIDENT_FIELD_NUMBER: _ClassVar[int]
        ORDERS_TOTAL_FIELD_NUMBER: _ClassVar[int]
        ORDERS_FIELD_NUMBER: _ClassVar[int]
        PUT_AWAY_FIELD_NUMBER: _ClassVar[int]
        COMPLETED_FIELD_NUMBER: _ClassVar[int]
        TECHNOLOGIES_FIELD_NUMBER: _ClassVar[int]
        FIVE_POWERS_FIELD_NUMBER: _ClassVar[int]
        AGENTS_FIELD_NUMBER: _ClassVar[int]
        AGENTS_USED_FIELD_NUMBER: _ClassVar[int]
        OBJECTIVE_REWARD_FIELD_NUMBER: _ClassVar[int]
        vp: int
        yen: int
        imports: int
        copper: int
        silk: int
        tea: int
        fish: int
        assistants: int
        shops: int
        trading_houses: int
        warehouse_assistants: int
        warehouse_shops: int
        warehouse_trading_houses: int
        president: str
        orders_total: int
        orders: _containers.RepeatedScalarFieldContainer[str]
        put_away: str
        completed: _containers.RepeatedScalarFieldContainer[str]
        technologies: _containers.RepeatedScalarFieldContainer[str]
        five_powers: _containers.RepeatedScalarFieldContainer[str]
        agents: _containers.ScalarMap[str, int]
        agents_used: _containers.ScalarMap[str, int]
        objective_reward: str
        def __init__(self, vp: _Optional[int] = ..., yen: _Optional[int] = ..., imports: _Optional[int] = ..., copper: _Optional[int] = ..., silk: _Optional[int] = ..., tea: _Optional[int] = ..., fish: _Optional[int] = ..., assistants: _Optional[int] = ..., shops: _Optional[int] = ..., trading_houses: _Optional[int] = ..., warehouse_assistants: _Optional[int] = ..., warehouse_shops: _Optional[int] = ..., warehouse_trading_houses: _Optional[int] = ..., president: _Optional[str] = ..., orders_total: _Optional[int] = ..., orders: _Optional[_Iterable[str]] = ..., put_away: _Optional[str] = ..., completed: _Optional[_Iterable[str]] = ..., technologies: _Optional[_Iterable[str]] = ..., five_powers: _Optional[_Iterable[str]] = ..., agents: _Optional[_Mapping[str, int]] = ..., agents_used: _Optional[_Mapping[str, int]] = ..., objective_reward: _Optional[str] = ...) -> None: ...
    class Turn(_message.Message):
        __slots__ = ("seat", "step", "phase", "agent_used", "mill_used", "university_used", "church_paid", "area", "power", "by_agent", "placed", "spot", "slot", "left", "any_left", "warehouse_left", "move_left", "copper_gained", "after")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        PHASE_FIELD_NUMBER: _ClassVar[int]
        AGENT_USED_FIELD_NUMBER: _ClassVar[int]
        MILL_USED_FIELD_NUMBER: _ClassVar[int]
        UNIVERSITY_USED_FIELD_NUMBER: _ClassVar[int]
        CHURCH_PAID_FIELD_NUMBER: _ClassVar[int]
        AREA_FIELD_NUMBER: _ClassVar[int]
        POWER_FIELD_NUMBER: _ClassVar[int]
        BY_AGENT_FIELD_NUMBER: _ClassVar[int]
        PLACED_FIELD_NUMBER: _ClassVar[int]
        SPOT_FIELD_NUMBER: _ClassVar[int]
        SLOT_FIELD_NUMBER: _ClassVar[int]
        LEFT_FIELD_NUMBER: _ClassVar[int]
        ANY_LEFT_FIELD_NUMBER: _ClassVar[int]
        WAREHOUSE_LEFT_FIELD_NUMBER: _ClassVar[int]
        MOVE_LEFT_FIELD_NUMBER: _ClassVar[int]
        COPPER_GAINED_FIELD_NUMBER: _ClassVar[int]
        AFTER_FIELD_NUMBER: _ClassVar[int]
        seat: int
        step: str
        phase: str
        agent_used: bool
        mill_used: bool
        university_used: bool
        church_paid: _containers.RepeatedScalarFieldContainer[str]
        area: str
        power: int
        by_agent: bool
        placed: int
        spot: str
        slot: int
        left: int
        any_left: int
        warehouse_left: int
        move_left: int
        copper_gained: bool
        after: str
        def __init__(self, seat: _Optional[int] = ..., step: _Optional[str] = ..., phase: _Optional[str] = ..., agent_used: _Optional[bool] = ..., mill_used: _Optional[bool] = ..., university_used: _Optional[bool] = ..., church_paid: _Optional[_Iterable[str]] = ..., area: _Optional[str] = ..., power: _Optional[int] = ..., by_agent: _Optional[bool] = ..., placed: _Optional[int] = ..., spot: _Optional[str] = ..., slot: _Optional[int] = ..., left: _Optional[int] = ..., any_left: _Optional[int] = ..., warehouse_left: _Optional[int] = ..., move_left: _Optional[int] = ..., copper_gained: _Optional[bool] = ..., after: _Optional[str] = ...) -> None: ...
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    END_TRIGGER_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    AREAS_FIELD_NUMBER: _ClassVar[int]
    STATION_FIELD_NUMBER: _ClassVar[int]
    PORTS_FIELD_NUMBER: _ClassVar[int]
    LABORATORIES_FIELD_NUMBER: _ClassVar[int]
    ORDER_DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
    TECHNOLOGY_DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
    ORDERS_REMOVED_SIZE_FIELD_NUMBER: _ClassVar[int]
    CHURCH_FIELD_NUMBER: _ClassVar[int]
    CUSTOMS_FIELD_NUMBER: _ClassVar[int]
    ACHIEVEMENTS_FIELD_NUMBER: _ClassVar[int]
    AGENTS_LEFT_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_REWARDS_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    game: str
    rules_version: int
    seats: int
    options: YokohamaObservation.Options
    to_act: int
    round: int
    end_trigger: str
    last_round: int
    turn: YokohamaObservation.Turn
    areas: _containers.RepeatedCompositeFieldContainer[YokohamaObservation.Area]
    station: str
    ports: _containers.RepeatedCompositeFieldContainer[YokohamaObservation.Display]
    laboratories: _containers.RepeatedCompositeFieldContainer[YokohamaObservation.Display]
    order_deck_size: int
    technology_deck_size: int
    orders_removed_size: int
    church: _containers.RepeatedScalarFieldContainer[int]
    customs: _containers.RepeatedScalarFieldContainer[int]
    achievements: _containers.RepeatedCompositeFieldContainer[YokohamaObservation.Achievement]
    agents_left: _containers.ScalarMap[str, int]
    objective_rewards: _containers.RepeatedScalarFieldContainer[str]
    players: _containers.RepeatedCompositeFieldContainer[YokohamaObservation.Player]
    def __init__(self, game: _Optional[str] = ..., rules_version: _Optional[int] = ..., seats: _Optional[int] = ..., options: _Optional[_Union[YokohamaObservation.Options, _Mapping]] = ..., to_act: _Optional[int] = ..., round: _Optional[int] = ..., end_trigger: _Optional[str] = ..., last_round: _Optional[int] = ..., turn: _Optional[_Union[YokohamaObservation.Turn, _Mapping]] = ..., areas: _Optional[_Iterable[_Union[YokohamaObservation.Area, _Mapping]]] = ..., station: _Optional[str] = ..., ports: _Optional[_Iterable[_Union[YokohamaObservation.Display, _Mapping]]] = ..., laboratories: _Optional[_Iterable[_Union[YokohamaObservation.Display, _Mapping]]] = ..., order_deck_size: _Optional[int] = ..., technology_deck_size: _Optional[int] = ..., orders_removed_size: _Optional[int] = ..., church: _Optional[_Iterable[int]] = ..., customs: _Optional[_Iterable[int]] = ..., achievements: _Optional[_Iterable[_Union[YokohamaObservation.Achievement, _Mapping]]] = ..., agents_left: _Optional[_Mapping[str, int]] = ..., objective_rewards: _Optional[_Iterable[str]] = ..., players: _Optional[_Iterable[_Union[YokohamaObservation.Player, _Mapping]]] = ...) -> None: ...
