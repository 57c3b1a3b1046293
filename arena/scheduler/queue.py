"""Which queued matches start first, and how many places each kind of match and each person may have."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session, selectinload

from arena.access import lookup
from arena.db.models import Bot, Match, MatchSeat, MatchState, SetKind, SetState, TableSet
from arena.transport.presence import Present

SLOTS = 64
"""Places of an arena whose settings do not say."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How many of all places are for what."""

    slots: int = SLOTS

    @property
    def challenges(self) -> int:
        """Challenges that run at once: a quarter, so that the rest is left to rated play."""
        return max(1, self.slots // 4)

    @property
    def challenges_each(self) -> int:
        """Of these, those that one account has asked for: a quarter."""
        return max(1, self.challenges // 4)

    @property
    def person(self) -> int:
        """Matches of all kinds with bots of one person, and ladder sets that wait for them: half of the places."""
        return max(1, self.slots // 2)


class Slots:
    """How many places each bot, person and kind of match has now."""

    def __init__(self, session: Session, shares: Shares) -> None:
        self.shares = shares
        self.busy: Counter[int] = Counter()
        """Matches per bot."""
        self.challenges = 0
        self._asked: Counter[int] = Counter()
        self._owned: Counter[str] = Counter()
        rows = session.execute(
            select(Match.id, TableSet.kind, TableSet.asked_by, MatchSeat.bot_id, Bot.team_id, Bot.house)
            .join(TableSet, TableSet.id == Match.set_id)
            .join(MatchSeat, MatchSeat.match_id == Match.id)
            .join(Bot, Bot.id == MatchSeat.bot_id)
            .where(is_out())
        ).all()
        self.owners = lookup.owners(session, {row.team_id for row in rows})
        teams: dict[int, set[int]] = {}
        for row in rows:
            self.busy[row.bot_id] += 1
            if row.house is None:
                teams.setdefault(row.id, set()).add(row.team_id)
        for match_id, kind, asked_by in {(row.id, row.kind, row.asked_by) for row in rows}:
            self._count(kind, asked_by, teams.get(match_id, ()))

    def know(self, session: Session, teams: Iterable[int]) -> None:
        """Look the owners of more teams up."""
        self.owners |= lookup.owners(session, set(teams) - self.owners.keys())

    def admit(self, match: Match, promised: Counter[int] | None = None) -> bool:
        """Whether the shares leave a place for the match; places *promised* to challenges count, by the accounts that asked."""
        if match.table_set.kind is SetKind.CHALLENGE:
            asker, promised = match.table_set.asked_by or 0, promised or Counter()
            if self.challenges + promised.total() >= self.shares.challenges:
                return False
            if self._asked[asker] + promised[asker] >= self.shares.challenges_each:
                return False
        return all(self._owned[owner] < self.shares.person for owner in self._owners(_teams(match)))

    def take(self, match: Match) -> None:
        """The match is sent."""
        self.busy.update(seat.bot_id for seat in match.seats)
        self._count(match.table_set.kind, match.table_set.asked_by, _teams(match))

    def own(self, match: Match, bot: Bot) -> bool:
        """Whether a bot of a challenge belongs to the account that asked for it."""
        return lookup.person(match.table_set.asked_by or 0) in self.owners.get(bot.team_id, ())

    def _count(self, kind: SetKind, asked_by: int | None, teams: Iterable[int]) -> None:
        if kind is SetKind.CHALLENGE:
            self.challenges += 1
            self._asked[asked_by or 0] += 1
        self._owned.update(self._owners(teams))

    def _owners(self, teams: Iterable[int]) -> set[str]:
        return {owner for team_id in teams for owner in self.owners.get(team_id, ())}


def _teams(match: Match) -> set[int]:
    return {seat.bot.team_id for seat in match.seats if seat.bot.house is None}


def is_out() -> ColumnElement[bool]:
    """The condition on Match: it runs, or a worker is about to take it."""
    return (Match.state == MatchState.RUNNING) | ((Match.state == MatchState.QUEUED) & Match.sent_at.is_not(None))


def busy_bots(session: Session) -> Counter[int]:
    """How many matches each bot plays or is about to."""
    return Counter(session.scalars(select(MatchSeat.bot_id).join(Match).where(is_out())))


def open_sets(session: Session) -> Counter[str]:
    """Per owner: open sets with bots of theirs, without those of league rounds, which the calendar makes."""
    rows = session.execute(
        select(TableSet.id, Bot.team_id)
        .join(Match, Match.set_id == TableSet.id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .join(Bot, Bot.id == MatchSeat.bot_id)
        .where(
            TableSet.state == SetState.OPEN,
            TableSet.round_id.is_(None),
            TableSet.kind == SetKind.RATED,
            Bot.house.is_(None),
        )
        .distinct()
    ).all()
    known = lookup.owners(session, {row.team_id for row in rows})
    by_set: dict[int, set[str]] = {}
    for set_id, team_id in rows:
        by_set.setdefault(set_id, set()).update(known.get(team_id, ()))
    return Counter(owner for names in by_set.values() for owner in names)


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
        """A match is on its way: an urgent challenge no longer holds its bots."""
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
    """Challenges that have not been sent to a worker yet, with their seats and bots."""
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
