"""Ratings as far as somebody may know them: the sum of the log over the sets they may see.

Where no part of a season is hidden from the viewer this is the rating itself, and nobody needs to come here. Otherwise a rating would tell
how hidden sets ended. The deviation is not told at all then: the log does not have it.
"""

from collections.abc import Collection
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.storage.models import RatingEntry, TableSet
from arena.storage.pages.viewers import Viewer, visible_sets

UNTOLD = 0
"""Stands for a deviation that is not told."""


def known_lines(who: Viewer) -> Any:
    """The lines of the rating log that the viewer may know, to be filtered further."""
    return (
        select(RatingEntry)
        .outerjoin(TableSet, TableSet.id == RatingEntry.set_id)
        .where(RatingEntry.set_id.is_(None) | visible_sets(who))
    )


def known_ratings(who: Viewer, seasons: Collection[int]) -> Any:
    """A selection of season_id, bot_id, rating (thousandths) and sets_rated in these seasons."""
    lines = (
        known_lines(who)
        .where(RatingEntry.season_id.in_(seasons))
        .with_only_columns(
            RatingEntry.season_id,
            RatingEntry.bot_id,
            func.sum(RatingEntry.change).label("rating"),
            func.count(RatingEntry.set_id.distinct()).label("sets_rated"),
        )
    )
    return lines.group_by(RatingEntry.season_id, RatingEntry.bot_id)


def ratings_known(session: Session, who: Viewer, seasons: Collection[int]) -> dict[tuple[int, int], tuple[int, int]]:
    """Per season and bot: rating and sets. One statement, none without seasons."""
    if not seasons:
        return {}
    rows = session.execute(known_ratings(who, seasons))
    return {(row.season_id, row.bot_id): (int(row.rating), row.sets_rated) for row in rows}
