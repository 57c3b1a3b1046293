"""Removing what is older or more than the settings keep: private notes, fault logs, audit lines. Results and replays stay for ever."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import CursorResult, Text, cast, delete, func, select, tuple_

from arena.metrics import figures
from arena.settings import Settings
from arena.storage.audit import log as audit
from arena.storage.base import utcnow
from arena.storage.database import Database
from arena.storage.models import AuditEntry, Bot, FaultEntry, Match, MatchSeat, PrivateNotes

log = logging.getLogger(__name__)

BATCH = 500
"""Rows per transaction: whoever records a result waits for one batch, not for all of them."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """One kind of rows that may grow old."""

    name: str
    table: type[Any]
    keys: tuple[Any, ...]
    old: Any
    """Selects the keys of rows that are too old or too many, a batch of them."""


def shelves(settings: Settings, now: datetime) -> Iterator[Shelf]:
    """What the settings do not keep for ever."""

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
    ]
    for name, days, table, keys, old in candidates:
        if days > 0:
            yield Shelf(name, table, keys, old.order_by(*keys).limit(BATCH))
    if settings.notes_megabytes > 0:
        yield Shelf("excess_notes", PrivateNotes, notes, _excess_notes(settings.notes_megabytes * 1_000_000))


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
    """Remove what is too old or too much; how many rows of each kind. Doing it twice, or at once in two places, harms nothing."""
    removed = {shelf.name: _clear(database, shelf) for shelf in shelves(settings, now or utcnow())}
    for name, count in removed.items():
        figures.TIDIED.labels(name).inc(count)
    if any(removed.values()):
        log.info("tidied: %s", ", ".join(f"{count} {name}" for name, count in removed.items()))
        with database.write() as session:
            audit(session, "housekeeping", "tidied", "arena", **removed)
    return removed


def _clear(database: Database, shelf: Shelf) -> int:
    removed = 0
    while True:
        with database.write() as session:
            old = [tuple(row) for row in session.execute(shelf.old)]
            if not old:
                return removed
            gone = session.execute(delete(shelf.table).where(tuple_(*shelf.keys).in_(old)))
            assert isinstance(gone, CursorResult)
            removed += gone.rowcount
