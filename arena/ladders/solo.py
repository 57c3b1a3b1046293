"""Solo seasons: everyone plays the same public set-ups alone, and the mean score counts (docs/ratings.md).

The season's seed gives its set-ups. The entry's rating is the mean over set-ups of the newest version that has played, in thousandths; the log
has a line for every match, so the table follows from it as in any other season.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.db.database import stored
from arena.db.models import (
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
from arena.matches.running import FINISHED
from arena.ratings import elo
from arena.ratings.intervals import half_width
from engine.core.chance import derived

FAULTED = 0
"""The score of a match that a stand-in finished: its points are not the bot's."""


@dataclass(frozen=True, slots=True)
class MeanScore:
    """The mean over set-ups of the scores of one version of a bot."""

    mean: float
    error: float | None
    """Half the width of its 95 % interval, with the set-up as the unit; None with one set-up."""
    matches: int


def mean_score(scores: Mapping[str, Sequence[float]]) -> MeanScore:
    """The mean of scores by set-up. Several matches of one set-up are averaged first."""
    means = [fmean(scores[setup]) for setup in sorted(scores)]
    error = half_width(means) if len(means) > 1 else None
    return MeanScore(fmean(means), error, sum(len(row) for row in scores.values()))


def setup_seeds(season: Season) -> list[int]:
    """The public seeds of the season's set-ups."""
    return [derived(int(season.seed), f"setup {number}") for number in range(season.setups)]


def rate_solo(session: Session, table_set: TableSet) -> dict[int, int]:
    """Update the mean of the bot that played the set; returns the change per bot id, in thousandths."""
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
    played = mean_score(scores)
    change = round(1000 * played.mean) - entry.rating
    entry.rating += change
    entry.deviation = _deviation(played)
    entry.sets_rated = played.matches
    line = RatingEntry(season_id=entry.season_id, set_id=table_set.id, bot_id=seat.bot_id, kind="set")
    line.change, line.rating = change, entry.rating
    stored(session, line)
    return {seat.bot_id: change}


def recomputed(session: Session, season: Season) -> Iterator[tuple[int, str]]:
    """What of a solo season's table does not follow from its log and its scores: bot and sentence."""
    rows = {row.set_id: row for row in session.execute(_results(season.id))}
    by_version: dict[tuple[int, int | None], dict[str, list[float]]] = {}
    ratings: dict[int, int] = {}
    for entry in session.scalars(
        select(RatingEntry).where(RatingEntry.season_id == season.id).order_by(RatingEntry.id)
    ):
        before = ratings.get(entry.bot_id, 0)
        if entry.set_id is None:
            ratings[entry.bot_id] = before + entry.change
            continue
        row = rows.get(entry.set_id)
        if row is None or row.bot_id != entry.bot_id:
            yield entry.bot_id, f"set {entry.set_id} is in the log and has no finished match of it"
            continue
        scores = by_version.setdefault((row.bot_id, row.version_id), {})
        scores.setdefault(row.seed, []).append(_score(row))
        ratings[entry.bot_id] = round(1000 * mean_score(scores).mean)
        moved = ratings[entry.bot_id] - before
        if entry.change != moved:
            yield entry.bot_id, f"set {entry.set_id} moved it by {entry.change}, its scores give {moved}"
    for entered in session.scalars(select(Entry).where(Entry.season_id == season.id)):
        logged = ratings.get(entered.bot_id)
        if entered.rating != logged:
            yield entered.bot_id, f"has {entered.rating}, the log gives {logged}"


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


def _deviation(played: MeanScore) -> int:
    """The deviation behind the ± of the table, in thousandths; the widest after one set-up."""
    return elo.WIDEST if played.error is None else min(elo.WIDEST, round(1000 * played.error / elo.HALF_WIDTH))
