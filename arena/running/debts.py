"""What a bot still owes when it wants to finish: its sets that are not over.

A bot that left between two rotations would forfeit the rest of the set. So the gateway keeps it until the sets are done that were made
for it, but not for a whole round of a league: of that only what has begun.
"""

import asyncio

from sqlalchemy import exists, or_, select

from arena.storage.database import Database
from arena.storage.models import Match, MatchSeat, MatchState, SetKind, SetState, TableSet


class Debts:
    """Looks a bot's open sets up."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def __call__(self, bot_id: str) -> bool:
        """Whether it has matches to play before it may go."""
        return await asyncio.to_thread(self.owed, int(bot_id))

    def owed(self, bot_id: int) -> bool:
        """The same, at once."""
        other = Match.__table__.alias()
        begun = exists().where(other.c.set_id == TableSet.id, other.c.started_at.is_not(None))
        at_hand = TableSet.round_id.is_(None) & (TableSet.kind != SetKind.CHALLENGE)
        owed = (
            select(Match.id)
            .join(TableSet)
            .join(MatchSeat)
            .where(
                MatchSeat.bot_id == bot_id,
                MatchSeat.left.is_(False),
                Match.state.in_((MatchState.QUEUED, MatchState.RUNNING)),
                TableSet.state == SetState.OPEN,
                or_(at_hand, begun),
            )
        )
        with self._database.read() as session:
            return session.scalar(owed.limit(1)) is not None
