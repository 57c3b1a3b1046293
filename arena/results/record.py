"""Recording a finished match, exactly once: result, replay, notes and faults in one transaction.

The attempt that completes the last match of a set rates the set in the same transaction, under a lock on the set. A late or double
delivery finds that its attempt no longer holds the match, and changes nothing.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import select, update
from sqlalchemy.exc import InterfaceError, OperationalError, StatementError
from sqlalchemy.orm import Session

from arena.db.database import stored, utcnow
from arena.db.models import (
    Entry,
    FaultEntry,
    Match,
    MatchState,
    PrivateNotes,
    ReplayFile,
    Season,
    SetKind,
    SetState,
    TableSet,
)
from arena.ladders import rating, solo
from arena.matches.record import MatchRecord
from arena.matches.running import FINISHED
from arena.results import claims
from arena.webhooks import events as webhooks

log = logging.getLogger(__name__)

MOST_NOTES = 64 * 1024
"""Bytes of a seat's notes that are kept of one match; the gateway takes as much in all, however often the match is resumed."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What recording a match led to."""

    match_id: int
    set_done: bool
    changes: dict[int, int]
    """Rating change per bot id in milli-points; empty while the set is open or unrated."""
    ratings: dict[int, int]
    """The rating that it led to, for the same bots, in milli-points."""
    names: dict[int, tuple[str, ...]]
    """Who sat where, by match and seat, of the matches that count; empty while the set is open."""


def record(session: Session, match_id: int, attempt: int, played: MatchRecord, replay: bytes) -> Recorded | None:
    """Keep a result; None, and nothing changed, if this attempt does not hold the match any more."""
    match = claims.held(session, match_id, attempt)
    if match is None:
        return None
    match.state, match.finished_at = MatchState.FINISHED, utcnow()
    match.outcome, match.digest, match.decisions = played.outcome.to_dict(), played.digest, len(played.decisions)
    _keep_seats(match, played)
    stored(session, ReplayFile(match_id=match.id, body=replay, sha256=sha256(replay).hexdigest()))
    _keep_extras(session, match, played)
    webhooks.faulted(session, match.id)
    _ready_the_rest(session, match)
    changes: dict[int, int] = {}
    done = _complete(match.table_set)
    if done:
        match.table_set.state, match.table_set.done_at = SetState.DONE, utcnow()
        if match.table_set.kind is SetKind.RATED and match.table_set.season_id is not None:
            rate = solo.rate_solo if match.table_set.seats == 1 else rating.rate_set
            changes = rate(session, match.table_set)
            webhooks.lost_places(session, session.get_one(Season, match.table_set.season_id), changes)
        elif match.table_set.kind is SetKind.VALIDATION:
            _validate(match)
    names = _names(session, match.set_id) if done else {}
    return Recorded(match.id, done, changes, _ratings(session, match.table_set, changes), names)


def _names(session: Session, set_id: int) -> dict[int, tuple[str, ...]]:
    finished = select(Match).where(Match.set_id == set_id, Match.state == MatchState.FINISHED).order_by(Match.rotation)
    return {match.id: tuple(seat.bot.name for seat in match.seats) for match in session.scalars(finished)}


def _ratings(session: Session, table_set: TableSet, bot_ids: Iterable[int]) -> dict[int, int]:
    entries = select(Entry.bot_id, Entry.rating).where(Entry.season_id == table_set.season_id)
    return {row.bot_id: row.rating for row in session.execute(entries.where(Entry.bot_id.in_(bot_ids)))}


def _ready_the_rest(session: Session, match: Match) -> None:
    """The other rotations wait for absent bots from now on: nobody forfeits for a short absence between two of them."""
    session.execute(
        update(Match)
        .where(Match.set_id == match.set_id, Match.state == MatchState.QUEUED, Match.sent_at.is_(None))
        .values(ready_at=match.finished_at)
    )


def _keep_seats(match: Match, played: MatchRecord) -> None:
    think = [0] * len(match.seats)
    for move in played.decisions:
        think[move.seat] += move.think_ms
    for row in match.seats:
        row.score, row.place = played.scores[row.seat], played.places[row.seat]
        row.verdict, row.think_ms = played.verdicts[row.seat], think[row.seat]


def _keep_extras(session: Session, match: Match, played: MatchRecord) -> None:
    """What only owners see. If it cannot be stored the result counts all the same: else a note would be a loser's way out."""
    for keep in (_keep_notes, _keep_faults):
        try:
            with session.begin_nested():
                keep(session, match, played)
        except (StatementError, UnicodeError) as error:
            if isinstance(error, OperationalError | InterfaceError):
                raise  # the database cannot be reached: the whole result is tried again
            log.exception("match %s: private extras are left out", match.id, extra={"match": match.id})


def _keep_notes(session: Session, match: Match, played: MatchRecord) -> None:
    by_seat: dict[int, list[object]] = {}
    sizes = [0] * len(match.seats)
    for note in played.notes:
        sizes[note.seat] += len(note.note.encode(errors="replace"))
        text = note.note if sizes[note.seat] <= MOST_NOTES else ""
        if text or note.value is not None:
            by_seat.setdefault(note.seat, []).append([note.number, text, note.value])
    for seat, rows in by_seat.items():
        session.add(PrivateNotes(match_id=match.id, seat=seat, notes=rows))


def _keep_faults(session: Session, match: Match, played: MatchRecord) -> None:
    for fault in played.faults:
        session.add(
            FaultEntry(
                match_id=match.id,
                seat=fault.seat,
                bot_id=match.seats[fault.seat].bot_id,
                decision=fault.number,
                made=fault.made,
                verdict=fault.verdict,
                detail=fault.detail,
                legal=list(fault.legal),
                sent=fault.sent,
            )
        )


def _validate(match: Match) -> None:
    """A bot that played its first match to the end without a fault may play rated ones."""
    for seat in match.seats:
        if seat.bot.validated_at is None and seat.verdict == FINISHED:
            seat.bot.validated_at = utcnow()


def _complete(table_set: TableSet) -> bool:
    # What is void is played again in another match of the rotation, unless it was cancelled.
    rotations = {match.rotation for match in table_set.matches if match.state is not MatchState.VOID}
    return {match.rotation for match in table_set.matches if match.state is MatchState.FINISHED} == rotations
