"""Whose turn it is among what is queued: first what has begun, and a challenge does not wait for ever behind rated play.

A challenge that has waited URGENT seconds goes before the next rated set of its bots, if the challenges' share has room. So that its
bots are free at the same time, they begin no new rated set meanwhile: bots of the account that asked for as long as it takes, bots of
others for HELD seconds. Between two challenges a bot has URGENT seconds for rated play.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from arena.running.presence import Present
from arena.running.shares import Slots
from arena.storage.models import Match, MatchSeat, MatchState, SetKind, SetState, TableSet

URGENT = timedelta(seconds=60)
HELD = timedelta(seconds=300)


class Turns:
    """The order of one pass."""

    def __init__(
        self,
        session: Session,
        queued: Iterable[Match],
        here: dict[int, Present],
        slots: Slots,
        now: datetime,
    ) -> None:
        self.begun = begun_sets(session)
        self.urgent: set[int] = set()
        """Challenges that go before new rated sets."""
        self.held: set[int] = set()
        """Bots that begin no rated set until their challenge is sent."""
        self._promised: Counter[int] = Counter()
        challenges = [match for match in queued if match.table_set.kind is SetKind.CHALLENGE]
        self._rested = _played_lately(session, now - URGENT) if challenges else set()
        for match in sorted(challenges, key=lambda match: match.id):
            self._look(match, here, slots, now)

    def _look(self, match: Match, here: dict[int, Present], slots: Slots, now: datetime) -> None:
        bots = [seat.bot for seat in match.seats if seat.bot.house is None]
        waited = now - match.ready_at
        taken = self.held | self._rested
        if waited < URGENT or any(bot.id not in here or bot.id in taken for bot in bots):
            return
        if not slots.admit(match, self._promised):
            return
        self._promised[match.table_set.asked_by or 0] += 1
        self.urgent.add(match.id)
        self.held.update(bot.id for bot in bots if waited < URGENT + HELD or slots.own(match, bot))

    def sent(self, match: Match) -> None:
        """A match is on its way: an urgent challenge holds its bots no more."""
        if match.id in self.urgent:
            self.held.difference_update(seat.bot_id for seat in match.seats)

    def turn(self, match: Match) -> tuple[int, int]:
        """What to sort by: validation, sets that have begun, urgent challenges, new sets, other challenges."""
        kind = match.table_set.kind
        if kind is SetKind.CHALLENGE:
            return (2 if match.id in self.urgent else 4), match.id
        if kind is SetKind.VALIDATION:
            return 0, match.id
        return (1 if match.set_id in self.begun else 3), match.id

    def is_held(self, match: Match) -> bool:
        """Whether a new rated set leaves one of its bots to a challenge first."""
        new = match.table_set.kind is SetKind.RATED and match.set_id not in self.begun
        return new and match.table_set.round_id is None and any(seat.bot_id in self.held for seat in match.seats)


def begun_sets(session: Session) -> set[int]:
    """Open sets of which a match was begun."""
    begun = select(Match.set_id).join(TableSet).where(TableSet.state == SetState.OPEN, Match.started_at.is_not(None))
    return set(session.scalars(begun.distinct()))


def waiting_challenges(session: Session) -> list[Match]:
    """Challenges that no worker was sent yet, with their seats and bots."""
    return list(
        session.scalars(
            select(Match)
            .join(TableSet)
            .where(TableSet.kind == SetKind.CHALLENGE, Match.state == MatchState.QUEUED, Match.sent_at.is_(None))
            .options(selectinload(Match.seats).selectinload(MatchSeat.bot), selectinload(Match.table_set))
            .order_by(Match.id)
        )
    )


def _played_lately(session: Session, since: datetime) -> set[int]:
    """Bots that have finished a challenge since then."""
    return set(
        session.scalars(
            select(MatchSeat.bot_id)
            .join(Match, Match.id == MatchSeat.match_id)
            .join(TableSet, TableSet.id == Match.set_id)
            .where(Match.finished_at >= since, Match.state == MatchState.FINISHED, TableSet.kind == SetKind.CHALLENGE)
        )
    )
