"""What is queued goes to the workers, and what was lost on the way goes again.

A match is sent once all its bots are connected and have a free place, and the shares leave room for it (arena.running.shares); whose
turn it is, arena.running.turns says. A bot that stays away is waited for since its match became ready and it was last here, as long as
its set says or else the arena's own time. Then a set of a ladder that nobody has begun is dropped, and nobody loses anything (at once,
if the bot has left others before they began: arena.running.pauses); any
other match starts without the bot: the seat is forfeited, if the bot is still away when a worker begins. A bot that has left a season is
not waited for; a bot that is locked to a version is away while it is connected with another. A paused league season sends nothing. A
challenge waits until all are here, and is called off in the end. Nothing here relies on the broker to deliver: what is queued too
long after being sent is sent again, and a running match without a lease is released.

Each match has a savepoint of its own: whatever cannot be stored of one is undone and logged, and the others go out.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from redis import Redis
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session, selectinload

from arena.running import keys
from arena.running.absence import Absences
from arena.running.pauses import note_left, pausing
from arena.running.presence import Present, present
from arena.running.shares import Shares, Slots
from arena.running.turns import Turns
from arena.storage import claims, rating
from arena.storage.base import utcnow
from arena.storage.database import Database
from arena.storage.locks import alone
from arena.storage.models import Match, MatchSeat, MatchState, Season, SetKind, TableSet
from arena.storage.people import version
from arena.storage.savepoints import apart

log = logging.getLogger(__name__)

RESEND_SECONDS = 20
"""A message that no worker has claimed after so long is sent again."""
ABSENT_SECONDS = 60
"""How long a match waits for bots that are not connected."""
CHALLENGE_SECONDS = 3600
"""A challenge whose bots are not all here so long after it was asked for is called off: nobody forfeits for fun."""
MOST_SENT = 200
"""Messages that wait for workers at any time: backpressure, so that a long queue stays in the database."""
MOST_LOOKED_AT = 1000
"""Queued matches of one season, or of one account's challenges, that a pass looks at: a long queue of one hides no other's."""


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
    database: Database,
    redis: Redis,
    outlets: Outlets,
    now: datetime | None = None,
    absent: float = ABSENT_SECONDS,
    shares: Shares | None = None,
) -> Sent:
    """Send what can be played now; bots that are away are waited for *absent* seconds."""
    now = now or utcnow()
    sent = Sent(released=release_dead(database, redis, now))
    with database.write() as session:
        alone(session, "dispatch")
        _resend(session, now)
        queued = _queued(session)
        if queued:
            _Pass(session, redis, queued, now, timedelta(seconds=absent), shares or Shares()).send(sent)
    for match_id, without in sent.matches.items():  # after the commit: a worker must find what it is told of
        outlets.match(match_id, without)
    for set_id in sent.house_sets:
        outlets.house_set(set_id)
    return sent


def _resend(session: Session, now: datetime) -> None:
    """Messages nobody claimed count as not sent."""
    late = now - timedelta(seconds=RESEND_SECONDS)
    session.execute(update(Match).where(Match.state == MatchState.QUEUED, Match.sent_at < late).values(sent_at=None))


def _queued(session: Session) -> list[Match]:
    """What waits to be sent, with seats, bots and sets."""
    source = (TableSet.kind, TableSet.season_id, TableSet.asked_by)
    ranked = (
        select(Match.id, func.row_number().over(partition_by=source, order_by=Match.id).label("place"))
        .join(TableSet)
        .outerjoin(Season, Season.id == TableSet.season_id)
        .where(
            Match.state == MatchState.QUEUED,
            Match.sent_at.is_(None),
            TableSet.round_id.is_(None) | Season.paused.is_(False),
        )
        .subquery()
    )
    wanted = select(Match).join(ranked, ranked.c.id == Match.id).where(ranked.c.place <= MOST_LOOKED_AT)
    seated = selectinload(Match.seats).selectinload(MatchSeat.bot)
    return list(session.scalars(wanted.options(seated, selectinload(Match.table_set)).order_by(Match.id)))


class _Pass:
    """One pass over what is queued."""

    def __init__(
        self,
        session: Session,
        redis: Redis,
        queued: list[Match],
        now: datetime,
        absent: timedelta,
        shares: Shares,
    ) -> None:
        self.session, self.queued, self.now = session, queued, now
        outside = [seat.bot for match in queued for seat in match.seats if seat.bot.house is None]
        wanted = {bot.id for bot in outside}
        self.here = present(redis, wanted)
        away = wanted - self.here.keys()
        self.absences = Absences(redis, self.here, away, now, absent)
        self.pausing = pausing(redis, away)
        self.redis = redis
        self.slots = Slots(session, shares)
        self.slots.know(session, {bot.team_id for bot in outside})
        self.turns = Turns(session, queued, self.here, self.slots, now)
        self.room = MOST_SENT - _waiting(session)

    def send(self, sent: Sent) -> None:
        """Every match in its turn. Only what changes something gets a savepoint: most of a long queue just waits."""
        for match in sorted(self.queued, key=self.turns.turn):
            match_id, change = match.id, self._change(match, sent)
            if change is not None and apart(self.session, f"sending match {match_id}", change) is None:
                sent.matches.pop(match_id, None)

    def _change(self, match: Match, sent: Sent) -> Callable[[], bool] | None:
        """What is to be done about a match; None: it waits."""
        table_set = match.table_set
        if match.state is not MatchState.QUEUED:
            return None  # its set was dropped in this pass
        if table_set.house_only:
            return partial(_send_house, match, self.now, sent)
        if self._is_stale(match):
            return partial(self._call_off, table_set)
        if self._is_unbegun(match) and (leaving := self._finishing(match)):
            return partial(self._drop, match.set_id, f"{leaving} left; nobody had begun")
        missing = _missing(match, self.here)
        if missing and self._is_unbegun(match) and not self._is_worth_waiting(match, missing):
            names = ", ".join(sorted(seat.bot.name for seat in missing))
            return partial(self._drop_without, match.set_id, missing, f"{names} did not come; nobody had begun")
        if any(self.absences.waited_for(match, seat.bot_id) for seat in missing):
            return None
        return partial(self._send, match, sent) if self._has_room(match) else None

    def _call_off(self, table_set: TableSet) -> bool:
        claims.void_set(self.session, table_set, "a bot of the challenge was away for too long")
        return True

    def _drop(self, set_id: int, reason: str) -> bool:
        """A set of a ladder that nobody has begun costs nobody anything."""
        claims.drop(self.session, set_id, reason)
        return True

    def _drop_without(self, set_id: int, missing: list[MatchSeat], reason: str) -> bool:
        note_left(self.redis, [seat.bot_id for seat in missing])
        return self._drop(set_id, reason)

    def _is_worth_waiting(self, match: Match, missing: list[MatchSeat]) -> bool:
        """Whether a set that nobody has begun waits on for those who are absent."""
        if any(seat.bot_id in self.pausing for seat in missing):
            return False
        return any(self.absences.waited_for(match, seat.bot_id) for seat in missing)

    def _send(self, match: Match, sent: Sent) -> bool:
        match.sent_at = self.now
        self._note_versions(match)
        sent.matches[match.id] = absent = [seat.bot_id for seat in _missing(match, self.here)]
        note_left(self.redis, absent)
        self.slots.take(match)
        self.turns.sent(match)
        self.room -= 1
        return True

    def _is_unbegun(self, match: Match) -> bool:
        """Of a ladder or a validation, and no match of its set has begun."""
        made_here = match.table_set.round_id is None and match.table_set.kind is not SetKind.CHALLENGE
        return made_here and match.set_id not in self.turns.begun

    def _finishing(self, match: Match) -> str:
        """The bots of the match that take nothing new; empty: none."""
        leaving = (seat for seat in match.seats if seat.bot_id in self.here and self.here[seat.bot_id].finishing)
        return ", ".join(sorted(seat.bot.name for seat in leaving))

    def _has_room(self, match: Match) -> bool:
        """Whether every bot that is here has a free place, and the shares leave one."""
        sitting = [seat.bot_id for seat in _dialling_in(match) if _is_here(seat, self.here)]
        if self.room <= 0 or self.turns.is_held(match):
            return False
        return all(self.slots.busy[bot] < self.here[bot].at_once for bot in sitting) and self.slots.admit(match)

    def _note_versions(self, match: Match) -> None:
        """Each seat names the version that sits down. One that cannot be stored costs nobody the match."""
        for seat in match.seats:
            if seat.bot_id in self.here:
                apart(self.session, f"noting the version of bot {seat.bot_id}", partial(self._note_version, seat))

    def _note_version(self, seat: MatchSeat) -> None:
        played = version(self.session, seat.bot_id, self.here[seat.bot_id].named_version)
        rating.note_version(self.session, seat.bot, played, self.now)
        seat.version_id = played.id

    def _is_stale(self, match: Match) -> bool:
        if match.table_set.kind is not SetKind.CHALLENGE:
            return False
        away = any(seat.bot.house is None and seat.bot_id not in self.here for seat in match.seats)
        return away and self.now - match.ready_at > timedelta(seconds=CHALLENGE_SECONDS)


def _send_house(match: Match, now: datetime, sent: Sent) -> bool:
    match.sent_at = now
    if match.set_id not in sent.house_sets:
        sent.house_sets.append(match.set_id)
    return True


def _dialling_in(match: Match) -> list[MatchSeat]:
    return [seat for seat in match.seats if seat.bot.house is None and not seat.left]


def _missing(match: Match, here: dict[int, Present]) -> list[MatchSeat]:
    return [seat for seat in _dialling_in(match) if not _is_here(seat, here)]


def _is_here(seat: MatchSeat, here: dict[int, Present]) -> bool:
    """Connected, and with the version it is locked to."""
    there = here.get(seat.bot_id)
    return there is not None and seat.locked_version in {None, there.named_version}


def _waiting(session: Session) -> int:
    waiting = select(func.count()).select_from(Match)
    return session.scalar(waiting.where(Match.state == MatchState.QUEUED, Match.sent_at.is_not(None))) or 0
