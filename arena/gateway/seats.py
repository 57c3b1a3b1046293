"""One bot of a gateway, and the matches it sits in: the decision it owes in each, that decision's clock, and the notes it may send."""

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arena.gateway.meters import Meter
from arena.gateway.tokens import BotIdentity
from arena.hosting.match import Listener
from arena.matches import Answer, Fault
from arena.matches.running import LONGEST_NOTE
from arena.text import clean_text
from arena.v1.bots_pb2 import MatchStarted
from arena.wire import Question

if TYPE_CHECKING:
    from arena.gateway.session import Session

SEAT_NOTES = 64 * 1024
"""Bytes of notes that are taken from a bot in one match."""


def new_nonce() -> int:
    """A random number for each decision: a counter would show a bot how many decisions others have had. Never 0, which protobuf omits."""
    return int.from_bytes(os.urandom(4), "little") or 1


class Pending:
    """A question that waits for its answer, and the time it has taken so far."""

    __slots__ = ("_began", "_spent", "id_bytes", "question")

    def __init__(self, question: Question, id_bytes: bytes, now: float | None) -> None:
        self.question = question
        self.id_bytes = id_bytes
        """A DecisionId: what an answer must name."""
        self._began = now  # None while the clock is paused
        self._spent = 0.0

    def spent(self, now: float) -> float:
        """How long the bot has had, in seconds."""
        return self._spent if self._began is None else self._spent + now - self._began

    def spent_since(self, moment: float, now: float) -> float:
        """How long its clock has run since then, in seconds."""
        return 0.0 if self._began is None else max(0.0, now - max(self._began, moment))

    def pause(self, now: float) -> None:
        """Stop the clock: we asked the bot to redial."""
        self._spent, self._began = self.spent(now), None

    def run(self, now: float) -> None:
        """Let the clock run on."""
        if self._began is None:
            self._began = now

    def left_ms(self, charged: float) -> int | None:
        """What the bot's clock shows after so many seconds; None: no limit."""
        clock_ms = self.question.clock_ms
        return None if clock_ms is None else max(0, clock_ms - int(charged * 1000))

    @property
    def is_running(self) -> bool:
        """Whether its clock runs."""
        return self._began is not None


@dataclass(slots=True)
class Seat:
    """One match that a bot sits in."""

    started: MatchStarted
    listener: Listener
    pending: Pending | None = None
    resigned: bool = False
    """The bot has resigned; once is enough."""
    notes_bytes: int = 0
    """Of the notes that were taken in this match."""
    notes_complained: bool = False
    """The bot has had a notice that a note could not be taken as it came."""
    unpaid_wall: float = 0.0
    """Of a hosted bot: seconds by the wall that it was not charged."""
    timer: asyncio.TimerHandle | None = None
    """When to check next whether the pending question's clock has run out; it may be another question by then."""

    def disarm(self) -> None:
        """Cancel the timer."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def answer(self, answer: Answer) -> None:
        """Pass an answer to the match; nothing is pending any more."""
        self.pending = None
        self.listener.answered(self.started.seat, answer)

    def resign(self, pending: Pending) -> None:
        """Resign, if that question is still pending."""
        if self.pending is pending:
            self.answer(Fault("resigned", "the bot gave up"))

    def take_note(self, note: str, is_allowed: Callable[[int], bool]) -> tuple[str, str]:
        """The note as it is kept, and a complaint if it is not kept as it came: once for each match, since the bot plays on.

        *is_allowed* says whether the bot's owner may add that many bytes.
        """
        kept = clean_text(note, LONGEST_NOTE).encode()[:LONGEST_NOTE].decode(errors="ignore")
        size, problem = len(kept.encode()), ""
        if self.notes_bytes + size > SEAT_NOTES or not is_allowed(size):
            kept, problem = "", f"left out: at most {SEAT_NOTES // 1024} KiB of them in a match"
        else:
            self.notes_bytes += size
            if kept != note.strip():
                problem = (
                    f"changed or cut off: at most {LONGEST_NOTE} bytes of printable characters, tabs and line ends"
                )
        if not problem or self.notes_complained:
            return kept, ""
        self.notes_complained = True
        return kept, f"A note was {problem}."


@dataclass(slots=True)
class Connection:
    """What the gateway knows of one bot. It stays while the bot has matches, also when no session is open."""

    bot_id: str
    identity: BotIdentity | None = None
    session: "Session | None" = None
    seats: dict[str, Seat] = field(default_factory=dict)
    """By match."""
    games: frozenset[str] = frozenset()
    """What it declared; empty: every game, or it has not said hello yet."""
    matches_at_once: int = 1
    version: str = ""
    language: str = ""
    finishing: bool = False
    """It takes no new match."""
    holds: int = 0
    """Reasons to keep a finishing bot, such as a set that is not over."""
    meter: Meter | None = None
    """Of a hosted bot, which is charged processor time."""
    pause: asyncio.TimerHandle | None = None
    """Set while its clocks are paused: the timer that ends the pause."""

    def pending(self) -> list[tuple[Seat, Pending]]:
        """The questions it owes an answer to, each with its seat."""
        return [(seat, seat.pending) for seat in self.seats.values() if seat.pending is not None]

    def charged(self, seat: Seat, pending: Pending, now: float) -> float:
        """Seconds that a pending question has cost so far; a short way to the gateway costs nothing."""
        if self.meter is not None:
            return self.meter.charge(seat, pending, now)
        return pending.spent(now) - (self.session.credit if self.session is not None else 0.0)

    def settled(self, seat: Seat, pending: Pending, now: float) -> float:
        """Seconds that a question cost that is answered now."""
        return self.charged(seat, pending, now) if self.meter is None else self.meter.settle(seat, pending, now)

    def idle(self) -> bool:
        """Whether nothing is worth keeping."""
        return self.session is None and not self.seats and not self.holds and self.pause is None
