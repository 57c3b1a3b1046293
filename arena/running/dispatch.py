"""What is queued goes to the workers, and what was lost on the way goes again.

A match is sent once all its bots are connected and have a free place; rated ones first, challenges last. A bot that stays away is
waited for since its match became ready and it was last here, as long as its set says or else the arena's own time, then the match
starts without it: the seat is forfeited, if the bot is still away when a worker begins. Whoever has left a season is not waited
for; a bot that is locked to a version is away while it is connected with another. A paused league season sends nothing. A
challenge waits until all are here, and is called off in the end. Nothing here relies on the broker to deliver: what is queued too
long after being sent is sent again, and a running match without a lease is released.
"""

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from redis import Redis
from sqlalchemy import case, select, update
from sqlalchemy.orm import Session, selectinload

from arena.running import keys
from arena.running.absence import Absences
from arena.running.presence import Present, present
from arena.storage import claims
from arena.storage.base import utcnow
from arena.storage.database import Database
from arena.storage.locks import alone
from arena.storage.models import Match, MatchSeat, MatchState, Season, SetKind, TableSet
from arena.storage.people import version

log = logging.getLogger(__name__)

RESEND_SECONDS = 20
"""A message that no worker has claimed after so long is sent again."""
ABSENT_SECONDS = 60
"""How long a match waits for bots that are not connected."""
CHALLENGE_SECONDS = 3600
"""A challenge whose bots are not all here so long after it was asked for is called off: nobody forfeits for fun."""
MOST_SENT = 200
"""Messages that wait for workers at any time: backpressure, so that a long queue stays in the database."""
URGENCY = {SetKind.VALIDATION: 0, SetKind.RATED: 1, SetKind.CHALLENGE: 2}


@dataclass(slots=True)
class Sent:
    """What a pass sent out."""

    matches: dict[int, list[int]] = field(default_factory=dict)
    """Per match the bots that it starts without: they were away for too long."""
    house_sets: list[int] = field(default_factory=list)
    released: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Outlets:
    """Where messages go; Celery's in the service."""

    match: Callable[[int, list[int]], Any]
    house_set: Callable[[int], Any]


def release_dead(database: Database, redis: Redis, now: datetime | None = None) -> list[int]:
    """Queue again every running match whose lease has run out."""
    now = now or utcnow()
    grace = now - timedelta(seconds=keys.LEASE_SECONDS)
    with database.read() as session:
        running = session.execute(
            select(Match.id, Match.attempt).where(Match.state == MatchState.RUNNING, Match.started_at < grace)
        ).all()
    if not running or int(_info(redis)["uptime_in_seconds"]) < 2 * keys.LEASE_SECONDS:
        return []  # a Redis that was just restarted has lost leases of workers that live
    leases: list[Any] = redis.mget([keys.lease(match_id) for match_id, _ in running])
    dead = [row for row, lease in zip(running, leases, strict=True) if lease is None]
    return [match_id for match_id, attempt in dead if _released(database, match_id, attempt)]


def _info(redis: Redis) -> dict[str, Any]:
    told: Any = redis.info("server")
    return dict(told)


def _released(database: Database, match_id: int, attempt: int) -> bool:
    with database.write() as session:
        released = claims.release(session, match_id, attempt)
    if released:
        log.warning("match %s: attempt %s is dead, queued again", match_id, attempt, extra={"match": match_id})
    return released


def dispatch(
    database: Database, redis: Redis, outlets: Outlets, now: datetime | None = None, absent: float = ABSENT_SECONDS
) -> Sent:
    """Send what can be played now; bots that are away are waited for *absent* seconds."""
    now = now or utcnow()
    sent = Sent(released=release_dead(database, redis, now))
    with database.write() as session:
        alone(session, "dispatch")
        _resend(session, now)
        _choose(session, redis, now, sent, timedelta(seconds=absent))
    for match_id, without in sent.matches.items():  # after the commit: a worker must find what it is told of
        outlets.match(match_id, without)
    for set_id in sent.house_sets:
        outlets.house_set(set_id)
    return sent


def _resend(session: Session, now: datetime) -> None:
    """Messages nobody claimed count as not sent."""
    late = now - timedelta(seconds=RESEND_SECONDS)
    session.execute(update(Match).where(Match.state == MatchState.QUEUED, Match.sent_at < late).values(sent_at=None))


def _choose(session: Session, redis: Redis, now: datetime, sent: Sent, absent: timedelta) -> None:
    queued = session.scalars(
        select(Match)
        .join(TableSet)
        .outerjoin(Season, Season.id == TableSet.season_id)
        .where(
            Match.state == MatchState.QUEUED,
            Match.sent_at.is_(None),
            TableSet.round_id.is_(None) | Season.paused.is_(False),
        )
        .options(selectinload(Match.seats).selectinload(MatchSeat.bot), selectinload(Match.table_set))
        .order_by(case(URGENCY, value=TableSet.kind, else_=9), Match.id)
        .limit(1000)
    ).all()
    if not queued:
        return
    room = MOST_SENT - _waiting(session)
    busy = busy_bots(session)
    wanted = {seat.bot_id for match in queued for seat in match.seats if seat.bot.house is None}
    here = present(redis, wanted)
    absences = Absences(redis, here, wanted - here.keys(), now, absent)
    for match in sorted(queued, key=lambda match: (URGENCY[match.table_set.kind], match.id)):
        if match.table_set.house_only:
            _send_house(match, now, sent)
        elif _is_stale(match, here, now):
            claims.void_set(session, match.table_set, "a bot of the challenge was away for too long")
        elif room > 0 and match.state is MatchState.QUEUED and _can_start(match, here, busy, absences):
            match.sent_at = now
            _note_versions(session, match, here)
            sent.matches[match.id] = [seat.bot_id for seat in _missing(match, here)]
            busy.update(seat.bot_id for seat in match.seats)
            room -= 1


def _note_versions(session: Session, match: Match, here: dict[int, Present]) -> None:
    """Each seat names the version that sits down."""
    for seat in match.seats:
        if seat.bot_id in here:
            seat.version_id = version(session, seat.bot_id, here[seat.bot_id].named_version).id


def _send_house(match: Match, now: datetime, sent: Sent) -> None:
    match.sent_at = now
    if match.set_id not in sent.house_sets:
        sent.house_sets.append(match.set_id)


def _can_start(match: Match, here: dict[int, Present], busy: Counter[int], absences: Absences) -> bool:
    sitting = [seat.bot_id for seat in _dialling_in(match) if _is_here(seat, here)]
    if any(busy[bot_id] >= here[bot_id].at_once for bot_id in sitting):
        return False
    return not any(absences.waited_for(match, seat.bot_id) for seat in _missing(match, here))


def _dialling_in(match: Match) -> list[MatchSeat]:
    return [seat for seat in match.seats if seat.bot.house is None and not seat.left]


def _missing(match: Match, here: dict[int, Present]) -> list[MatchSeat]:
    return [seat for seat in _dialling_in(match) if not _is_here(seat, here)]


def _is_here(seat: MatchSeat, here: dict[int, Present]) -> bool:
    """Connected, and with the version it is locked to."""
    there = here.get(seat.bot_id)
    return there is not None and seat.locked_version in {None, there.named_version}


def _is_stale(match: Match, here: dict[int, Present], now: datetime) -> bool:
    if match.table_set.kind is not SetKind.CHALLENGE or match.state is not MatchState.QUEUED:
        return False
    away = any(seat.bot.house is None and seat.bot_id not in here for seat in match.seats)
    return away and now - match.ready_at > timedelta(seconds=CHALLENGE_SECONDS)


def _waiting(session: Session) -> int:
    rows = session.scalars(select(Match.id).where(Match.state == MatchState.QUEUED, Match.sent_at.is_not(None)))
    return len(rows.all())


def busy_bots(session: Session) -> Counter[int]:
    """How many matches each bot plays or is about to."""
    out = (Match.state == MatchState.RUNNING) | ((Match.state == MatchState.QUEUED) & Match.sent_at.is_not(None))
    return Counter(session.scalars(select(MatchSeat.bot_id).join(Match).where(out)))
