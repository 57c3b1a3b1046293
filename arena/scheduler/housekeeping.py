"""Removing what is no longer needed: rows beyond what the settings keep, and keys in Redis that outlived their match; and telling bots that their set is void.

Private notes, fault logs and audit lines have limits; results and replays stay forever. A worker that died with its match void or given up
leaves keys behind.

A set is announced once, within the next pass of the scheduler. Redis remembers which were; if it forgets, a bot may hear of one twice. Of a ladder
set that nobody has begun its bots never knew, so they hear nothing.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from redis import Redis
from sqlalchemy import Text, cast, delete, func, or_, select, tuple_
from sqlalchemy.orm import Session, selectinload

from arena.db.database import Database, rows_changed, utcnow
from arena.db.models import (
    AuditEntry,
    Bot,
    Delivery,
    FaultEntry,
    Match,
    MatchSeat,
    MatchState,
    PrivateNotes,
    Season,
    SetKind,
    SetState,
    TableSet,
    audit,
)
from arena.matches.spec import About
from arena.metrics import figures
from arena.settings import Settings
from arena.transport import keys
from arena.transport.inboxes import Envelope, inbox
from arena.transport.presence import present
from arena.wire.messages import void_set

log = logging.getLogger(__name__)

BATCH = 500
"""Rows per transaction: a worker that records a result waits for one batch, not for all of them."""


@dataclass(frozen=True, slots=True)
class ExpiredRows:
    """One kind of rows that are not kept forever."""

    name: str
    table: type[Any]
    keys: tuple[Any, ...]
    old: Any
    """Selects the keys of rows that are too old or too many, a batch of them."""


def expired_rows(settings: Settings, now: datetime) -> Iterator[ExpiredRows]:
    """What the settings do not keep forever."""

    def before(days: float) -> datetime:
        return now - timedelta(days=days)

    notes = (PrivateNotes.match_id, PrivateNotes.seat)
    finished = select(*notes).join(Match, Match.id == PrivateNotes.match_id)
    candidates = [
        (
            "notes",
            settings.keep_notes_days,
            PrivateNotes,
            notes,
            finished.where(Match.finished_at < before(settings.keep_notes_days)),
        ),
        *(
            (name, days, table, (table.id,), select(table.id).where(table.at < before(days)))
            for name, days, table in (
                ("faults", settings.keep_faults_days, FaultEntry),
                ("audit", settings.keep_audit_days, AuditEntry),
            )
        ),
        (
            "deliveries",
            settings.keep_deliveries_days,
            Delivery,
            (Delivery.id,),
            select(Delivery.id).where(Delivery.ended_at < before(settings.keep_deliveries_days)),
        ),
    ]
    for name, days, table, columns, old in candidates:
        if days > 0:
            yield ExpiredRows(name, table, columns, old.order_by(*columns).limit(BATCH))
    if settings.notes_megabytes > 0:
        yield ExpiredRows("excess_notes", PrivateNotes, notes, _excess_notes(settings.notes_megabytes * 1_000_000))


def _excess_notes(most_bytes: float) -> Any:
    """A batch of the notes that a team has beyond its limit, counted from the newest."""
    size = func.length(cast(PrivateNotes.notes, Text))
    newest_first = (PrivateNotes.match_id.desc(), PrivateNotes.seat.desc())
    so_far = func.sum(size).over(partition_by=Bot.team_id, order_by=newest_first)
    seat = (MatchSeat.match_id == PrivateNotes.match_id) & (MatchSeat.seat == PrivateNotes.seat)
    sized = (
        select(PrivateNotes.match_id, PrivateNotes.seat, so_far.label("so_far"))
        .join(MatchSeat, seat)
        .join(Bot, Bot.id == MatchSeat.bot_id)
        .subquery()
    )
    beyond = select(sized.c.match_id, sized.c.seat).where(sized.c.so_far > most_bytes)
    return beyond.order_by(sized.c.match_id, sized.c.seat).limit(BATCH)


def tidy(database: Database, settings: Settings, now: datetime | None = None) -> dict[str, int]:
    """Remove rows that are too old or too many. Returns how many of each kind. Running it twice, or twice at once, is safe."""
    removed = {rows.name: _clear(database, rows) for rows in expired_rows(settings, now or utcnow())}
    for name, count in removed.items():
        figures.TIDIED.labels(name).inc(count)
    if any(removed.values()):
        log.info("tidied: %s", ", ".join(f"{count} {name}" for name, count in removed.items()))
        with database.write() as session:
            audit(session, "housekeeping", "tidied", "arena", **removed)
    return removed


def _clear(database: Database, rows: ExpiredRows) -> int:
    removed = 0
    while True:
        with database.write() as session:
            old = [tuple(row) for row in session.execute(rows.old)]
            if not old:
                return removed
            removed += rows_changed(session, delete(rows.table).where(tuple_(*rows.keys).in_(old)))


log = logging.getLogger(__name__)


def sweep(database: Database, redis: Redis) -> list[int]:
    """Delete journals, leases and seats of matches that are over. Returns these matches."""
    seen = _matches(redis)
    seats = _seats(redis)
    wanted = seen | {match_id for matches in seats.values() for match_id in matches}
    if not wanted:
        return []
    with database.read() as session:  # after looking at Redis: a match is open before it has keys there
        open_states = (MatchState.QUEUED, MatchState.RUNNING)
        kept = set(session.scalars(select(Match.id).where(Match.id.in_(wanted), Match.state.in_(open_states))))
    for match_id in seen - kept:
        redis.delete(
            keys.journal(match_id), keys.journal_proof(match_id), keys.lease(match_id), keys.live_status(match_id)
        )
    for bot, matches in seats.items():
        if over := [str(match_id) for match_id in matches - kept]:
            redis.hdel(bot, *over)
    gone = sorted(wanted - kept)
    if gone:
        log.info("swept what was left of matches %s", ", ".join(map(str, gone)))
    return gone


def _matches(redis: Redis) -> set[int]:
    """Matches that have a journal or a lease."""
    matches: set[int] = set()
    for pattern in (keys.journal("*"), keys.LEASES):
        for key in redis.scan_iter(pattern, count=1000):
            number = key.decode().split(":")[2]
            if number.isdigit():
                matches.add(int(number))
    return matches


def _seats(redis: Redis) -> dict[str, set[int]]:
    """Per key of a bot: the matches it is noted for."""
    return {
        key.decode(): {int(field) for field in redis.hkeys(key)}
        for key in redis.scan_iter(keys.playing("*"), count=1000)
    }


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
        redis.rpush(address, Envelope("tell", {"bot": str(bot_id)}, message).packed())
        redis.expire(address, keys.INBOX_SECONDS)
