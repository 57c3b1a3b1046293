"""What a bot still owes when it wants to finish: its sets that are not over.

A bot that left between two rotations would forfeit the rest of the set. So the gateway keeps it until the sets are done that have begun;
ladder sets that have not are dropped by the scheduler. A challenge keeps it too, but not for long: nobody forfeits a challenge, so
one that waits for somebody else would keep the bot until it is called off.
"""

import asyncio
from datetime import timedelta

from sqlalchemy import ColumnElement, Select, exists, select

from arena.storage.base import utcnow
from arena.storage.database import Database
from arena.storage.models import Match, MatchSeat, MatchState, SetKind, SetState, TableSet

CHALLENGE_PATIENCE = timedelta(seconds=30)
"""How long a finishing bot is kept for the next match of a challenge that has begun."""


class Debts:
    """Looks a bot's open sets up."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def __call__(self, bot_id: str) -> bool:
        """Whether it has matches to play before it may go."""
        return await asyncio.to_thread(self.owed, int(bot_id))

    async def over(self, bot_id: str, match_ids: list[str]) -> list[str]:
        """Those of the bot's matches that nobody plays any more, and nobody will."""
        return await asyncio.to_thread(self._over, int(bot_id), match_ids)

    def owed(self, bot_id: int) -> bool:
        """The same, at once."""
        other = Match.__table__.alias()
        begun = exists().where(other.c.set_id == TableSet.id, other.c.started_at.is_not(None))
        is_challenge = TableSet.kind == SetKind.CHALLENGE
        soon = (Match.state == MatchState.RUNNING) | (Match.ready_at > utcnow() - CHALLENGE_PATIENCE)
        sent = Match.sent_at.is_not(None)  # a worker is about to begin it
        owed = ((begun | sent) & ~is_challenge) | (begun & is_challenge & soon)
        with self._database.read() as session:
            return session.scalar(_open_matches(bot_id).where(owed).limit(1)) is not None

    def _over(self, bot_id: int, match_ids: list[str]) -> list[str]:
        with self._database.read() as session:
            still_open = {str(match_id) for match_id in session.scalars(_open_matches(bot_id))}
        return [match_id for match_id in match_ids if match_id not in still_open]


def _open_matches(bot_id: int) -> Select[int]:
    is_open: ColumnElement[bool] = Match.state.in_((MatchState.QUEUED, MatchState.RUNNING))
    return (
        select(Match.id)
        .join(TableSet)
        .join(MatchSeat)
        .where(MatchSeat.bot_id == bot_id, MatchSeat.left.is_(False), is_open, TableSet.state == SetState.OPEN)
    )
