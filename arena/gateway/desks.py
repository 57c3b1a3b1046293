"""What a gateway knows of one bot: its session, its matches, and the decisions it owes, each with its clock."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arena.gateway.relay import Listener
from arena.gateway.tokens import BotIdentity
from arena.v1.bots_pb2 import MatchStarted
from arena.wire import Question

if TYPE_CHECKING:
    from arena.gateway.session import Session

SEATING_NOTES = 64 * 1024
"""Bytes of notes that are taken from a bot in one match."""


class Pending:
    """A question that waits for its answer, and the time it has taken so far."""

    __slots__ = ("_began", "_spent", "id_bytes", "question")

    def __init__(self, question: Question, id_bytes: bytes, now: float | None) -> None:
        self.question = question
        self.id_bytes = id_bytes
        """A DecisionId: what an answer must name."""
        self._began = now  # None while the clock stands still
        self._spent = 0.0

    def spent(self, now: float) -> float:
        """How long the bot has had, in seconds."""
        return self._spent if self._began is None else self._spent + now - self._began

    def stand_still(self, now: float) -> None:
        """Stop the clock: the bot was sent away by us."""
        self._spent, self._began = self.spent(now), None

    def run(self, now: float) -> None:
        """Let the clock run on."""
        if self._began is None:
            self._began = now

    def left_ms(self, now: float) -> int | None:
        """What the bot's clock shows; None: no limit."""
        clock_ms = self.question.clock_ms
        return None if clock_ms is None else max(0, clock_ms - int(self.spent(now) * 1000))

    @property
    def is_running(self) -> bool:
        """Whether its clock runs."""
        return self._began is not None


@dataclass(slots=True)
class Seating:
    """One match that a bot sits in."""

    started: MatchStarted
    listener: Listener
    pending: Pending | None = None
    resigned: bool = False
    """The bot has given the match up; once is enough."""
    notes_bytes: int = 0
    """Of the notes that were taken in this seating."""
    notes_complained: bool = False
    """The bot was told that a note could not be taken as it came."""
    timer: asyncio.TimerHandle | None = None
    """When to look next whether the clock of the pending question has run out; it may well be another question by then."""

    def disarm(self) -> None:
        """No timer from here on."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


@dataclass(slots=True)
class Desk:
    """One bot."""

    bot_id: str
    identity: BotIdentity | None = None
    session: "Session | None" = None
    seatings: dict[str, Seating] = field(default_factory=dict)
    games: frozenset[str] = frozenset()
    """What it declared; empty: every game, or it has not said yet."""
    matches_at_once: int = 1
    version: str = ""
    language: str = ""
    finishing: bool = False
    """It takes no new match."""
    holds: int = 0
    """Reasons to keep a finishing bot, such as a set that is not over."""
    standing: asyncio.TimerHandle | None = None
    """Set while its clocks stand still: ends that by itself."""

    def pending(self) -> list[Seating]:
        """The matches in which it is asked something."""
        return [seating for seating in self.seatings.values() if seating.pending is not None]

    def stand_still(self, now: float, until: asyncio.TimerHandle) -> None:
        """Stop its clocks until it redials, or *until* fires."""
        if self.standing is not None:
            self.standing.cancel()
        self.standing = until
        for seating in self.pending():
            assert seating.pending is not None
            seating.pending.stand_still(now)

    def run_again(self, now: float, arm: Callable[["Desk", Seating], None]) -> None:
        """Let its clocks run on."""
        if self.standing is None:
            return
        self.standing.cancel()
        self.standing = None
        for seating in self.pending():
            assert seating.pending is not None
            seating.pending.run(now)
            arm(self, seating)

    def idle(self) -> bool:
        """Nothing worth keeping."""
        return self.session is None and not self.seatings and not self.holds and self.standing is None
