from arena.v1 import observation_pb2 as _observation_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Verdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VERDICT_UNSPECIFIED: _ClassVar[Verdict]
    VERDICT_FINISHED: _ClassVar[Verdict]
    VERDICT_TIMEOUT: _ClassVar[Verdict]
    VERDICT_DISCONNECTED: _ClassVar[Verdict]
    VERDICT_ILLEGAL: _ClassVar[Verdict]
    VERDICT_RESIGNED: _ClassVar[Verdict]
    VERDICT_FORFEIT: _ClassVar[Verdict]

class NoticeCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NOTICE_CODE_UNSPECIFIED: _ClassVar[NoticeCode]
    NOTICE_CODE_UNKNOWN_MATCH: _ClassVar[NoticeCode]
    NOTICE_CODE_STALE_DECISION: _ClassVar[NoticeCode]
    NOTICE_CODE_INDEX_OUT_OF_RANGE: _ClassVar[NoticeCode]
    NOTICE_CODE_FLOOD: _ClassVar[NoticeCode]
    NOTICE_CODE_OVERSIZED: _ClassVar[NoticeCode]
    NOTICE_CODE_GARBAGE: _ClassVar[NoticeCode]
    NOTICE_CODE_UNEXPECTED: _ClassVar[NoticeCode]
    NOTICE_CODE_UNKNOWN_GAME: _ClassVar[NoticeCode]
    NOTICE_CODE_TAKEN_OVER: _ClassVar[NoticeCode]
    NOTICE_CODE_REVOKED: _ClassVar[NoticeCode]
    NOTICE_CODE_SLOW_READER: _ClassVar[NoticeCode]
    NOTICE_CODE_NOTE_CUT: _ClassVar[NoticeCode]
    NOTICE_CODE_SEASON: _ClassVar[NoticeCode]
    NOTICE_CODE_FAULT: _ClassVar[NoticeCode]
    NOTICE_CODE_HELLO_CHANGED: _ClassVar[NoticeCode]
    NOTICE_CODE_RESIGNED: _ClassVar[NoticeCode]
VERDICT_UNSPECIFIED: Verdict
VERDICT_FINISHED: Verdict
VERDICT_TIMEOUT: Verdict
VERDICT_DISCONNECTED: Verdict
VERDICT_ILLEGAL: Verdict
VERDICT_RESIGNED: Verdict
VERDICT_FORFEIT: Verdict
NOTICE_CODE_UNSPECIFIED: NoticeCode
NOTICE_CODE_UNKNOWN_MATCH: NoticeCode
NOTICE_CODE_STALE_DECISION: NoticeCode
NOTICE_CODE_INDEX_OUT_OF_RANGE: NoticeCode
NOTICE_CODE_FLOOD: NoticeCode
NOTICE_CODE_OVERSIZED: NoticeCode
NOTICE_CODE_GARBAGE: NoticeCode
NOTICE_CODE_UNEXPECTED: NoticeCode
NOTICE_CODE_UNKNOWN_GAME: NoticeCode
NOTICE_CODE_TAKEN_OVER: NoticeCode
NOTICE_CODE_REVOKED: NoticeCode
NOTICE_CODE_SLOW_READER: NoticeCode
NOTICE_CODE_NOTE_CUT: NoticeCode
NOTICE_CODE_SEASON: NoticeCode
NOTICE_CODE_FAULT: NoticeCode
NOTICE_CODE_HELLO_CHANGED: NoticeCode
NOTICE_CODE_RESIGNED: NoticeCode

class BotMessage(_message.Message):
    __slots__ = ("hello", "choice", "resign", "pong", "finish")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    FINISH_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    choice: Choice
    resign: Resign
    pong: Pong
    finish: Finish
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., choice: _Optional[_Union[Choice, _Mapping]] = ..., resign: _Optional[_Union[Resign, _Mapping]] = ..., pong: _Optional[_Union[Pong, _Mapping]] = ..., finish: _Optional[_Union[Finish, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("bot_version", "language", "games", "matches_at_once")
    BOT_VERSION_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MATCHES_AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    bot_version: str
    language: str
    games: _containers.RepeatedScalarFieldContainer[str]
    matches_at_once: int
    def __init__(self, bot_version: _Optional[str] = ..., language: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., matches_at_once: _Optional[int] = ...) -> None: ...

class DecisionId(_message.Message):
    __slots__ = ("match_id", "number", "nonce")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    number: int
    nonce: int
    def __init__(self, match_id: _Optional[str] = ..., number: _Optional[int] = ..., nonce: _Optional[int] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("decision", "index", "note", "value")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    decision: DecisionId
    index: int
    note: str
    value: float
    def __init__(self, decision: _Optional[_Union[DecisionId, _Mapping]] = ..., index: _Optional[int] = ..., note: _Optional[str] = ..., value: _Optional[float] = ...) -> None: ...

class Resign(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class Pong(_message.Message):
    __slots__ = ("nonce",)
    NONCE_FIELD_NUMBER: _ClassVar[int]
    nonce: int
    def __init__(self, nonce: _Optional[int] = ...) -> None: ...

class Finish(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ArenaMessage(_message.Message):
    __slots__ = ("welcome", "decision", "match_started", "match_result", "notice", "ping", "redial", "set_result")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    MATCH_STARTED_FIELD_NUMBER: _ClassVar[int]
    MATCH_RESULT_FIELD_NUMBER: _ClassVar[int]
    NOTICE_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    REDIAL_FIELD_NUMBER: _ClassVar[int]
    SET_RESULT_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    decision: Decision
    match_started: MatchStarted
    match_result: MatchResult
    notice: Notice
    ping: Ping
    redial: Redial
    set_result: SetResult
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., decision: _Optional[_Union[Decision, _Mapping]] = ..., match_started: _Optional[_Union[MatchStarted, _Mapping]] = ..., match_result: _Optional[_Union[MatchResult, _Mapping]] = ..., notice: _Optional[_Union[Notice, _Mapping]] = ..., ping: _Optional[_Union[Ping, _Mapping]] = ..., redial: _Optional[_Union[Redial, _Mapping]] = ..., set_result: _Optional[_Union[SetResult, _Mapping]] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("bot_id", "bot_name", "session", "matches_at_once", "matches", "pending", "max_message_bytes")
    BOT_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    MATCHES_AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    MAX_MESSAGE_BYTES_FIELD_NUMBER: _ClassVar[int]
    bot_id: str
    bot_name: str
    session: int
    matches_at_once: int
    matches: _containers.RepeatedCompositeFieldContainer[MatchStarted]
    pending: _containers.RepeatedCompositeFieldContainer[Decision]
    max_message_bytes: int
    def __init__(self, bot_id: _Optional[str] = ..., bot_name: _Optional[str] = ..., session: _Optional[int] = ..., matches_at_once: _Optional[int] = ..., matches: _Optional[_Iterable[_Union[MatchStarted, _Mapping]]] = ..., pending: _Optional[_Iterable[_Union[Decision, _Mapping]]] = ..., max_message_bytes: _Optional[int] = ...) -> None: ...

class MatchStarted(_message.Message):
    __slots__ = ("match_id", "game", "rules_version", "seat", "seats", "clock", "seed_commitment", "players", "season", "kind", "options")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    game: str
    rules_version: int
    seat: int
    seats: int
    clock: Clock
    seed_commitment: str
    players: _containers.RepeatedScalarFieldContainer[str]
    season: str
    kind: str
    options: _containers.ScalarMap[str, str]
    def __init__(self, match_id: _Optional[str] = ..., game: _Optional[str] = ..., rules_version: _Optional[int] = ..., seat: _Optional[int] = ..., seats: _Optional[int] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., seed_commitment: _Optional[str] = ..., players: _Optional[_Iterable[str]] = ..., season: _Optional[str] = ..., kind: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("bank_ms", "increment_ms")
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    bank_ms: int
    increment_ms: int
    def __init__(self, bank_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ...) -> None: ...

class Decision(_message.Message):
    __slots__ = ("id", "game", "seat", "clock_ms", "untimed", "events", "observation", "legal_actions", "resent")
    ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CLOCK_MS_FIELD_NUMBER: _ClassVar[int]
    UNTIMED_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    RESENT_FIELD_NUMBER: _ClassVar[int]
    id: DecisionId
    game: str
    seat: int
    clock_ms: int
    untimed: bool
    events: _containers.RepeatedScalarFieldContainer[str]
    observation: _observation_pb2.Observation
    legal_actions: _containers.RepeatedScalarFieldContainer[str]
    resent: bool
    def __init__(self, id: _Optional[_Union[DecisionId, _Mapping]] = ..., game: _Optional[str] = ..., seat: _Optional[int] = ..., clock_ms: _Optional[int] = ..., untimed: _Optional[bool] = ..., events: _Optional[_Iterable[str]] = ..., observation: _Optional[_Union[_observation_pb2.Observation, _Mapping]] = ..., legal_actions: _Optional[_Iterable[str]] = ..., resent: _Optional[bool] = ...) -> None: ...

class MatchResult(_message.Message):
    __slots__ = ("match_id", "game", "seat", "place", "verdict", "scores", "places", "players", "ended_by", "rating", "rating_change", "page", "cancelled", "detail", "season", "kind", "options")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    ENDED_BY_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    RATING_CHANGE_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    CANCELLED_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    game: str
    seat: int
    place: int
    verdict: Verdict
    scores: _containers.RepeatedScalarFieldContainer[int]
    places: _containers.RepeatedScalarFieldContainer[int]
    players: _containers.RepeatedScalarFieldContainer[str]
    ended_by: str
    rating: float
    rating_change: float
    page: str
    cancelled: bool
    detail: str
    season: str
    kind: str
    options: _containers.ScalarMap[str, str]
    def __init__(self, match_id: _Optional[str] = ..., game: _Optional[str] = ..., seat: _Optional[int] = ..., place: _Optional[int] = ..., verdict: _Optional[_Union[Verdict, str]] = ..., scores: _Optional[_Iterable[int]] = ..., places: _Optional[_Iterable[int]] = ..., players: _Optional[_Iterable[str]] = ..., ended_by: _Optional[str] = ..., rating: _Optional[float] = ..., rating_change: _Optional[float] = ..., page: _Optional[str] = ..., cancelled: _Optional[bool] = ..., detail: _Optional[str] = ..., season: _Optional[str] = ..., kind: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ...) -> None: ...

class SetResult(_message.Message):
    __slots__ = ("season", "kind", "game", "matches", "rating", "rating_change", "cancelled", "reason")
    SEASON_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    RATING_CHANGE_FIELD_NUMBER: _ClassVar[int]
    CANCELLED_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    season: str
    kind: str
    game: str
    matches: _containers.RepeatedCompositeFieldContainer[SetMatch]
    rating: float
    rating_change: float
    cancelled: bool
    reason: str
    def __init__(self, season: _Optional[str] = ..., kind: _Optional[str] = ..., game: _Optional[str] = ..., matches: _Optional[_Iterable[_Union[SetMatch, _Mapping]]] = ..., rating: _Optional[float] = ..., rating_change: _Optional[float] = ..., cancelled: _Optional[bool] = ..., reason: _Optional[str] = ...) -> None: ...

class SetMatch(_message.Message):
    __slots__ = ("match_id", "players")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    players: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, match_id: _Optional[str] = ..., players: _Optional[_Iterable[str]] = ...) -> None: ...

class Notice(_message.Message):
    __slots__ = ("code", "text", "match_id")
    CODE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    code: NoticeCode
    text: str
    match_id: str
    def __init__(self, code: _Optional[_Union[NoticeCode, str]] = ..., text: _Optional[str] = ..., match_id: _Optional[str] = ...) -> None: ...

class Ping(_message.Message):
    __slots__ = ("nonce",)
    NONCE_FIELD_NUMBER: _ClassVar[int]
    nonce: int
    def __init__(self, nonce: _Optional[int] = ...) -> None: ...

class Redial(_message.Message):
    __slots__ = ("after_ms", "reason")
    AFTER_MS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    after_ms: int
    reason: str
    def __init__(self, after_ms: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...
