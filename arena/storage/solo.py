"""Solo seasons: everyone plays the same public set-ups alone, and the mean score counts (docs/ratings.md).

The season's seed gives its set-ups. The entry's rating is the mean over set-ups of the newest version that has played, in thousandths; the log
has a line for every match, so the table follows from it like any other.
"""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.matches.conduct import FINISHED
from arena.ratings import elo
from arena.ratings.solo import SoloLine, line
from arena.storage.models import (
    Entry,
    Match,
    MatchSeat,
    MatchState,
    RatingEntry,
    Season,
    SetKind,
    SetState,
    TableSet,
)
from engine.core.chance import derived

FAULTED = 0
"""The score of a match that the bot did not play to its end itself: its stand-in's points are not its own."""


def setup_seeds(season: Season) -> list[int]:
    """The public seeds of the season's set-ups."""
    return [derived(int(season.seed), f"setup {number}") for number in range(season.setups)]


def rate_solo(session: Session, table_set: TableSet) -> dict[int, int]:
    """Move the mean of whoever played the set; the change per bot id, in thousandths."""
    seat = next(match.seats[0] for match in table_set.matches if match.state is MatchState.FINISHED)
    entry = session.scalars(
        select(Entry)
        .where(Entry.season_id == table_set.season_id, Entry.bot_id == seat.bot_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one()
    scores: dict[str, list[float]] = {}
    wanted = _results(entry.season_id).where(MatchSeat.bot_id == seat.bot_id, MatchSeat.version_id == seat.version_id)
    for row in session.execute(wanted):
        scores.setdefault(row.seed, []).append(_score(row))
    mean = line(str(seat.bot_id), scores)
    change = _thousandths(mean) - entry.rating
    entry.rating += change
    entry.deviation = _deviation(mean)
    entry.sets_rated = mean.matches
    made = RatingEntry(season_id=entry.season_id, set_id=table_set.id, bot_id=seat.bot_id, kind="set")
    made.change, made.rating = change, entry.rating
    session.add(made)
    session.flush()
    return {seat.bot_id: change}


def recomputed(session: Session, season: Season) -> Iterator[tuple[int, str]]:
    """What of a solo season's table does not follow from its log and its scores: bot and sentence."""
    rows = {row.set_id: row for row in session.execute(_results(season.id))}
    known: dict[tuple[int, int | None], dict[str, list[float]]] = {}
    stands: dict[int, int] = {}
    for entry in session.scalars(
        select(RatingEntry).where(RatingEntry.season_id == season.id).order_by(RatingEntry.id)
    ):
        before = stands.get(entry.bot_id, 0)
        if entry.set_id is None:
            stands[entry.bot_id] = before + entry.change
            continue
        row = rows.get(entry.set_id)
        if row is None or row.bot_id != entry.bot_id:
            yield entry.bot_id, f"set {entry.set_id} is in the log and has no finished match of it"
            continue
        scores = known.setdefault((row.bot_id, row.version_id), {})
        scores.setdefault(row.seed, []).append(_score(row))
        stands[entry.bot_id] = _thousandths(line(str(row.bot_id), scores))
        if entry.change != stands[entry.bot_id] - before:
            moved = stands[entry.bot_id] - before
            yield entry.bot_id, f"set {entry.set_id} moved it by {entry.change}, its scores give {moved}"
    for standing in session.scalars(select(Entry).where(Entry.season_id == season.id)):
        found = stands.get(standing.bot_id)
        if standing.rating != found:
            yield standing.bot_id, f"stands at {standing.rating}, the log gives {found}"


def _results(season_id: int) -> Any:
    return (
        select(
            TableSet.id.label("set_id"),
            TableSet.seed,
            MatchSeat.bot_id,
            MatchSeat.version_id,
            MatchSeat.score,
            MatchSeat.verdict,
        )
        .join(Match, Match.set_id == TableSet.id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .where(
            TableSet.season_id == season_id,
            TableSet.kind == SetKind.RATED,
            TableSet.state == SetState.DONE,
            Match.state == MatchState.FINISHED,
        )
        .order_by(TableSet.id)
    )


def _score(row: Any) -> float:
    return float(row.score or 0) if row.verdict == FINISHED else FAULTED


def _thousandths(mean: SoloLine) -> int:
    return round(1000 * mean.mean)


def _deviation(mean: SoloLine) -> int:
    """As the table's ± shows it; one set-up alone says nothing."""
    if mean.setups < 2:
        return elo.WIDEST
    return min(elo.WIDEST, round(1000 * (mean.high - mean.low) / 2 / elo.HALF_WIDTH))
