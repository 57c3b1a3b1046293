"""What is known of a match once it is over."""

from dataclasses import dataclass, field

from arena.matches.spec import MatchSpec
from engine import Outcome, State


@dataclass(slots=True)
class Move:
    """One decision as it was made."""

    seat: int
    number: int
    """The seat's own count: 0, 1, 2 …"""
    action: str
    think_ms: int
    by_stand_in: bool = False
    events: tuple[str, ...] = ()
    """What everyone could see of it; left empty unless events were kept."""


@dataclass(frozen=True, slots=True)
class SeatFault:
    """How a seat went out."""

    seat: int
    number: int
    """The seat's own number of the decision it was at."""
    made: int
    """How many decisions had been made in the match by then."""
    verdict: str
    detail: str = ""
    legal: tuple[str, ...] = ()
    """What it could have chosen; empty if it was not its turn."""
    sent: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """What a bot said about its own decision; for its owner only."""

    seat: int
    number: int
    note: str
    value: float | None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match that was played to its end."""

    spec: MatchSpec
    rules_version: int
    decisions: tuple[Move, ...]
    outcome: Outcome
    """By the rules alone."""
    places: tuple[int, ...]
    """What counts: seats that faulted come last."""
    verdicts: tuple[str, ...]
    faults: tuple[SeatFault, ...]
    """In the order they happened."""
    notes: tuple[Note, ...]
    clock_left_ms: tuple[int | None, ...]
    events_kept: bool
    """Whether the decisions have their events."""
    final: State = field(repr=False, compare=False)
    """The final position, hidden parts and all."""

    @property
    def digest(self) -> str:
        """Of the final position; worked out at each reading, for it costs as much as dozens of decisions."""
        return self.final.digest()

    @property
    def scores(self) -> tuple[int, ...]:
        """Per seat: total points by the rules."""
        return self.outcome.scores

    @property
    def ended_by(self) -> str:
        """Why the game ended, as a word of the game."""
        return self.outcome.ended_by
