"""Bots hear that their set is void, whichever process made it void: a worker, the scheduler, an organiser, the command line.

A set is announced once, within the next pass of the scheduler. Redis remembers which were; if it forgets, a bot may hear of one twice. Of a ladder
set that nobody has begun its bots never knew, so they hear nothing.
"""

from datetime import datetime, timedelta

from redis import Redis
from sqlalchemy import or_, select
from sqlalchemy.orm import Session, selectinload

from arena.db.base import utcnow
from arena.db.database import Database
from arena.db.models import Match, MatchSeat, MatchState, Season, SetKind, SetState, TableSet
from arena.matches.spec import About
from arena.transport import keys
from arena.transport.inboxes import Frame, inbox
from arena.transport.presence import present
from arena.wire.messages import void_set

LOOKED_BACK = timedelta(minutes=5)
"""How late a scheduler that was down still announces a set."""
REMEMBERED = timedelta(minutes=10)
LONGEST_REASON = 300
"""Characters."""


def announce_void_sets(database: Database, redis: Redis, now: datetime | None = None) -> list[int]:
    """Send SetResult to the connected bots of sets that became void lately. Returns these sets."""
    with database.read() as session:
        fresh = [row for row in _void(session, (now or utcnow()) - LOOKED_BACK) if _is_first(redis, row.id)]
        for table_set in fresh:
            _send(session, redis, table_set)
        return [table_set.id for table_set in fresh]


def _void(session: Session, since: datetime) -> list[TableSet]:
    """Void sets that are new to their bots. The matches' times have an index, and a set that becomes void ends at least one of them."""
    ended = select(Match.set_id).where(
        Match.finished_at >= since, Match.state.in_((MatchState.VOID, MatchState.FAILED))
    )
    begun = select(Match.id).where(Match.set_id == TableSet.id, Match.started_at.is_not(None)).exists()
    wanted = select(TableSet).where(
        TableSet.id.in_(ended),
        TableSet.state == SetState.VOID,
        TableSet.house_only.is_(False),
        or_(begun, TableSet.kind == SetKind.CHALLENGE),
    )
    seated = selectinload(TableSet.matches).selectinload(Match.seats).selectinload(MatchSeat.bot)
    return list(session.scalars(wanted.options(seated).order_by(TableSet.id)))


def _is_first(redis: Redis, set_id: int) -> bool:
    return bool(redis.set(keys.announced(set_id), 1, nx=True, ex=REMEMBERED))


def _send(session: Session, redis: Redis, table_set: TableSet) -> None:
    slug = session.scalar(select(Season.slug).where(Season.id == table_set.season_id))
    begun = [match for match in table_set.matches if match.started_at is not None]
    names = {match.id: tuple(seat.bot.name for seat in match.seats) for match in begun}
    reason = (table_set.void_reason or "")[:LONGEST_REASON]
    message = void_set(About(slug or "", table_set.kind.value), table_set.game, names, reason)
    bots = {seat.bot_id for match in table_set.matches for seat in match.seats if seat.bot.house is None}
    for bot_id, there in present(redis, bots).items():
        address = inbox(there.gateway)
        redis.rpush(address, Frame("tell", {"bot": str(bot_id)}, message).packed())
        redis.expire(address, keys.INBOX_SECONDS)
