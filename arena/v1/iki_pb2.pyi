from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class IkiObservation(_message.Message):
    __slots__ = ("game", "rules_version", "seats", "options", "month", "season", "decision", "to_act", "queue", "fire_order", "players", "rooms", "row", "starters", "buildings", "fish_left", "pipes", "tobacco", "lost", "decks", "fires_size", "stall_actions_done", "traded", "cart_used", "chosen", "visited", "swap_room", "burning")
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    MONTH_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    FIRE_ORDER_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    STARTERS_FIELD_NUMBER: _ClassVar[int]
    BUILDINGS_FIELD_NUMBER: _ClassVar[int]
    FISH_LEFT_FIELD_NUMBER: _ClassVar[int]
    PIPES_FIELD_NUMBER: _ClassVar[int]
    TOBACCO_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    DECKS_FIELD_NUMBER: _ClassVar[int]
    FIRES_SIZE_FIELD_NUMBER: _ClassVar[int]
    STALL_ACTIONS_DONE_FIELD_NUMBER: _ClassVar[int]
    TRADED_FIELD_NUMBER: _ClassVar[int]
    CART_USED_FIELD_NUMBER: _ClassVar[int]
    CHOSEN_FIELD_NUMBER: _ClassVar[int]
    VISITED_FIELD_NUMBER: _ClassVar[int]
    SWAP_ROOM_FIELD_NUMBER: _ClassVar[int]
    BURNING_FIELD_NUMBER: _ClassVar[int]
    game: str
    rules_version: int
    seats: int
    options: IkiOptions
    month: int
    season: str
    decision: str
    to_act: int
    queue: _containers.RepeatedScalarFieldContainer[int]
    fire_order: _containers.RepeatedScalarFieldContainer[int]
    players: _containers.RepeatedCompositeFieldContainer[IkiPlayer]
    rooms: _containers.RepeatedCompositeFieldContainer[IkiRoom]
    row: _containers.RepeatedCompositeFieldContainer[IkiRowCard]
    starters: _containers.RepeatedScalarFieldContainer[str]
    buildings: _containers.RepeatedScalarFieldContainer[str]
    fish_left: int
    pipes: _containers.RepeatedScalarFieldContainer[str]
    tobacco: _containers.RepeatedScalarFieldContainer[str]
    lost: _containers.RepeatedScalarFieldContainer[str]
    decks: _containers.RepeatedCompositeFieldContainer[IkiDeck]
    fires_size: int
    stall_actions_done: _containers.RepeatedScalarFieldContainer[str]
    traded: bool
    cart_used: bool
    chosen: str
    visited: str
    swap_room: str
    burning: IkiFire
    def __init__(self, game: _Optional[str] = ..., rules_version: _Optional[int] = ..., seats: _Optional[int] = ..., options: _Optional[_Union[IkiOptions, _Mapping]] = ..., month: _Optional[int] = ..., season: _Optional[str] = ..., decision: _Optional[str] = ..., to_act: _Optional[int] = ..., queue: _Optional[_Iterable[int]] = ..., fire_order: _Optional[_Iterable[int]] = ..., players: _Optional[_Iterable[_Union[IkiPlayer, _Mapping]]] = ..., rooms: _Optional[_Iterable[_Union[IkiRoom, _Mapping]]] = ..., row: _Optional[_Iterable[_Union[IkiRowCard, _Mapping]]] = ..., starters: _Optional[_Iterable[str]] = ..., buildings: _Optional[_Iterable[str]] = ..., fish_left: _Optional[int] = ..., pipes: _Optional[_Iterable[str]] = ..., tobacco: _Optional[_Iterable[str]] = ..., lost: _Optional[_Iterable[str]] = ..., decks: _Optional[_Iterable[_Union[IkiDeck, _Mapping]]] = ..., fires_size: _Optional[int] = ..., stall_actions_done: _Optional[_Iterable[str]] = ..., traded: _Optional[bool] = ..., cart_used: _Optional[bool] = ..., chosen: _Optional[str] = ..., visited: _Optional[str] = ..., swap_room: _Optional[str] = ..., burning: _Optional[_Union[IkiFire, _Mapping]] = ...) -> None: ...

class IkiOptions(_message.Message):
    __slots__ = ("promos",)
    PROMOS_FIELD_NUMBER: _ClassVar[int]
    promos: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, promos: _Optional[_Iterable[str]] = ...) -> None: ...

class IkiPlayer(_message.Message):
    __slots__ = ("mon", "rice", "sandal", "wood", "koban", "iki", "fire", "kobun", "space", "ikizama", "retired", "fish", "pipes", "tobacco", "saves")
    MON_FIELD_NUMBER: _ClassVar[int]
    RICE_FIELD_NUMBER: _ClassVar[int]
    SANDAL_FIELD_NUMBER: _ClassVar[int]
    WOOD_FIELD_NUMBER: _ClassVar[int]
    KOBAN_FIELD_NUMBER: _ClassVar[int]
    IKI_FIELD_NUMBER: _ClassVar[int]
    FIRE_FIELD_NUMBER: _ClassVar[int]
    KOBUN_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    IKIZAMA_FIELD_NUMBER: _ClassVar[int]
    RETIRED_FIELD_NUMBER: _ClassVar[int]
    FISH_FIELD_NUMBER: _ClassVar[int]
    PIPES_FIELD_NUMBER: _ClassVar[int]
    TOBACCO_FIELD_NUMBER: _ClassVar[int]
    SAVES_FIELD_NUMBER: _ClassVar[int]
    mon: int
    rice: int
    sandal: int
    wood: int
    koban: int
    iki: int
    fire: int
    kobun: int
    space: int
    ikizama: str
    retired: _containers.RepeatedScalarFieldContainer[str]
    fish: _containers.RepeatedScalarFieldContainer[str]
    pipes: _containers.RepeatedScalarFieldContainer[str]
    tobacco: _containers.RepeatedScalarFieldContainer[str]
    saves: int
    def __init__(self, mon: _Optional[int] = ..., rice: _Optional[int] = ..., sandal: _Optional[int] = ..., wood: _Optional[int] = ..., koban: _Optional[int] = ..., iki: _Optional[int] = ..., fire: _Optional[int] = ..., kobun: _Optional[int] = ..., space: _Optional[int] = ..., ikizama: _Optional[str] = ..., retired: _Optional[_Iterable[str]] = ..., fish: _Optional[_Iterable[str]] = ..., pipes: _Optional[_Iterable[str]] = ..., tobacco: _Optional[_Iterable[str]] = ..., saves: _Optional[int] = ...) -> None: ...

class IkiRoom(_message.Message):
    __slots__ = ("room", "card", "owner", "level")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    room: str
    card: str
    owner: int
    level: int
    def __init__(self, room: _Optional[str] = ..., card: _Optional[str] = ..., owner: _Optional[int] = ..., level: _Optional[int] = ...) -> None: ...

class IkiRowCard(_message.Message):
    __slots__ = ("card", "mon")
    CARD_FIELD_NUMBER: _ClassVar[int]
    MON_FIELD_NUMBER: _ClassVar[int]
    card: str
    mon: int
    def __init__(self, card: _Optional[str] = ..., mon: _Optional[int] = ...) -> None: ...

class IkiDeck(_message.Message):
    __slots__ = ("season", "cards_size")
    SEASON_FIELD_NUMBER: _ClassVar[int]
    CARDS_SIZE_FIELD_NUMBER: _ClassVar[int]
    season: str
    cards_size: int
    def __init__(self, season: _Optional[str] = ..., cards_size: _Optional[int] = ...) -> None: ...

class IkiFire(_message.Message):
    __slots__ = ("tile", "room", "strength")
    TILE_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    tile: str
    room: str
    strength: int
    def __init__(self, tile: _Optional[str] = ..., room: _Optional[str] = ..., strength: _Optional[int] = ...) -> None: ...
