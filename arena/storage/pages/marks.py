"""What has changed, at the cost of a few rows: live parts are made anew only when their mark is another."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.storage.models import Match, MatchState, RatingEntry, TableSet


@dataclass(frozen=True, slots=True)
class Marks:
    """Figures that move whenever something of their kind happens."""

    running: tuple[int, int | None]
    """How many matches are played, and the newest of them."""
    finished: datetime | None
    rated: int | None
    """The last line of the rating log."""
    matches: dict[int, tuple[str, str]]
    """State of a match and of its set."""


def marks(session: Session, match_ids: Collection[int]) -> Marks:
    """The marks now, with those of some matches. Four statements."""
    running = session.execute(select(func.count(), func.max(Match.id)).where(Match.state == MatchState.RUNNING)).one()
    states = session.execute(
        select(Match.id, Match.state, TableSet.state.label("whole"))
        .join(TableSet, TableSet.id == Match.set_id)
        .where(Match.id.in_(match_ids))
    )
    return Marks(
        (running[0], running[1]),
        session.scalar(select(func.max(Match.finished_at))),
        session.scalar(select(func.max(RatingEntry.id))),
        {row.id: (row.state.value, row.whole.value) for row in states},
    )
