"""Ratings for pages: as far as a viewer may see them, and season fits, computed at most once a minute and only for small seasons."""

import threading
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer, visible_sets
from arena.db.models import Match, MatchSeat, MatchState, RatingEntry, SetKind, SetState, TableSet
from arena.ratings.fit import Estimate, SeasonFit, fit
from arena.ratings.results import SetResult, from_seats

NOT_SHOWN = 0
"""The deviation where it is not shown."""


def visible_log(who: Viewer) -> Any:
    """The lines of the rating log that the viewer may see, to be filtered further."""
    return (
        select(RatingEntry)
        .outerjoin(TableSet, TableSet.id == RatingEntry.set_id)
        .where(RatingEntry.set_id.is_(None) | visible_sets(who))
    )


def select_ratings(who: Viewer, seasons: Collection[int]) -> Any:
    """A selection of season_id, bot_id, rating (thousandths) and sets_rated in these seasons."""
    lines = (
        visible_log(who)
        .where(RatingEntry.season_id.in_(seasons))
        .with_only_columns(
            RatingEntry.season_id,
            RatingEntry.bot_id,
            func.sum(RatingEntry.change).label("rating"),
            func.count(RatingEntry.set_id.distinct()).label("sets_rated"),
        )
    )
    return lines.group_by(RatingEntry.season_id, RatingEntry.bot_id)


def visible_ratings(session: Session, who: Viewer, seasons: Collection[int]) -> dict[tuple[int, int], tuple[int, int]]:
    """Per season and bot: rating and sets. One statement, none without seasons."""
    if not seasons:
        return {}
    rows = session.execute(select_ratings(who, seasons))
    return {(row.season_id, row.bot_id): (int(row.rating), row.sets_rated) for row in rows}


MOST_SETS = 5_000
"""Larger seasons have no interval on request: reading and fitting them would hold a thread for seconds."""
FRESH_SECONDS = 60.0


@dataclass(slots=True)
class _Kept:
    made: float
    sets: int
    lines: dict[int, Estimate]


class Fits:
    """The fits a process has made lately."""

    def __init__(self) -> None:
        self._kept: dict[int, _Kept] = {}
        self._lock = threading.Lock()

    def lines(self, session: Session, season_id: int) -> dict[int, Estimate]:
        """The fitted rating per bot id; empty where there is no result yet, or too many. At most two statements."""
        with self._lock:  # one thread fits, the others have use of it
            kept = self._kept.get(season_id)
            if kept is not None and time.monotonic() - kept.made < FRESH_SECONDS:
                return kept.lines
            sets = _done_sets(session, season_id)
            if kept is None or sets != kept.sets:
                kept = _Kept(0.0, sets, _fitted(session, season_id) if 0 < sets <= MOST_SETS else {})
            kept.made = time.monotonic()
            self._kept[season_id] = kept
            return kept.lines


def _rated(season_id: int) -> tuple[object, ...]:
    return (TableSet.season_id == season_id, TableSet.kind == SetKind.RATED, TableSet.state == SetState.DONE)


def _done_sets(session: Session, season_id: int) -> int:
    return session.scalar(select(func.count()).select_from(TableSet).where(*_rated(season_id))) or 0  # type: ignore[arg-type]


def _fitted(session: Session, season_id: int) -> dict[int, Estimate]:
    return {int(line.bot): line for line in season_fit(session, season_id).table()}


def season_fit(session: Session, season_id: int) -> SeasonFit:
    """The fit of all rated sets of a season; bots are named by their ids. One statement."""
    rows = session.execute(
        select(TableSet.id, Match.id, MatchSeat.bot_id, MatchSeat.place)
        .join(Match, Match.set_id == TableSet.id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .where(*_rated(season_id), TableSet.seats > 1, Match.state == MatchState.FINISHED)  # type: ignore[arg-type]
        .order_by(TableSet.id, Match.id, MatchSeat.seat)
    )
    sets: dict[int, dict[int, tuple[list[str], list[int]]]] = {}
    for set_id, match_id, bot_id, place in rows:
        bots, places = sets.setdefault(set_id, {}).setdefault(match_id, ([], []))
        bots.append(str(bot_id))
        places.append(place or 0)
    results: list[SetResult] = [from_seats(str(set_id), list(played.values())) for set_id, played in sets.items()]
    return fit(results)
