"""One bot: where it is entered, its curve, whom it met and how. Figures cover its last matches, so that a page costs the same for ever."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Integer, bindparam, case, func, or_, select, true
from sqlalchemy.orm import Session, aliased

from arena.storage.errors import NotFound
from arena.storage.models import (
    Bot,
    BotVersion,
    Entry,
    EntryState,
    Match,
    MatchSeat,
    MatchState,
    RatingEntry,
    Season,
    SeasonState,
    SetKind,
    TableSet,
    Team,
)
from arena.storage.pages.among import among
from arena.storage.pages.known import UNTOLD, known_lines, ratings_known
from arena.storage.pages.leaderboard import ERRORS
from arena.storage.pages.paging import MOST, Page
from arena.storage.pages.sight import VIEWERS, are_names_told, concealed, seasons_for
from arena.storage.pages.viewers import Viewer, visible_sets

RECENT = 200
"""Figures of a bot cover so many of its last rated matches."""
LOOKED_AT = 3 * RECENT
"""Among so many of its last matches, those of other seasons and kinds included."""
CURVE = 120
"""Points of a rating curve at most: more are no clearer on a screen, and each costs."""


@dataclass(frozen=True, slots=True)
class BotLine:
    """A bot in the list of all bots."""

    id: int
    name: str
    owner: str
    team_id: int
    house: str | None
    language: str
    games: list[str]
    matches_at_once: int
    open_to_challenges: bool
    created_at: datetime
    validated_at: datetime | None
    disabled_at: datetime | None
    last_seen_at: datetime | None


@dataclass(frozen=True, slots=True)
class Entered:
    """A bot's place in one season; ratings in points."""

    id: int
    season_id: int
    season: str
    title: str
    game: str
    seats: int
    season_state: str
    league: bool
    paused: bool
    state: str
    rank: int | None
    """By rating; `bot_ranks.in_leagues` puts in the places of leagues. None: it plays there no more."""
    rating: float
    interval: float
    sets: int
    joined_at: datetime
    last_set_at: datetime | None


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The rating after one set, in points."""

    at: datetime
    rating: float
    set_id: int | None
    interval: float = 0.0
    """Half the width of the 95 % band; 0: not known."""


@dataclass(frozen=True, slots=True)
class Rival:
    """How a bot did against another."""

    bot: str
    matches: int
    ahead: int
    level: int


@dataclass(frozen=True, slots=True)
class SeatPlaces:
    """How often each place was reached from one seat of tables of one size."""

    table: int
    seat: int
    places: tuple[int, ...]
    """How often first, second …"""


@dataclass(frozen=True, slots=True)
class Habits:
    """Figures over the last rated matches."""

    matches: int
    think_ms: float
    """Mean thinking time in one match."""
    longest_ms: int
    faulted: int


@cache
def _lines() -> Any:
    return select(
        Bot.id,
        Bot.name,
        Team.name.label("owner"),
        Bot.team_id,
        Bot.house,
        Bot.language,
        Bot.games,
        Bot.matches_at_once,
        Bot.open_to_challenges,
        Bot.created_at,
        Bot.validated_at,
        Bot.disabled_at,
        Bot.last_seen_at,
    ).join(Team, Team.id == Bot.team_id)


@cache
def _named() -> Any:
    return _lines().where(Bot.name == bindparam("name"))


def bot(session: Session, name: str) -> BotLine:
    """The bot of that name; NotFound otherwise."""
    row = session.execute(_named(), {"name": name}).first()
    if row is None:
        raise NotFound(f"there is no bot {name!r}")
    return BotLine(*row)


def bots(session: Session, search: str = "", number: int = 1, size: int = 50) -> Page[BotLine]:
    """All bots that are not disabled, by name. Two statements."""
    number, size = max(1, number), max(1, min(size, MOST))
    fits: ColumnElement[bool] = Bot.disabled_at.is_(None)
    if search:
        fits = fits & func.lower(Bot.name).contains(search.lower(), autoescape=True)
    query = _lines().where(fits).order_by(func.lower(Bot.name), Bot.id)
    rows = session.execute(query.limit(size).offset((number - 1) * size)).all()
    total = session.scalar(select(func.count()).select_from(Bot).where(fits)) or 0
    return Page(tuple(BotLine(*row) for row in rows), number, size, total)


@lru_cache(VIEWERS)
def _entered(who: Viewer) -> Any:
    better = aliased(Entry)
    rank = (
        select(func.count() + 1)
        .select_from(better)
        .where(better.season_id == Entry.season_id, better.rating > Entry.rating, better.state == Entry.state)
        .scalar_subquery()
    )
    return (
        select(
            Entry.id.label("entry"),
            Season.id,
            Season.slug,
            Season.title,
            Season.game,
            Season.seats,
            Season.state,
            Season.file.is_not(None).label("league"),
            Season.paused,
            Entry.state.label("entry_state"),
            rank.label("rank"),
            Entry.rating,
            Entry.deviation,
            Entry.sets_rated,
            Entry.joined_at,
            Entry.last_set_at,
        )
        .join(Season, Season.id == Entry.season_id)
        .where(Entry.bot_id == bindparam("bot"), Season.state != SeasonState.DRAFT, seasons_for(who))
        .order_by(Season.id)
        .limit(MOST)
    )


def entered(session: Session, who: Viewer, bot_id: int) -> list[Entered]:
    """Those of its seasons that the viewer may see, running ones first. Three statements."""
    rows = session.execute(_entered(who), {"bot": bot_id})
    lines = [
        Entered(
            row.entry,
            row.id,
            row.slug,
            row.title,
            row.game,
            row.seats,
            row.state.value,
            row.league,
            row.paused,
            row.entry_state.value,
            row.rank if row.entry_state == EntryState.ACTIVE else None,
            row.rating / 1000,
            ERRORS * row.deviation / 1000,
            row.sets_rated,
            row.joined_at,
            row.last_set_at,
        )
        for row in rows
    ]
    lines = _as_known(session, who, bot_id, lines)
    return sorted(lines, key=lambda line: line.season_state != SeasonState.RUNNING.value)


def _as_known(session: Session, who: Viewer, bot_id: int, lines: list[Entered]) -> list[Entered]:
    """The lines with ratings and ranks as far as the viewer may know them."""
    partly = concealed(session, who, [line.season_id for line in lines])
    known = ratings_known(session, who, partly)

    def told(line: Entered) -> Entered:
        rating, sets = known.get((line.season_id, bot_id), (0, 0))
        better = sum(other > rating for (season_id, _), (other, _) in known.items() if season_id == line.season_id)
        rank = None if line.rank is None else better + 1
        return replace(line, rank=rank, rating=rating / 1000, interval=float(UNTOLD), sets=sets, last_set_at=None)

    return [told(line) if line.season_id in partly else line for line in lines]


@lru_cache(VIEWERS)
def _log(who: Viewer | None) -> Any:
    """None: somebody to whom nothing of the season is hidden; no need then to look at the set of every line."""
    lines: Any = select(RatingEntry) if who is None else known_lines(who)
    return (
        lines.with_only_columns(
            RatingEntry.id, RatingEntry.at, RatingEntry.set_id, RatingEntry.change, RatingEntry.deviation
        )
        .where(RatingEntry.season_id == bindparam("season"), RatingEntry.bot_id == bindparam("bot"))
        .order_by(RatingEntry.id.desc())
        .limit(bindparam("most", type_=Integer))
    )


def curve(session: Session, who: Viewer, entry: Entered | None, bot_id: int, most: int = CURVE) -> list[CurvePoint]:
    """Its ratings in a season, oldest first, without sets that the viewer may not see. One statement, three if they are many:
    then the newer half of the points is as it was, and the older half is spread over all that came before.
    """
    if entry is None:
        return []
    rows = session.execute(
        _log(None if entry.interval else who), {"season": entry.season_id, "bot": bot_id, "most": most}
    ).all()
    if entry.interval and len(rows) == most:
        return _thinned(session, entry.season_id, bot_id, [row.id for row in rows[: most // 2]])
    # Backwards from the rating as the viewer knows it: what a line says it came to may hold hidden sets.
    points, rating = [], round(1000 * entry.rating)
    for row in rows:
        band = ERRORS * (row.deviation or 0) / 1000 if entry.interval else float(UNTOLD)
        points.append(CurvePoint(row.at, rating / 1000, row.set_id, band))
        rating -= row.change
    return points[::-1]


def _thinned(session: Session, season_id: int, bot_id: int, newest: list[int]) -> list[CurvePoint]:
    """The newest lines, and as many of the older ones, evenly spread from the first on."""
    own = (RatingEntry.season_id == season_id, RatingEntry.bot_id == bot_id)
    first = session.scalars(select(func.min(RatingEntry.id)).where(*own)).one() or newest[-1]
    step = (newest[-1] - first) / len(newest)
    # Each is one look into the index, however long the history is.
    spread = [
        select(func.max(RatingEntry.id)).where(*own, RatingEntry.id <= int(first + step * at)).scalar_subquery()
        for at in range(len(newest))
    ]
    rows = session.scalars(
        select(RatingEntry).where(or_(RatingEntry.id.in_(newest), RatingEntry.id.in_(spread))).order_by(RatingEntry.id)
    )
    return [
        CurvePoint(row.at, row.rating / 1000, row.set_id, ERRORS * (row.deviation or 0) / 1000) for row in rows.all()
    ]


@cache
def _versions() -> Any:
    return (
        select(BotVersion.name, BotVersion.first_seen_at)
        .where(BotVersion.bot_id == bindparam("bot"))
        .order_by(BotVersion.id.desc())
        .limit(20)
    )


def versions(session: Session, bot_id: int) -> list[tuple[str, datetime]]:
    """Versions it has declared, the newest last."""
    rows = session.execute(_versions(), {"bot": bot_id}).all()
    return [(row.name, row.first_seen_at) for row in reversed(rows)]


@lru_cache(VIEWERS)
def _recent(who: Viewer | None) -> Any:
    """None: somebody to whom nothing of the season is hidden."""
    # The newest seats first, by themselves: joined at once, PostgreSQL goes through every match the bot ever played.
    newest = (
        select(MatchSeat.match_id, MatchSeat.seat, MatchSeat.place, MatchSeat.verdict, MatchSeat.think_ms)
        .where(MatchSeat.bot_id == bindparam("bot"))
        .order_by(MatchSeat.match_id.desc())
        .limit(LOOKED_AT)
        .subquery()
    )
    return (
        select(newest, TableSet.seats)
        .join(Match, Match.id == newest.c.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .where(
            TableSet.season_id == bindparam("season"),
            TableSet.kind == SetKind.RATED,
            Match.state == MatchState.FINISHED,
            are_names_told(),  # a rotation that is over must not name its rivals while the set goes on
            true() if who is None else visible_sets(who),
        )
        .order_by(newest.c.match_id.desc())
        .limit(RECENT)
    )


def recent(
    session: Session, who: Viewer, entry: Entered | None, bot_id: int
) -> tuple[list[Rival], list[SeatPlaces], Habits]:
    """Whom it met in its last matches, its places by seat, and its habits. Two statements."""
    if entry is None:
        return [], [], Habits(0, 0.0, 0, 0)
    told_whole = None if entry.interval else who
    rows = session.execute(_recent(told_whole), {"season": entry.season_id, "bot": bot_id}).all()
    counted: dict[tuple[int, int], list[int]] = {}
    for row in rows:
        line = counted.setdefault((row.seats, row.seat), [0] * row.seats)
        line[(row.place or row.seats) - 1] += 1
    think = [row.think_ms or 0 for row in rows]
    habits = Habits(
        len(rows),
        sum(think) / len(think) if think else 0.0,
        max(think, default=0),
        sum(1 for row in rows if row.verdict not in {None, "finished"}),
    )
    places = [SeatPlaces(table, seat, tuple(line)) for (table, seat), line in sorted(counted.items())]
    return _rivals(session, bot_id, [row.match_id for row in rows]), places, habits


@cache
def _met() -> Any:
    own, other = aliased(MatchSeat), aliased(MatchSeat)
    met = (
        select(
            other.bot_id,
            func.count().label("met"),
            func.sum(case((own.place < other.place, 1), else_=0)).label("ahead"),
            func.sum(case((own.place == other.place, 1), else_=0)).label("level"),
        )
        .select_from(own)
        .join(other, other.match_id == own.match_id)
        .where(among(own.match_id, "matches"), own.bot_id == bindparam("bot"), other.bot_id != bindparam("bot"))
        .group_by(other.bot_id)
        .subquery()
    )
    return (
        select(Bot.name, met.c.met, met.c.ahead, met.c.level)
        .join(met, met.c.bot_id == Bot.id)
        .order_by(met.c.met.desc(), Bot.name)
        .limit(50)
    )


def _rivals(session: Session, bot_id: int, matches: list[int]) -> list[Rival]:
    """Whom it met in these matches, most often first."""
    rows = session.execute(_met(), {"matches": matches, "bot": bot_id})
    return [Rival(row.name, row.met, int(row.ahead), int(row.level)) for row in rows]
