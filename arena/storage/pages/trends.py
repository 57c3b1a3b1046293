"""Where ratings of a ladder are going: what the last sets moved. One statement for a whole page."""

from collections.abc import Iterable

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.ratings import elo
from arena.storage.models import Entry, RatingEntry
from arena.storage.pages.leaderboard import Rank

SETS = 10
"""A trend covers so many of a bot's last rated sets."""


def trends(session: Session, season_id: int, ranks: Iterable[Rank]) -> dict[int, float]:
    """Per bot what its last sets moved, in points. Nothing for bots without sets, and where a part of the season is hidden."""
    bots = [rank.bot_id for rank in ranks if rank.sets and rank.interval]
    if not bots:
        return {}
    before = (
        select(RatingEntry.rating)
        .where(RatingEntry.season_id == Entry.season_id, RatingEntry.bot_id == Entry.bot_id)
        .order_by(RatingEntry.id.desc())
        .offset(SETS)
        .limit(1)
        .scalar_subquery()
    )
    first = (
        select(RatingEntry.rating)
        .where(RatingEntry.season_id == Entry.season_id, RatingEntry.bot_id == Entry.bot_id)
        .order_by(RatingEntry.id)
        .limit(1)
        .scalar_subquery()
    )
    rows = session.execute(
        select(Entry.bot_id, Entry.rating, func.coalesce(before, first, elo.START).label("before")).where(
            Entry.season_id == season_id, Entry.bot_id.in_(bots)
        )
    )
    return {row.bot_id: (row.rating - row.before) / 1000 for row in rows}
