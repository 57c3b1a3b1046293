"""What is queued goes to the workers, and what was lost on the way goes again.

A match is sent once all its bots are connected and have a free place, and its share is not used up (arena.scheduler.queue). The order
comes from arena.scheduler.queue.

A match waits for an absent bot as long as its set says, or else as long as the settings say, counted as in arena.scheduler.waiting. Then a
ladder set that has not begun is dropped, and nobody loses anything (at once, if the bot keeps leaving: arena.transport.presence). Any other
match starts without the bot, which forfeits its seat if it is still absent when a worker begins. A bot that the arena lost (its gateway died
or stalled) has not left: it forfeits nothing and is not paired less often. No match waits for a bot that has left the
season. A bot that is locked to a version is absent while it is connected with another. A challenge waits until all its bots are connected,
and is called off in the end. A paused league season sends nothing.

Nothing here relies on the broker to deliver: what is queued too long after being sent is sent again, and a running match without a lease is
released. Each match has its savepoint: what cannot be stored of one is undone and logged, and the others go out.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Any

from redis import Redis
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session, selectinload

from arena.bots.commands import version, versions_without_news
from arena.db.database import Database, alone, apart, utcnow
from arena.db.models import Match, MatchSeat, MatchState, Season, SetKind, TableSet
from arena.ladders import rating
from arena.results import claims
from arena.scheduler.queue import Shares, Slots, Turns
from arena.scheduler.waiting import Absences
from arena.transport import keys
from arena.transport.presence import Present, lost, note_left, pausing, present

log = logging.getLogger(__name__)

RESEND_SECONDS = 20
"""A message that no worker has claimed after this long is sent again."""
ABSENT_SECONDS = 60
"""How long a match waits for bots that are not connected."""
CHALLENGE_SECONDS = 3600
"""How long a challenge waits for its bots before it is called off: nobody forfeits a challenge."""
MOST_SENT = 200
"""Messages that wait for workers at any time: backpressure, so that a long queue stays in the database."""
MOST_LOOKED_AT = 1000
"""Queued matches of one season, or of one account's challenges, that a pass looks at: a long queue of one hides no other's."""


@dataclass(slots=True)
class Sent:
    """What a pass sent out."""

    matches: dict[int, list[int]] = field(default_factory=dict)
    """By match: the bots that it starts without, absent for too long."""
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
    info: Any = redis.info("server")
    return dict(info)


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
    """Send what can be played now; a match waits *absent* seconds for bots that are not connected."""
    now = now or utcnow()
    sent = Sent(released=release_dead(database, redis, now))
    with database.write() as session:
        alone(session, "dispatch")
        _resend(session, now)
        queued = _queued(session)
        if queued:
            _Pass(session, redis, queued, now, timedelta(seconds=absent), shares or Shares()).send(sent)
    for match_id, without in sent.matches.items():  # after the commit: a worker must find the match
        outlets.match(match_id, without)
    for set_id in sent.house_sets:
        outlets.house_set(set_id)
    return sent


def _resend(session: Session, now: datetime) -> None:
    """Let messages that no worker claimed count as not sent."""
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
        missing = wanted - self.here.keys()
        self.lost = lost(redis, missing)
        self.absences = Absences(redis, self.here, missing, now, absent, self.lost)
        self.pausing = pausing(redis, missing)
        self.redis = redis
        self.slots = Slots(session, shares)
        self.slots.know(session, {bot.team_id for bot in outside})
        self.turns = Turns(session, queued, self.here, self.slots, now)
        self.free_messages = MOST_SENT - _waiting(session)

    @cached_property
    def versions(self) -> dict[int, int]:
        """Versions that need no more than being named, by bot."""
        return versions_without_news(self.session, {bot_id: there.named_version for bot_id, there in self.here.items()})

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
        return partial(self._send, match, sent) if self._has_place(match) else None

    def _call_off(self, table_set: TableSet) -> bool:
        claims.void_set(self.session, table_set, "a bot of the challenge was disconnected for too long")
        return True

    def _drop(self, set_id: int, reason: str) -> bool:
        """Drop a ladder set that has not begun, which costs nobody anything."""
        claims.drop(self.session, set_id, reason)
        return True

    def _drop_without(self, set_id: int, missing: list[MatchSeat], reason: str) -> bool:
        note_left(self.redis, [seat.bot_id for seat in missing if seat.bot_id not in self.lost])
        return self._drop(set_id, reason)

    def _is_worth_waiting(self, match: Match, missing: list[MatchSeat]) -> bool:
        """Whether a set that has not begun goes on waiting for its absent bots: not longer for one that we lost, since dropping costs nothing."""
        if any(seat.bot_id in self.pausing for seat in missing):
            return False
        return any(self.absences.has_patience(match, seat.bot_id) for seat in missing)

    def _send(self, match: Match, sent: Sent) -> bool:
        match.sent_at = self.now
        self._note_versions(match)
        sent.matches[match.id] = absent = [seat.bot_id for seat in _missing(match, self.here)]
        note_left(self.redis, absent)
        self.slots.take(match)
        self.turns.sent(match)
        self.free_messages -= 1
        return True

    def _is_unbegun(self, match: Match) -> bool:
        """Of a ladder or a validation, and no match of its set has begun."""
        made_here = match.table_set.round_id is None and match.table_set.kind is not SetKind.CHALLENGE
        return made_here and match.set_id not in self.turns.begun

    def _finishing(self, match: Match) -> str:
        """The bots of the match that take nothing new; empty: none."""
        leaving = (seat for seat in match.seats if seat.bot_id in self.here and self.here[seat.bot_id].finishing)
        return ", ".join(sorted(seat.bot.name for seat in leaving))

    def _has_place(self, match: Match) -> bool:
        """Whether every bot that is here has a free place, and the shares leave one."""
        sitting = [seat.bot_id for seat in _dialling_in(match) if _is_here(seat, self.here)]
        if self.free_messages <= 0 or self.turns.is_held(match):
            return False
        return all(self.slots.busy[bot] < self.here[bot].at_once for bot in sitting) and self.slots.admit(match)

    def _note_versions(self, match: Match) -> None:
        """Note the version that sits in each seat. A new one that cannot be stored does not stop the match."""
        for seat in match.seats:
            if seat.bot_id in self.versions:
                seat.version_id = self.versions[seat.bot_id]
            elif seat.bot_id in self.here:
                apart(self.session, f"noting the version of bot {seat.bot_id}", partial(self._note_version, seat))

    def _note_version(self, seat: MatchSeat) -> None:
        played = version(self.session, seat.bot_id, self.here[seat.bot_id].named_version)
        rating.note_version(self.session, seat.bot, played, self.now)
        seat.version_id = played.id

    def _is_stale(self, match: Match) -> bool:
        if match.table_set.kind is not SetKind.CHALLENGE:
            return False
        is_one_missing = any(seat.bot.house is None and seat.bot_id not in self.here for seat in match.seats)
        return is_one_missing and self.now - match.ready_at > timedelta(seconds=CHALLENGE_SECONDS)


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
