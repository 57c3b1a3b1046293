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

class SeasonState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEASON_STATE_UNSPECIFIED: _ClassVar[SeasonState]
    SEASON_STATE_DRAFT: _ClassVar[SeasonState]
    SEASON_STATE_REGISTRATION: _ClassVar[SeasonState]
    SEASON_STATE_RUNNING: _ClassVar[SeasonState]
    SEASON_STATE_FINISHED: _ClassVar[SeasonState]
    SEASON_STATE_CANCELLED: _ClassVar[SeasonState]

class MatchState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_STATE_UNSPECIFIED: _ClassVar[MatchState]
    MATCH_STATE_QUEUED: _ClassVar[MatchState]
    MATCH_STATE_RUNNING: _ClassVar[MatchState]
    MATCH_STATE_FINISHED: _ClassVar[MatchState]
    MATCH_STATE_VOID: _ClassVar[MatchState]
SEASON_FORMAT_UNSPECIFIED: SeasonFormat
SEASON_FORMAT_LADDER: SeasonFormat
SEASON_FORMAT_ROUND_ROBIN: SeasonFormat
SEASON_FORMAT_SWISS: SeasonFormat
SEASON_STATE_UNSPECIFIED: SeasonState
SEASON_STATE_DRAFT: SeasonState
SEASON_STATE_REGISTRATION: SeasonState
SEASON_STATE_RUNNING: SeasonState
SEASON_STATE_FINISHED: SeasonState
SEASON_STATE_CANCELLED: SeasonState
MATCH_STATE_UNSPECIFIED: MatchState
MATCH_STATE_QUEUED: MatchState
MATCH_STATE_RUNNING: MatchState
MATCH_STATE_FINISHED: MatchState
MATCH_STATE_VOID: MatchState

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
    __slots__ = ("id", "name", "game", "options", "seats", "format", "state", "entries", "starts_at", "ends_at")
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
    STARTS_AT_FIELD_NUMBER: _ClassVar[int]
    ENDS_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    game: str
    options: _containers.ScalarMap[str, str]
    seats: int
    format: SeasonFormat
    state: SeasonState
    entries: int
    starts_at: int
    ends_at: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., game: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ..., seats: _Optional[int] = ..., format: _Optional[_Union[SeasonFormat, str]] = ..., state: _Optional[_Union[SeasonState, str]] = ..., entries: _Optional[int] = ..., starts_at: _Optional[int] = ..., ends_at: _Optional[int] = ...) -> None: ...

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
    __slots__ = ("season_id", "bot_id", "invite")
    SEASON_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_ID_FIELD_NUMBER: _ClassVar[int]
    INVITE_FIELD_NUMBER: _ClassVar[int]
    season_id: str
    bot_id: str
    invite: str
    def __init__(self, season_id: _Optional[str] = ..., bot_id: _Optional[str] = ..., invite: _Optional[str] = ...) -> None: ...

class EnterSeasonResponse(_message.Message):
    __slots__ = ("season",)
    SEASON_FIELD_NUMBER: _ClassVar[int]
    season: Season
    def __init__(self, season: _Optional[_Union[Season, _Mapping]] = ...) -> None: ...

class LeaveSeasonRequest(_message.Message):
    __slots__ = ("season_id", "bot_id")
    SEASON_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_ID_FIELD_NUMBER: _ClassVar[int]
    season_id: str
    bot_id: str
    def __init__(self, season_id: _Optional[str] = ..., bot_id: _Optional[str] = ...) -> None: ...

class LeaveSeasonResponse(_message.Message):
    __slots__ = ("season",)
    SEASON_FIELD_NUMBER: _ClassVar[int]
    season: Season
    def __init__(self, season: _Optional[_Union[Season, _Mapping]] = ...) -> None: ...

class ListStandingsRequest(_message.Message):
    __slots__ = ("season_id", "page_size", "page_token", "division")
    SEASON_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    DIVISION_FIELD_NUMBER: _ClassVar[int]
    season_id: str
    page_size: int
    page_token: str
    division: int
    def __init__(self, season_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., division: _Optional[int] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("rank", "bot_id", "bot_name", "rating", "rating_error", "sets", "win_share", "faults", "division")
    RANK_FIELD_NUMBER: _ClassVar[int]
    BOT_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    RATING_ERROR_FIELD_NUMBER: _ClassVar[int]
    SETS_FIELD_NUMBER: _ClassVar[int]
    WIN_SHARE_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    DIVISION_FIELD_NUMBER: _ClassVar[int]
    rank: int
    bot_id: str
    bot_name: str
    rating: float
    rating_error: float
    sets: int
    win_share: float
    faults: int
    division: int
    def __init__(self, rank: _Optional[int] = ..., bot_id: _Optional[str] = ..., bot_name: _Optional[str] = ..., rating: _Optional[float] = ..., rating_error: _Optional[float] = ..., sets: _Optional[int] = ..., win_share: _Optional[float] = ..., faults: _Optional[int] = ..., division: _Optional[int] = ...) -> None: ...

class ListStandingsResponse(_message.Message):
    __slots__ = ("standings", "next_page_token")
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    next_page_token: str
    def __init__(self, standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Match(_message.Message):
    __slots__ = ("id", "game", "rules_version", "season_id", "state", "seats", "started_at", "finished_at", "page")
    ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEASON_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    STARTED_AT_FIELD_NUMBER: _ClassVar[int]
    FINISHED_AT_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    id: str
    game: str
    rules_version: int
    season_id: str
    state: MatchState
    seats: _containers.RepeatedCompositeFieldContainer[MatchSeat]
    started_at: int
    finished_at: int
    page: str
    def __init__(self, id: _Optional[str] = ..., game: _Optional[str] = ..., rules_version: _Optional[int] = ..., season_id: _Optional[str] = ..., state: _Optional[_Union[MatchState, str]] = ..., seats: _Optional[_Iterable[_Union[MatchSeat, _Mapping]]] = ..., started_at: _Optional[int] = ..., finished_at: _Optional[int] = ..., page: _Optional[str] = ...) -> None: ...

class MatchSeat(_message.Message):
    __slots__ = ("bot_id", "bot_name", "bot_version", "score", "place", "verdict")
    BOT_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    BOT_VERSION_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    bot_id: str
    bot_name: str
    bot_version: str
    score: int
    place: int
    verdict: str
    def __init__(self, bot_id: _Optional[str] = ..., bot_name: _Optional[str] = ..., bot_version: _Optional[str] = ..., score: _Optional[int] = ..., place: _Optional[int] = ..., verdict: _Optional[str] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "season_id", "bot_id", "game")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SEASON_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    season_id: str
    bot_id: str
    game: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., season_id: _Optional[str] = ..., bot_id: _Optional[str] = ..., game: _Optional[str] = ...) -> None: ...

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
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: Match
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ...) -> None: ...

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

class CreateChallengeRequest(_message.Message):
    __slots__ = ("bot_id", "opponents", "game", "options", "clock")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    BOT_ID_FIELD_NUMBER: _ClassVar[int]
    OPPONENTS_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    bot_id: str
    opponents: _containers.RepeatedScalarFieldContainer[str]
    game: str
    options: _containers.ScalarMap[str, str]
    clock: str
    def __init__(self, bot_id: _Optional[str] = ..., opponents: _Optional[_Iterable[str]] = ..., game: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ..., clock: _Optional[str] = ...) -> None: ...

class CreateChallengeResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: Match
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ...) -> None: ...
