"""When a bot that wants to finish may end.

A bot that left between two rotations would forfeit the rest of the set. So the gateway keeps a finishing bot until the sets that have begun
are over; the scheduler drops ladder sets that have not. A challenge keeps it too, but not for long: nobody forfeits a challenge, so one that
waits for another bot would keep this one until it is called off.
"""

import asyncio
import logging
from datetime import timedelta

from sqlalchemy import ColumnElement, Select, exists, select

from arena.db.database import Database, utcnow
from arena.db.models import Match, MatchSeat, MatchState, SetKind, SetState, TableSet
from arena.gateway.connections import Connections
from arena.gateway.seats import Connection

log = logging.getLogger(__name__)

CHALLENGE_PATIENCE = timedelta(seconds=30)
"""How long a finishing bot is kept for the next match of a challenge that has begun."""
LOOK_SECONDS = 1.5


class Finishing:
    """Keeps finishing bots connected until their sets are over."""

    def __init__(self, connections: Connections, database: Database) -> None:
        self._connections = connections
        self._database = database

    async def until_sets_are_over(self, connection: Connection) -> None:
        """Wait until nothing keeps the bot, or it has left."""
        session = connection.session
        while connection.session is session and await self.has_to_stay(connection.bot_id):  # noqa: ASYNC110  no event tells it
            await asyncio.sleep(LOOK_SECONDS)

    async def has_to_stay(self, bot_id: str) -> bool:
        """Whether it has a set to finish. If that cannot be read it stays: its author can still stop it."""
        try:
            return await asyncio.to_thread(has_open_sets, self._database, int(bot_id))
        except Exception:
            log.exception("could not look the open sets of bot %s up", bot_id, extra={"bot": bot_id})
            return True

    async def leave_ended_matches(self, connection: Connection) -> None:
        """Take a finishing bot out of matches whose end never reached us: they would keep it forever."""
        session, ended_before = connection.session, set[str]()
        while connection.session is session is not None and connection.seats:
            ended = await self._ended(connection)
            for match_id in ended & ended_before:  # twice in a row: the envelope about a match's end follows its record
                log.warning("match %s is over; bot %s did not hear of it", match_id, connection.bot_id)
                self._connections.drop(connection.bot_id, match_id)
            ended_before = ended
            await asyncio.sleep(LOOK_SECONDS)

    async def _ended(self, connection: Connection) -> set[str]:
        """Those of the bot's matches here that are over."""
        try:
            return set(connection.seats) - await asyncio.to_thread(self._still_open, int(connection.bot_id))
        except Exception:
            log.exception(
                "could not look the matches of bot %s up", connection.bot_id, extra={"bot": connection.bot_id}
            )
            return set()

    def _still_open(self, bot_id: int) -> set[str]:
        with self._database.read() as session:
            return {str(match_id) for match_id in session.scalars(_open_matches(bot_id))}


def has_open_sets(database: Database, bot_id: int) -> bool:
    """Whether a finishing bot has matches to play before it may go."""
    other = Match.__table__.alias()
    begun = exists().where(other.c.set_id == TableSet.id, other.c.started_at.is_not(None))
    is_challenge = TableSet.kind == SetKind.CHALLENGE
    soon = (Match.state == MatchState.RUNNING) | (Match.ready_at > utcnow() - CHALLENGE_PATIENCE)
    sent = Match.sent_at.is_not(None)  # a worker is about to begin it
    to_play = ((begun | sent) & ~is_challenge) | (begun & is_challenge & soon)
    with database.read() as session:
        return session.scalar(_open_matches(bot_id).where(to_play).limit(1)) is not None


def _open_matches(bot_id: int) -> Select[int]:
    is_open: ColumnElement[bool] = Match.state.in_((MatchState.QUEUED, MatchState.RUNNING))
    return (
        select(Match.id)
        .join(TableSet)
        .join(MatchSeat)
        .where(MatchSeat.bot_id == bot_id, MatchSeat.left.is_(False), is_open, TableSet.state == SetState.OPEN)
    )
