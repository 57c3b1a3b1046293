"""How a game plays out: scores, lengths and seats over its last public rated matches. One statement, whatever the history."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.access.viewers import PUBLIC, visible_sets
from arena.db.models import Match, MatchSeat, MatchState, SetKind, SetState, TableSet
from arena.ratings.intervals import wilson

SAMPLE = 600
"""How many of a game's last matches are counted."""
FARTHEST = 50_000
"""How many of the newest matches are searched for those of one game."""
FEWEST = 10
"""With fewer matches of a table size nothing is said about it."""


@dataclass(frozen=True, slots=True)
class SeatShare:
    """How often a seat came first, shared first places counted in part, with the 95 % interval (Wilson)."""

    seat: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution: where it lies, and how many fell into each of its equal steps."""

    low: int
    step: int
    counts: tuple[int, ...]
    least: int
    middle: float
    most: int


@dataclass(frozen=True, slots=True)
class TableStatistics:
    """Matches of one number of seats."""

    seats: int
    matches: int
    scores: Spread
    winning: Spread
    """Best score of each match."""
    lengths: Spread
    """Decisions of a whole match."""
    firsts: tuple[SeatShare, ...]


def statistics(session: Session, game: str) -> list[TableStatistics]:
    """By number of seats, over matches without a fault: a stand-in's moves say nothing about the game."""
    newest = (
        select(Match.id, Match.decisions, TableSet.seats.label("table"))
        .join(TableSet, TableSet.id == Match.set_id)
        .where(
            Match.id > select(func.coalesce(func.max(Match.id), 0) - FARTHEST).scalar_subquery(),
            TableSet.game == game,
            TableSet.kind == SetKind.RATED,
            TableSet.state == SetState.DONE,
            Match.state == MatchState.FINISHED,
            visible_sets(PUBLIC),
        )
        .order_by(Match.id.desc())
        .limit(SAMPLE)
        .subquery()
    )
    rows = session.execute(
        select(newest.c.id, newest.c.decisions, newest.c.table, MatchSeat.seat, MatchSeat.score, MatchSeat.place)
        .add_columns(MatchSeat.verdict)
        .join(MatchSeat, MatchSeat.match_id == newest.c.id)
    ).all()
    faulted = {row.id for row in rows if row.verdict != "finished" or row.score is None or row.place is None}
    tables: dict[int, dict[int, tuple[int, dict[int, tuple[int, int]]]]] = {}
    for row in rows:
        if row.id not in faulted:
            played = tables.setdefault(row.table, {}).setdefault(row.id, (row.decisions or 0, {}))
            played[1][row.seat] = (row.score, row.place)
    return [_table(seats, list(played.values())) for seats, played in sorted(tables.items()) if len(played) >= FEWEST]


def _table(seats: int, played: list[tuple[int, dict[int, tuple[int, int]]]]) -> TableStatistics:
    scores = [score for _, sat in played for score, _ in sat.values()]
    return TableStatistics(
        seats,
        len(played),
        spread(scores),
        spread([max(score for score, _ in sat.values()) for _, sat in played]),
        spread([decisions for decisions, _ in played]),
        _firsts(seats, [{seat: place for seat, (_, place) in sat.items()} for _, sat in played]) if seats > 1 else (),
    )


def _firsts(seats: int, played: Sequence[dict[int, int]]) -> tuple[SeatShare, ...]:
    won = dict.fromkeys(range(seats), 0.0)
    for places in played:
        first = [seat for seat, place in places.items() if place == 1]
        for seat in first:
            won[seat] += 1 / len(first)
    return tuple(SeatShare(seat, share / len(played), *wilson(share, len(played))) for seat, share in won.items())


def spread(values: Sequence[int], most_steps: int = 24) -> Spread:
    """Equal steps of a round width from the least to the greatest value."""
    least, greatest = min(values), max(values)
    step = next(size for size in _round_sizes() if (greatest // size) - (least // size) < most_steps)
    low = least // step
    counted = Counter(value // step - low for value in values)
    counts = tuple(counted[at] for at in range(greatest // step - low + 1))
    return Spread(low * step, step, counts, least, median(values), greatest)


def _round_sizes() -> list[int]:
    return [size * 10**power for power in range(7) for size in (1, 2, 5)]
