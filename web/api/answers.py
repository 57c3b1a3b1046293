"""What the API answers. Times are in UTC, ratings in points; what is not known (yet) is null.

msgspec writes these types as JSON and describes them as JSON Schema. Every field is always present.
"""

from datetime import datetime
from typing import Annotated, Any, Self

from msgspec import Meta, Struct


def about(text: str) -> Meta:
    """The description of a field."""
    return Meta(description=text)


Time = Annotated[datetime, Meta(tz=True)]
Link = Annotated[str | None, about("The address of the next page; null on the last one.")]


class Answer(Struct, forbid_unknown_fields=True):
    """Anything the API answers."""

    @classmethod
    def from_record(cls, record: object, **fields: Any) -> Self:
        """An answer with these fields; all others come from the attributes of *record* that have the same name."""
        names = cls.__struct_fields__
        return cls(**{name: fields[name] if name in fields else getattr(record, name) for name in names})


class Problem(Answer):
    """Why a request was refused."""

    error: str
    detail: Annotated[str, about("What is wrong, and what would be right.")]
    request_id: Annotated[str, about("Quote it when you ask for help: the arena's log has it, too.")]


class Game(Answer):
    """A game of the arena."""

    name: str
    title: str
    seats: Annotated[list[int], about("How many may play.")]
    rules_version: int
    summary: str


class Games(Answer):
    """All games."""

    items: list[Game]


class Option(Answer):
    """An option of a game."""

    name: str
    values: list[Any]
    default: Any
    several: Annotated[bool, about("Whether any number of the values can be chosen together.")]
    help: str


class Provenance(Answer):
    """Where a figure comes from."""

    of: Annotated[str, about("Which part of the component; empty: all of it.")]
    kind: Annotated[str, about("rulebook, found, inferred, reconstructed, or a sentence.")]


class Component(Answer):
    """One line of a component table."""

    cells: Annotated[list[str], about("By column, as the site shows them: for people.")]
    values: Annotated[
        dict[str, Any], about("By column, as the rules read them: ids and numbers; left out where there is none.")
    ]
    provenance: list[Provenance]


class ComponentTable(Answer):
    """Components of one kind."""

    name: str
    columns: list[str]
    rows: list[Component]


class GameDetail(Answer):
    """A game with its options and components."""

    game: Game
    options: list[Option]
    components: list[ComponentTable]


class Season(Answer):
    """A competition in one game."""

    slug: str
    title: str
    game: str
    seats: int
    options: dict[str, Any]
    clock: str
    format: Annotated[str, about("ladder, round_robin, swiss or solo.")]
    state: Annotated[str, about("registration, running, finished or cancelled.")]
    open_ladder: Annotated[bool, about("New bots that declare the game enter it automatically.")]
    paused: bool
    created_at: Time
    entries: Annotated[int, about("Bots that play in it.")]


class Seasons(Answer):
    """Seasons, the newest first."""

    items: list[Season]
    next: Link


class Standing(Answer):
    """One line of a leaderboard."""

    rank: int
    bot: str
    owner: str
    house: Annotated[bool, about("One of the arena's own bots.")]
    language: str
    rating: float
    interval: Annotated[
        float,
        about("Half the width of the 95 % interval of the running estimate; 0 while a part of the season is hidden."),
    ]
    sets: int
    joined_at: Time
    last_set_at: Time | None


class Standings(Answer):
    """A leaderboard, the best first."""

    season: str
    items: list[Standing]
    next: Link


class TableLine(Answer):
    """A place in a league table."""

    place: int
    bot: str
    team: str
    withdrawn: bool
    points: float
    matches: int
    wins: int
    mean_place: float
    decided_by: Annotated[str, about("What put this line below the one above it; empty for the first.")]


class DivisionTable(Answer):
    """The table of a division."""

    division: Annotated[int, about("From 0, the highest.")]
    name: str
    lines: list[TableLine]


class Round(Answer):
    """A round of a stage."""

    number: Annotated[int, about("From 1.")]
    state: Annotated[str, about("planned, running or done.")]
    starts_at: Time
    ended_at: Time | None
    tables: int
    done: int


class Stage(Answer):
    """A part of a season with its own format and tables, as far as it is public."""

    number: Annotated[int, about("From 1, in the order of play.")]
    name: str
    format: str
    state: Annotated[str, about("waiting, running or done.")]
    frozen_at: Annotated[Time | None, about("The tables show the state at this time; null: the current state.")]
    final: Annotated[bool, about("The season is over and the tables are final.")]
    rounds: list[Round]
    tables: list[DivisionTable]


class Stages(Answer):
    """The stages of a league season; none of an open-ended ladder."""

    season: str
    items: list[Stage]


class Champion(Answer):
    """The winner of a division of a season."""

    season: str
    title: str
    league: str
    game: str
    division: int
    division_name: str
    bot: str
    team: str
    at: Time


class Champions(Answer):
    """The hall of fame, the newest first."""

    items: list[Champion]
    next: Link


class Bot(Answer):
    """A bot."""

    name: str
    owner: str
    house: bool
    language: str
    games: Annotated[list[str], about("The games it declared; empty: every game, or it has never connected.")]
    online: bool
    open_to_challenges: bool
    created_at: Time
    last_seen_at: Time | None


class Bots(Answer):
    """Bots, the oldest first."""

    items: list[Bot]
    next: Link


class BotSeason(Answer):
    """A bot's place in a season."""

    season: str
    title: str
    game: str
    season_state: str
    state: Annotated[str, about("active, withdrawn or disqualified.")]
    rank: Annotated[
        int | None, about("By rating, in a league that has begun by its tables. Null: it no longer plays there.")
    ]
    rating: float
    interval: float
    sets: int


class Version(Answer):
    """A version a bot has declared."""

    name: str
    since: Time


class BotDetail(Answer):
    """A bot with its seasons and versions."""

    bot: Bot
    seasons: list[BotSeason]
    versions: Annotated[list[Version], about("The last twenty, the newest last.")]


class HistoryPoint(Answer):
    """The rating after one set."""

    at: Time
    rating: float
    interval: Annotated[float, about("Half the width of the 95 % interval then.")]
    set: int | None


class History(Answer):
    """A bot's last 300 ratings in a season, the oldest first."""

    bot: str
    season: str
    points: list[HistoryPoint]
    versions: list[Version]


class Seat(Answer):
    """A seat of a match, and its result."""

    seat: Annotated[int, about("From 0.")]
    bot: Annotated[str | None, about("Null while a rated match with outside bots is played.")]
    version: str | None
    score: int | None
    place: Annotated[int | None, about("As it counts, after rulings.")]
    verdict: Annotated[str | None, about("finished, timeout, disconnected, illegal, resigned or forfeit.")]
    think_ms: int | None
    awarded_place: Annotated[int | None, about("When the match ended: a seat that faulted is last.")]


class Ruling(Answer):
    """A decision of the organisers on a match, or on one of its bots."""

    id: int
    kind: Annotated[str, about("void, replay, forfeit, disqualify or take_back.")]
    takes_back: Annotated[int | None, about("The ruling that this one takes back.")]
    bot: Annotated[str | None, about("Null: it is on the whole match.")]
    reason: str
    at: Time


class Match(Answer):
    """One game between bots."""

    id: int
    set: int
    rotation: int
    game: str
    season: str | None
    state: Annotated[str, about("queued, running, finished, void or failed.")]
    created_at: Time
    started_at: Time | None
    finished_at: Time | None
    decisions: Annotated[int | None, about("Null until it is over.")]
    seats: list[Seat]
    counts: Annotated[bool, about("False: a ruling made it void, or it is played again.")]
    rulings: Annotated[list[Ruling], about("In the order they were made.")]


class Matches(Answer):
    """Matches, the newest first."""

    items: list[Match]
    next: Link


class LiveMatch(Answer):
    """A running match, with what everybody at the table sees."""

    match: Match
    progress: Annotated[str | None, about("Such as `round 5`; null if nothing is shown yet.")]
    points: Annotated[list[int], about("By seat, as far as they are public.")]
    events: Annotated[list[str], about("The newest public events, the newest last.")]


class Live(Answer):
    """Running matches, the newest first."""

    items: list[LiveMatch]


class Change(Answer):
    """How a set changed the rating of a bot."""

    bot: str
    change: float
    rating: Annotated[float | None, about("After it; null while a part of the season is hidden.")]


class TableSet(Answer):
    """One set-up, played in every rotation of the seats and rated once."""

    id: int
    game: str
    season: str | None
    state: Annotated[str, about("open, done or void.")]
    rules_version: int
    seats: int
    options: dict[str, Any]
    clock: str
    created_at: Time
    done_at: Time | None
    seed: Annotated[str | None, about("Of the public set-up, in hexadecimal; null until the set is done.")]
    void_reason: str | None
    matches: list[Match]
    changes: Annotated[list[Change], about("Once it is rated.")]


class MatchDetail(Answer):
    """A match with its result."""

    match: Match
    outcome: Annotated[dict[str, Any] | None, about("By the rules alone: scores by category, places, why it ended.")]
    reason: Annotated[str | None, about("Why it is void or failed.")]
    commitment: Annotated[str, about("Hash of the seeds, fixed before the match.")]
    digest: Annotated[str | None, about("Of the final position.")]
    replay: Annotated[str | None, about("The address of the signed replay; null until the whole set is done.")]


class Keys(Answer):
    """The public keys with which you can check replays."""

    algorithm: str
    keys: Annotated[list[str], about("64 hex digits each.")]
