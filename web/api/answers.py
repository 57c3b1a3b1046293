"""What the API answers. Times are in UTC, ratings in points; what is not known (yet) is null."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

Link = Annotated[str | None, "The address of the next piece of the list; null at its end."]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a request was refused."""

    error: str
    detail: Annotated[str, "What was wrong and what would be right."]
    request_id: Annotated[str, "Stands in the arena's log, too."]


@dataclass(frozen=True, slots=True)
class Season:
    """A competition in one game."""

    slug: str
    title: str
    game: str
    seats: int
    options: dict[str, Any]
    clock: str
    format: Annotated[str, "ladder, round_robin, swiss or solo."]
    state: Annotated[str, "registration, running, finished or cancelled."]
    open_ladder: Annotated[bool, "New bots that declare the game join by themselves."]
    paused: bool
    created_at: datetime
    entries: Annotated[int, "Bots that play in it."]


@dataclass(frozen=True, slots=True)
class Seasons:
    """Seasons, the newest first."""

    items: list[Season]
    next: Link


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a leaderboard."""

    rank: int
    bot: str
    owner: str
    house: Annotated[bool, "One of the arena's own bots."]
    language: str
    rating: float
    interval: Annotated[float, "Half the width of the 95 % interval of the running estimate; 0: not told."]
    sets: int
    joined_at: datetime
    last_set_at: datetime | None


@dataclass(frozen=True, slots=True)
class Standings:
    """A leaderboard, the best first."""

    season: str
    items: list[Standing]
    next: Link


@dataclass(frozen=True, slots=True)
class TableLine:
    """A place in a league table."""

    place: int
    bot: str
    team: str
    withdrawn: bool
    points: float
    matches: int
    wins: int
    mean_place: float
    decided_by: Annotated[str, "What put this line below the one above it; empty for the first."]


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """The table of a division."""

    division: Annotated[int, "From 0, the highest."]
    name: str
    lines: list[TableLine]


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a stage."""

    number: Annotated[int, "From 1."]
    state: Annotated[str, "planned, running or done."]
    starts_at: datetime
    ended_at: datetime | None
    tables: int
    done: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a season with a format and tables of its own, as far as it is public."""

    number: Annotated[int, "From 1, in the order of play."]
    name: str
    format: str
    state: Annotated[str, "waiting, running or done."]
    frozen_at: Annotated[datetime | None, "The tables stand as they were then; null: as they are."]
    final: Annotated[bool, "The tables are frozen for good, with the season."]
    rounds: list[Round]
    tables: list[DivisionTable]


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages of a league season; none of an open-ended ladder."""

    season: str
    items: list[Stage]


@dataclass(frozen=True, slots=True)
class Champion:
    """Who won a division of a season."""

    season: str
    title: str
    league: str
    game: str
    division: int
    division_name: str
    bot: str
    team: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Champions:
    """The hall of fame, the newest first."""

    items: list[Champion]
    next: Link


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot."""

    name: str
    owner: str
    house: bool
    language: str
    games: Annotated[list[str], "What it declared; empty: every game, or it has never connected."]
    online: bool
    open_to_challenges: bool
    created_at: datetime
    last_seen_at: datetime | None


@dataclass(frozen=True, slots=True)
class Bots:
    """Bots, the oldest first."""

    items: list[Bot]
    next: Link


@dataclass(frozen=True, slots=True)
class BotSeason:
    """A bot's place in a season."""

    season: str
    title: str
    game: str
    season_state: str
    state: Annotated[str, "active, withdrawn or disqualified."]
    rank: Annotated[int | None, "By rating, in a league that has begun by its tables. Null: it plays there no more."]
    rating: float
    interval: float
    sets: int


@dataclass(frozen=True, slots=True)
class Version:
    """A version a bot has declared."""

    name: str
    since: datetime


@dataclass(frozen=True, slots=True)
class BotDetail:
    """A bot with its seasons and versions."""

    bot: Bot
    seasons: list[BotSeason]
    versions: Annotated[list[Version], "The last twenty, the newest last."]


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """The rating after one set."""

    at: datetime
    rating: float
    interval: Annotated[float, "Half the width of the 95 % interval then."]
    set: int | None


@dataclass(frozen=True, slots=True)
class History:
    """A bot's last 300 ratings in a season, the oldest first."""

    bot: str
    season: str
    points: list[HistoryPoint]
    versions: list[Version]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sat where, and how it went."""

    seat: Annotated[int, "From 0."]
    bot: Annotated[str | None, "Null while a rated match with outside bots is played."]
    version: str | None
    score: int | None
    place: Annotated[int | None, "As it counts, after rulings."]
    verdict: Annotated[str | None, "finished, timeout, disconnected, illegal, resigned or forfeit."]
    think_ms: int | None
    awarded_place: Annotated[int | None, "When the match ended: a seat that faulted is last."]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision of the organisers on a match, or on one of its bots."""

    kind: Annotated[str, "void, replay, forfeit or disqualify."]
    bot: Annotated[str | None, "Null: it is on the whole match."]
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Match:
    """One game between bots."""

    id: int
    set: int
    rotation: int
    game: str
    season: str | None
    state: Annotated[str, "queued, running, finished, void or failed."]
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    decisions: Annotated[int | None, "Known once it is over."]
    seats: list[Seat]
    counts: Annotated[bool, "False: a ruling made it void, or it is played again."]
    rulings: Annotated[list[Ruling], "In the order they were made."]


@dataclass(frozen=True, slots=True)
class Matches:
    """Matches, the newest first."""

    items: list[Match]
    next: Link


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A match that is played now, with what everybody at the table sees."""

    match: Match
    progress: Annotated[str | None, "Such as `round 5`; null if nothing is shown yet."]
    points: Annotated[list[int], "By seat, as far as they lie open."]
    events: Annotated[list[str], "The newest public events, the newest last."]


@dataclass(frozen=True, slots=True)
class Live:
    """What is played now, the newest first."""

    items: list[LiveMatch]


@dataclass(frozen=True, slots=True)
class Change:
    """What a set did to a bot's rating."""

    bot: str
    change: float
    rating: Annotated[float | None, "After it; null while a part of the season is hidden."]


@dataclass(frozen=True, slots=True)
class TableSet:
    """One set-up, played in every rotation of the seats and rated once."""

    id: int
    game: str
    season: str | None
    state: Annotated[str, "open, done or void."]
    rules_version: int
    seats: int
    options: dict[str, Any]
    clock: str
    created_at: datetime
    done_at: datetime | None
    seed: Annotated[str | None, "Of the public set-up, in hexadecimal; told once the set is done."]
    void_reason: str | None
    matches: list[Match]
    changes: Annotated[list[Change], "Once it is rated."]


@dataclass(frozen=True, slots=True)
class MatchDetail:
    """A match with its result."""

    match: Match
    outcome: Annotated[dict[str, Any] | None, "By the rules alone: scores by category, places, why it ended."]
    reason: Annotated[str | None, "Why it is void or failed."]
    commitment: Annotated[str, "Hash of the seeds, fixed before the match."]
    digest: Annotated[str | None, "Of the final position."]
    replay: Annotated[str | None, "Where the signed replay is, once the whole set is done."]


@dataclass(frozen=True, slots=True)
class Keys:
    """What others need to check replays."""

    algorithm: str
    keys: list[str]
    """Public keys: 64 hex digits each."""
