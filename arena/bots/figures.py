"""What a bot did in one season: its rating curve, rivals, places by seat, habits and versions.

Figures cover its last matches, so a page costs the same however long its history is.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import Integer, bindparam, case, func, or_, select, true
from sqlalchemy.orm import Session, aliased

from arena.access.viewers import VIEWERS, Viewer, are_names_public, visible_sets
from arena.bots.queries import BotEntry
from arena.db.any_of import any_of
from arena.db.models import (
    Bot,
    BotVersion,
    Match,
    MatchSeat,
    MatchState,
    RatingEntry,
    SetKind,
    TableSet,
)
from arena.ladders.queries import NOT_SHOWN, visible_log
from arena.seasons.leaderboard import ERRORS

RECENT = 200
"""How many of its last rated matches a bot's figures cover."""
LOOKED_AT = 3 * RECENT
"""How many of its last matches, of all seasons and kinds, are searched for them."""
CURVE = 120
"""The most points of a rating curve: more are no clearer on a screen, and each costs."""
VERSIONS = 20
"""How many of its newest versions are listed."""


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


@dataclass(frozen=True, slots=True)
class VersionLine:
    """How one version did in a season."""

    name: str
    since: datetime
    matches: int
    firsts: int
    mean_place: float
    mean_score: float
    faults: int
    change: float
    """By how much its sets moved the rating, in points. A set counts for the version that played its last match."""


@lru_cache(VIEWERS)
def _log(who: Viewer | None) -> Any:
    """*who* is None if nothing of the season is hidden: then no line needs its set."""
    lines: Any = select(RatingEntry) if who is None else visible_log(who)
    return (
        lines.with_only_columns(
            RatingEntry.id, RatingEntry.at, RatingEntry.set_id, RatingEntry.change, RatingEntry.deviation
        )
        .where(RatingEntry.season_id == bindparam("season"), RatingEntry.bot_id == bindparam("bot"))
        .order_by(RatingEntry.id.desc())
        .limit(bindparam("most", type_=Integer))
    )


def curve(session: Session, who: Viewer, entry: BotEntry | None, bot_id: int, most: int = CURVE) -> list[CurvePoint]:
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
        band = ERRORS * (row.deviation or 0) / 1000 if entry.interval else float(NOT_SHOWN)
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
        .limit(VERSIONS)
    )


def versions(session: Session, bot_id: int) -> list[tuple[str, datetime]]:
    """Versions it has declared, the newest last."""
    return [(row.name, row.first_seen_at) for row in reversed(session.execute(_versions(), {"bot": bot_id}).all())]


@lru_cache(VIEWERS)
def _recent(who: Viewer | None) -> Any:
    """*who* is None if nothing of the season is hidden."""
    # The newest seats first, in a query inside: joined at once, PostgreSQL goes through every match the bot ever played.
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
            are_names_public(),  # a rotation that is over must not name its rivals while the set goes on
            true() if who is None else visible_sets(who),
        )
        .order_by(newest.c.match_id.desc())
        .limit(RECENT)
    )


def recent(
    session: Session, who: Viewer, entry: BotEntry | None, bot_id: int
) -> tuple[list[Rival], list[SeatPlaces], Habits]:
    """Whom it met in its last matches, its places by seat, and its habits. Two statements."""
    if entry is None:
        return [], [], Habits(0, 0.0, 0, 0)
    hidden_from = None if entry.interval else who
    rows = session.execute(_recent(hidden_from), {"season": entry.season_id, "bot": bot_id}).all()
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
        .where(any_of(own.match_id, "matches"), own.bot_id == bindparam("bot"), other.bot_id != bindparam("bot"))
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


@cache
def _changes() -> Any:
    """Per version the sum of the changes by its sets, rulings included."""
    own = (MatchSeat.bot_id == bindparam("bot"), TableSet.season_id == bindparam("season"))
    sets = (
        select(TableSet.id.label("set_id"), func.max(MatchSeat.version_id).label("version_id"))
        .join(Match, Match.set_id == TableSet.id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .where(*own, TableSet.kind == SetKind.RATED, Match.state == MatchState.FINISHED)
        .group_by(TableSet.id)
        .subquery()
    )
    return (
        select(sets.c.version_id, func.sum(RatingEntry.change).label("change"))
        .join(RatingEntry, RatingEntry.set_id == sets.c.set_id)
        .where(RatingEntry.bot_id == bindparam("bot"), RatingEntry.season_id == bindparam("season"))
        .group_by(sets.c.version_id)
        .subquery()
    )


@cache
def _by_version() -> Any:
    changes = _changes()
    return (
        select(
            func.max(changes.c.change).label("change"),
            BotVersion.name,
            BotVersion.first_seen_at,
            func.count().label("matches"),
            func.sum(case((MatchSeat.place == 1, 1), else_=0)).label("firsts"),
            func.avg(MatchSeat.place).label("mean"),
            func.avg(MatchSeat.score).label("score"),
            func.sum(case((MatchSeat.verdict != "finished", 1), else_=0)).label("faults"),
        )
        .join(MatchSeat, MatchSeat.version_id == BotVersion.id)
        .join(Match, Match.id == MatchSeat.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .outerjoin(changes, changes.c.version_id == BotVersion.id)
        .where(
            BotVersion.bot_id == bindparam("bot"),
            TableSet.season_id == bindparam("season"),
            TableSet.kind == SetKind.RATED,
            Match.state == MatchState.FINISHED,
        )
        .group_by(BotVersion.id, BotVersion.name, BotVersion.first_seen_at)
        .order_by(BotVersion.id.desc())
        .limit(VERSIONS)
    )


def by_version(session: Session, entry: BotEntry | None, bot_id: int) -> list[VersionLine]:
    """How its versions did in a season, the newest first; nothing where a part of the season is hidden. One statement."""
    if entry is None or not entry.interval:
        return []
    rows = session.execute(_by_version(), {"season": entry.season_id, "bot": bot_id})
    return [
        VersionLine(
            row.name,
            row.first_seen_at,
            row.matches,
            int(row.firsts),
            float(row.mean),
            float(row.score),
            int(row.faults),
            int(row.change or 0) / 1000,
        )
        for row in rows
    ]
