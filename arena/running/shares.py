"""Shares of the places at which matches run: rated play keeps its reserve, and nobody fills the arena alone.

Counted are matches with outside bots that run or are sent to a worker. A person counts in every match with a bot of their teams.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from arena.storage import persons
from arena.storage.models import Bot, Match, MatchSeat, MatchState, SetKind, SetState, TableSet

SLOTS = 64
"""Places of an arena that says nothing else."""


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
    """Who has how many places now."""

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
        self.owners = persons.owners(session, {row.team_id for row in rows})
        teams: dict[int, set[int]] = {}
        for row in rows:
            self.busy[row.bot_id] += 1
            if row.house is None:
                teams.setdefault(row.id, set()).add(row.team_id)
        for match_id, kind, asked_by in {(row.id, row.kind, row.asked_by) for row in rows}:
            self._count(kind, asked_by, teams.get(match_id, ()))

    def know(self, session: Session, teams: Iterable[int]) -> None:
        """Look the owners of more teams up."""
        self.owners |= persons.owners(session, set(teams) - self.owners.keys())

    def admit(self, match: Match, promised: Counter[int] | None = None) -> bool:
        """Whether the shares leave room for the match; places *promised* to challenges count, by the accounts that asked."""
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
        return persons.person(match.table_set.asked_by or 0) in self.owners.get(bot.team_id, ())

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
    known = persons.owners(session, {row.team_id for row in rows})
    by_set: dict[int, set[str]] = {}
    for set_id, team_id in rows:
        by_set.setdefault(set_id, set()).update(known.get(team_id, ()))
    return Counter(owner for names in by_set.values() for owner in names)
