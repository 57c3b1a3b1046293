from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SeasonFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEASON_FORMAT_UNSPECIFIED: _ClassVar[SeasonFormat]
    SEASON_FORMAT_LADDER: _ClassVar[SeasonFormat]
    SEASON_FORMAT_ROUND_ROBIN: _ClassVar[SeasonFormat]
    SEASON_FORMAT_SWISS: _ClassVar[SeasonFormat]
    SEASON_FORMAT_SOLO: _ClassVar[SeasonFormat]

class SeasonState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEASON_STATE_UNSPECIFIED: _ClassVar[SeasonState]
    SEASON_STATE_DRAFT: _ClassVar[SeasonState]
    SEASON_STATE_REGISTRATION: _ClassVar[SeasonState]
    SEASON_STATE_RUNNING: _ClassVar[SeasonState]
    SEASON_STATE_FINISHED: _ClassVar[SeasonState]
    SEASON_STATE_CANCELLED: _ClassVar[SeasonState]

class MatchKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_KIND_UNSPECIFIED: _ClassVar[MatchKind]
    MATCH_KIND_RATED: _ClassVar[MatchKind]
    MATCH_KIND_VALIDATION: _ClassVar[MatchKind]
    MATCH_KIND_CHALLENGE: _ClassVar[MatchKind]

class MatchState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_STATE_UNSPECIFIED: _ClassVar[MatchState]
    MATCH_STATE_QUEUED: _ClassVar[MatchState]
    MATCH_STATE_RUNNING: _ClassVar[MatchState]
    MATCH_STATE_FINISHED: _ClassVar[MatchState]
    MATCH_STATE_VOID: _ClassVar[MatchState]
    MATCH_STATE_FAILED: _ClassVar[MatchState]

class WaitingReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WAITING_REASON_UNSPECIFIED: _ClassVar[WaitingReason]
    WAITING_REASON_PLAYING: _ClassVar[WaitingReason]
    WAITING_REASON_DISABLED: _ClassVar[WaitingReason]
    WAITING_REASON_OFFLINE: _ClassVar[WaitingReason]
    WAITING_REASON_NOT_VALIDATED: _ClassVar[WaitingReason]
    WAITING_REASON_NOT_ENTERED: _ClassVar[WaitingReason]
    WAITING_REASON_AT_LIMIT: _ClassVar[WaitingReason]
    WAITING_REASON_ALONE: _ClassVar[WaitingReason]
    WAITING_REASON_NEXT: _ClassVar[WaitingReason]
    WAITING_REASON_SEASON_STANDS: _ClassVar[WaitingReason]
    WAITING_REASON_FINISHING: _ClassVar[WaitingReason]
    WAITING_REASON_OTHER_GAME: _ClassVar[WaitingReason]
    WAITING_REASON_CHALLENGE: _ClassVar[WaitingReason]
SEASON_FORMAT_UNSPECIFIED: SeasonFormat
SEASON_FORMAT_LADDER: SeasonFormat
SEASON_FORMAT_ROUND_ROBIN: SeasonFormat
SEASON_FORMAT_SWISS: SeasonFormat
SEASON_FORMAT_SOLO: SeasonFormat
SEASON_STATE_UNSPECIFIED: SeasonState
SEASON_STATE_DRAFT: SeasonState
SEASON_STATE_REGISTRATION: SeasonState
SEASON_STATE_RUNNING: SeasonState
SEASON_STATE_FINISHED: SeasonState
SEASON_STATE_CANCELLED: SeasonState
MATCH_KIND_UNSPECIFIED: MatchKind
MATCH_KIND_RATED: MatchKind
MATCH_KIND_VALIDATION: MatchKind
MATCH_KIND_CHALLENGE: MatchKind
MATCH_STATE_UNSPECIFIED: MatchState
MATCH_STATE_QUEUED: MatchState
MATCH_STATE_RUNNING: MatchState
MATCH_STATE_FINISHED: MatchState
MATCH_STATE_VOID: MatchState
MATCH_STATE_FAILED: MatchState
WAITING_REASON_UNSPECIFIED: WaitingReason
WAITING_REASON_PLAYING: WaitingReason
WAITING_REASON_DISABLED: WaitingReason
WAITING_REASON_OFFLINE: WaitingReason
WAITING_REASON_NOT_VALIDATED: WaitingReason
WAITING_REASON_NOT_ENTERED: WaitingReason
WAITING_REASON_AT_LIMIT: WaitingReason
WAITING_REASON_ALONE: WaitingReason
WAITING_REASON_NEXT: WaitingReason
WAITING_REASON_SEASON_STANDS: WaitingReason
WAITING_REASON_FINISHING: WaitingReason
WAITING_REASON_OTHER_GAME: WaitingReason
WAITING_REASON_CHALLENGE: WaitingReason

class Game(_message.Message):
    __slots__ = ("name", "title", "rules_version", "min_seats", "max_seats", "options", "summary")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    MIN_SEATS_FIELD_NUMBER: _ClassVar[int]
    MAX_SEATS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    rules_version: int
    min_seats: int
    max_seats: int
    options: _containers.RepeatedCompositeFieldContainer[GameOption]
    summary: str
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., rules_version: _Optional[int] = ..., min_seats: _Optional[int] = ..., max_seats: _Optional[int] = ..., options: _Optional[_Iterable[_Union[GameOption, _Mapping]]] = ..., summary: _Optional[str] = ...) -> None: ...

class GameOption(_message.Message):
    __slots__ = ("name", "values", "default_value", "help")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_VALUE_FIELD_NUMBER: _ClassVar[int]
    HELP_FIELD_NUMBER: _ClassVar[int]
    name: str
    values: _containers.RepeatedScalarFieldContainer[str]
    default_value: str
    help: str
    def __init__(self, name: _Optional[str] = ..., values: _Optional[_Iterable[str]] = ..., default_value: _Optional[str] = ..., help: _Optional[str] = ...) -> None: ...

class Season(_message.Message):
    __slots__ = ("id", "name", "game", "options", "seats", "format", "state", "entries", "clock", "open", "paused", "created_at")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    PAUSED_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    game: str
    options: _containers.ScalarMap[str, str]
    seats: int
    format: SeasonFormat
    state: SeasonState
    entries: int
    clock: str
    open: bool
    paused: bool
    created_at: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., game: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ..., seats: _Optional[int] = ..., format: _Optional[_Union[SeasonFormat, str]] = ..., state: _Optional[_Union[SeasonState, str]] = ..., entries: _Optional[int] = ..., clock: _Optional[str] = ..., open: _Optional[bool] = ..., paused: _Optional[bool] = ..., created_at: _Optional[int] = ...) -> None: ...

class ListGamesRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[Game]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[Game, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListSeasonsRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "game", "state")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    game: str
    state: SeasonState
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., game: _Optional[str] = ..., state: _Optional[_Union[SeasonState, str]] = ...) -> None: ...

class ListSeasonsResponse(_message.Message):
    __slots__ = ("seasons", "next_page_token")
    SEASONS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    seasons: _containers.RepeatedCompositeFieldContainer[Season]
    next_page_token: str
    def __init__(self, seasons: _Optional[_Iterable[_Union[Season, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetSeasonRequest(_message.Message):
    __slots__ = ("season_id",)
    SEASON_ID_FIELD_NUMBER: _ClassVar[int]
    season_id: str
    def __init__(self, season_id: _Optional[str] = ...) -> None: ...

class GetSeasonResponse(_message.Message):
    __slots__ = ("season",)
    SEASON_FIELD_NUMBER: _ClassVar[int]
    season: Season
    def __init__(self, season: _Optional[_Union[Season, _Mapping]] = ...) -> None: ...

class EnterSeasonRequest(_message.Message):
    __slots__ = ("season_id", "bot", "invite")
    SEASON_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    INVITE_FIELD_NUMBER: _ClassVar[int]
    season_id: str
    bot: str
    invite: str
    def __init__(self, season_id: _Optional[str] = ..., bot: _Optional[str] = ..., invite: _Optional[str] = ...) -> None: ...

class EnterSeasonResponse(_message.Message):
    __slots__ = ("season",)
    SEASON_FIELD_NUMBER: _ClassVar[int]
    season: Season
    def __init__(self, season: _Optional[_Union[Season, _Mapping]] = ...) -> None: ...

class LeaveSeasonRequest(_message.Message):
    __slots__ = ("season_id", "bot")
    SEASON_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    season_id: str
    bot: str
    def __init__(self, season_id: _Optional[str] = ..., bot: _Optional[str] = ...) -> None: ...

class LeaveSeasonResponse(_message.Message):
    __slots__ = ("season",)
    SEASON_FIELD_NUMBER: _ClassVar[int]
    season: Season
    def __init__(self, season: _Optional[_Union[Season, _Mapping]] = ...) -> None: ...

class ListStandingsRequest(_message.Message):
    __slots__ = ("season_id", "page_size", "page_token")
    SEASON_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    season_id: str
    page_size: int
    page_token: str
    def __init__(self, season_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("rank", "bot", "team", "house", "withdrawn", "rating", "deviation", "fit", "sets", "matches", "win_share", "faults")
    RANK_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    TEAM_FIELD_NUMBER: _ClassVar[int]
    HOUSE_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    DEVIATION_FIELD_NUMBER: _ClassVar[int]
    FIT_FIELD_NUMBER: _ClassVar[int]
    SETS_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    WIN_SHARE_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    rank: int
    bot: str
    team: str
    house: bool
    withdrawn: bool
    rating: float
    deviation: float
    fit: Fit
    sets: int
    matches: int
    win_share: float
    faults: int
    def __init__(self, rank: _Optional[int] = ..., bot: _Optional[str] = ..., team: _Optional[str] = ..., house: _Optional[bool] = ..., withdrawn: _Optional[bool] = ..., rating: _Optional[float] = ..., deviation: _Optional[float] = ..., fit: _Optional[_Union[Fit, _Mapping]] = ..., sets: _Optional[int] = ..., matches: _Optional[int] = ..., win_share: _Optional[float] = ..., faults: _Optional[int] = ...) -> None: ...

class Fit(_message.Message):
    __slots__ = ("points", "low", "high")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    points: float
    low: float
    high: float
    def __init__(self, points: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ...) -> None: ...

class ListStandingsResponse(_message.Message):
    __slots__ = ("standings", "next_page_token")
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    next_page_token: str
    def __init__(self, standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Match(_message.Message):
    __slots__ = ("id", "game", "rules_version", "season_id", "state", "kind", "seats", "started_at", "finished_at", "replay", "page", "reason", "options", "clock")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEASON_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    STARTED_AT_FIELD_NUMBER: _ClassVar[int]
    FINISHED_AT_FIELD_NUMBER: _ClassVar[int]
    REPLAY_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    id: str
    game: str
    rules_version: int
    season_id: str
    state: MatchState
    kind: MatchKind
    seats: _containers.RepeatedCompositeFieldContainer[MatchSeat]
    started_at: int
    finished_at: int
    replay: bool
    page: str
    reason: str
    options: _containers.ScalarMap[str, str]
    clock: str
    def __init__(self, id: _Optional[str] = ..., game: _Optional[str] = ..., rules_version: _Optional[int] = ..., season_id: _Optional[str] = ..., state: _Optional[_Union[MatchState, str]] = ..., kind: _Optional[_Union[MatchKind, str]] = ..., seats: _Optional[_Iterable[_Union[MatchSeat, _Mapping]]] = ..., started_at: _Optional[int] = ..., finished_at: _Optional[int] = ..., replay: _Optional[bool] = ..., page: _Optional[str] = ..., reason: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ..., clock: _Optional[str] = ...) -> None: ...

class MatchSeat(_message.Message):
    __slots__ = ("bot", "version", "score", "place", "verdict", "think_ms", "mine")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    THINK_MS_FIELD_NUMBER: _ClassVar[int]
    MINE_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    score: int
    place: int
    verdict: str
    think_ms: int
    mine: bool
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ..., score: _Optional[int] = ..., place: _Optional[int] = ..., verdict: _Optional[str] = ..., think_ms: _Optional[int] = ..., mine: _Optional[bool] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("seat", "decision", "verdict", "detail", "legal_actions", "sent", "match_decision")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    SENT_FIELD_NUMBER: _ClassVar[int]
    MATCH_DECISION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decision: int
    verdict: str
    detail: str
    legal_actions: _containers.RepeatedScalarFieldContainer[str]
    sent: str
    match_decision: int
    def __init__(self, seat: _Optional[int] = ..., decision: _Optional[int] = ..., verdict: _Optional[str] = ..., detail: _Optional[str] = ..., legal_actions: _Optional[_Iterable[str]] = ..., sent: _Optional[str] = ..., match_decision: _Optional[int] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "season_id", "bot", "game", "state", "kind")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SEASON_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    season_id: str
    bot: str
    game: str
    state: MatchState
    kind: MatchKind
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., season_id: _Optional[str] = ..., bot: _Optional[str] = ..., game: _Optional[str] = ..., state: _Optional[_Union[MatchState, str]] = ..., kind: _Optional[_Union[MatchKind, str]] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[Match]
    next_page_token: str
    def __init__(self, matches: _Optional[_Iterable[_Union[Match, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetMatchRequest(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class GetMatchResponse(_message.Message):
    __slots__ = ("match", "faults")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    match: Match
    faults: _containers.RepeatedCompositeFieldContainer[Fault]
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ..., faults: _Optional[_Iterable[_Union[Fault, _Mapping]]] = ...) -> None: ...

class DownloadReplayRequest(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class DownloadReplayResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    def __init__(self, data: _Optional[bytes] = ...) -> None: ...

class ListBotsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListBotsResponse(_message.Message):
    __slots__ = ("bots", "next_page_token")
    BOTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    bots: _containers.RepeatedCompositeFieldContainer[Bot]
    next_page_token: str
    def __init__(self, bots: _Optional[_Iterable[_Union[Bot, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Bot(_message.Message):
    __slots__ = ("name", "team", "language", "games", "matches_at_once", "open_to_challenges", "validated", "disabled", "online", "last_seen_at", "entries", "matches_per_hour")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TEAM_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MATCHES_AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    OPEN_TO_CHALLENGES_FIELD_NUMBER: _ClassVar[int]
    VALIDATED_FIELD_NUMBER: _ClassVar[int]
    DISABLED_FIELD_NUMBER: _ClassVar[int]
    ONLINE_FIELD_NUMBER: _ClassVar[int]
    LAST_SEEN_AT_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    MATCHES_PER_HOUR_FIELD_NUMBER: _ClassVar[int]
    name: str
    team: str
    language: str
    games: _containers.RepeatedScalarFieldContainer[str]
    matches_at_once: int
    open_to_challenges: bool
    validated: bool
    disabled: bool
    online: bool
    last_seen_at: int
    entries: _containers.RepeatedCompositeFieldContainer[BotEntry]
    matches_per_hour: int
    def __init__(self, name: _Optional[str] = ..., team: _Optional[str] = ..., language: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., matches_at_once: _Optional[int] = ..., open_to_challenges: _Optional[bool] = ..., validated: _Optional[bool] = ..., disabled: _Optional[bool] = ..., online: _Optional[bool] = ..., last_seen_at: _Optional[int] = ..., entries: _Optional[_Iterable[_Union[BotEntry, _Mapping]]] = ..., matches_per_hour: _Optional[int] = ...) -> None: ...

class BotEntry(_message.Message):
    __slots__ = ("season_id", "withdrawn", "rating", "deviation", "sets")
    SEASON_ID_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    DEVIATION_FIELD_NUMBER: _ClassVar[int]
    SETS_FIELD_NUMBER: _ClassVar[int]
    season_id: str
    withdrawn: bool
    rating: float
    deviation: float
    sets: int
    def __init__(self, season_id: _Optional[str] = ..., withdrawn: _Optional[bool] = ..., rating: _Optional[float] = ..., deviation: _Optional[float] = ..., sets: _Optional[int] = ...) -> None: ...

class UpdateBotRequest(_message.Message):
    __slots__ = ("bot", "open_to_challenges", "matches_per_hour")
    BOT_FIELD_NUMBER: _ClassVar[int]
    OPEN_TO_CHALLENGES_FIELD_NUMBER: _ClassVar[int]
    MATCHES_PER_HOUR_FIELD_NUMBER: _ClassVar[int]
    bot: str
    open_to_challenges: bool
    matches_per_hour: int
    def __init__(self, bot: _Optional[str] = ..., open_to_challenges: _Optional[bool] = ..., matches_per_hour: _Optional[int] = ...) -> None: ...

class UpdateBotResponse(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: Bot
    def __init__(self, bot: _Optional[_Union[Bot, _Mapping]] = ...) -> None: ...

class ExplainBotRequest(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class ExplainBotResponse(_message.Message):
    __slots__ = ("answer", "seasons")
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    SEASONS_FIELD_NUMBER: _ClassVar[int]
    answer: Waiting
    seasons: _containers.RepeatedCompositeFieldContainer[Waiting]
    def __init__(self, answer: _Optional[_Union[Waiting, _Mapping]] = ..., seasons: _Optional[_Iterable[_Union[Waiting, _Mapping]]] = ...) -> None: ...

class Waiting(_message.Message):
    __slots__ = ("reason", "sentence", "seconds", "season_id")
    REASON_FIELD_NUMBER: _ClassVar[int]
    SENTENCE_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    SEASON_ID_FIELD_NUMBER: _ClassVar[int]
    reason: WaitingReason
    sentence: str
    seconds: float
    season_id: str
    def __init__(self, reason: _Optional[_Union[WaitingReason, str]] = ..., sentence: _Optional[str] = ..., seconds: _Optional[float] = ..., season_id: _Optional[str] = ...) -> None: ...

class CreateChallengeRequest(_message.Message):
    __slots__ = ("bot", "opponents", "game", "options", "clock", "matches")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    BOT_FIELD_NUMBER: _ClassVar[int]
    OPPONENTS_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    bot: str
    opponents: _containers.RepeatedScalarFieldContainer[str]
    game: str
    options: _containers.ScalarMap[str, str]
    clock: str
    matches: int
    def __init__(self, bot: _Optional[str] = ..., opponents: _Optional[_Iterable[str]] = ..., game: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ..., clock: _Optional[str] = ..., matches: _Optional[int] = ...) -> None: ...

class CreateChallengeResponse(_message.Message):
    __slots__ = ("matches",)
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[Match]
    def __init__(self, matches: _Optional[_Iterable[_Union[Match, _Mapping]]] = ...) -> None: ...

class CancelChallengeRequest(_message.Message):
    __slots__ = ("match_ids",)
    MATCH_IDS_FIELD_NUMBER: _ClassVar[int]
    match_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, match_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class CancelChallengeResponse(_message.Message):
    __slots__ = ("matches",)
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[Match]
    def __init__(self, matches: _Optional[_Iterable[_Union[Match, _Mapping]]] = ...) -> None: ...

class SubmitBotRequest(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    def __init__(self, data: _Optional[bytes] = ...) -> None: ...

class SubmitBotResponse(_message.Message):
    __slots__ = ("bot", "version", "sha256", "created")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    CREATED_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    sha256: str
    created: bool
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ..., sha256: _Optional[str] = ..., created: _Optional[bool] = ...) -> None: ...

class ListSubmissionsRequest(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class ListSubmissionsResponse(_message.Message):
    __slots__ = ("submissions",)
    SUBMISSIONS_FIELD_NUMBER: _ClassVar[int]
    submissions: _containers.RepeatedCompositeFieldContainer[Submission]
    def __init__(self, submissions: _Optional[_Iterable[_Union[Submission, _Mapping]]] = ...) -> None: ...

class Submission(_message.Message):
    __slots__ = ("bot", "version", "language", "command", "games", "protocol", "sha256", "archive_bytes", "unpacked_bytes", "files", "active", "created_at")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    ARCHIVE_BYTES_FIELD_NUMBER: _ClassVar[int]
    UNPACKED_BYTES_FIELD_NUMBER: _ClassVar[int]
    FILES_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    language: str
    command: _containers.RepeatedScalarFieldContainer[str]
    games: _containers.RepeatedScalarFieldContainer[str]
    protocol: str
    sha256: str
    archive_bytes: int
    unpacked_bytes: int
    files: int
    active: bool
    created_at: int
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ..., language: _Optional[str] = ..., command: _Optional[_Iterable[str]] = ..., games: _Optional[_Iterable[str]] = ..., protocol: _Optional[str] = ..., sha256: _Optional[str] = ..., archive_bytes: _Optional[int] = ..., unpacked_bytes: _Optional[int] = ..., files: _Optional[int] = ..., active: _Optional[bool] = ..., created_at: _Optional[int] = ...) -> None: ...

class ActivateSubmissionRequest(_message.Message):
    __slots__ = ("bot", "version")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ...) -> None: ...

class ActivateSubmissionResponse(_message.Message):
    __slots__ = ("submissions",)
    SUBMISSIONS_FIELD_NUMBER: _ClassVar[int]
    submissions: _containers.RepeatedCompositeFieldContainer[Submission]
    def __init__(self, submissions: _Optional[_Iterable[_Union[Submission, _Mapping]]] = ...) -> None: ...

class DeleteSubmissionRequest(_message.Message):
    __slots__ = ("bot", "version")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ...) -> None: ...

class DeleteSubmissionResponse(_message.Message):
    __slots__ = ("submissions",)
    SUBMISSIONS_FIELD_NUMBER: _ClassVar[int]
    submissions: _containers.RepeatedCompositeFieldContainer[Submission]
    def __init__(self, submissions: _Optional[_Iterable[_Union[Submission, _Mapping]]] = ...) -> None: ...

class DownloadSubmissionRequest(_message.Message):
    __slots__ = ("bot", "version")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ...) -> None: ...

class DownloadSubmissionResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    def __init__(self, data: _Optional[bytes] = ...) -> None: ...
