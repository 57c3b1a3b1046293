"""What the loop asks its driver, and what it takes for an answer."""

from dataclasses import dataclass
from typing import TypeAlias

from arena.matches.events import EventLog
from engine import Action, State

LONGEST_NOTE = 1024
"""Of a private note, in bytes."""


@dataclass(slots=True)
class Ask:
    """One decision of one seat. Drivers hand players a `Decision` or a view of it, never the state."""

    seat: int
    number: int
    """The seat's own count of its decisions: 0, 1, 2 …"""
    state: State
    legal: tuple[Action, ...]
    clock_ms: int | None
    """Left on the seat's clock before this decision; None: no limit."""
    deadline: float | None
    """When the match as a whole is overdue, by the loop's own clock; None: never."""
    log: EventLog
    """Everything that happened so far; `log.since(index, None)` is what the public may know."""

    @property
    def events_since(self) -> list[str]:
        """What happened since this seat's last decision, as it may know it (its own choice comes first)."""
        return self.log.between(self.seat, self.number)


@dataclass(slots=True)
class Chosen:
    """A choice out of `Ask.legal`."""

    index: int
    think_ms: int = 0
    note: str = ""
    """Private to the bot's owner; cut at 1 KB."""
    value: float | None = None
    """The bot's own estimate of its position; private too."""


@dataclass(slots=True)
class Fault:
    """The seat is out; a stand-in plays on for it."""

    verdict: str
    """One of conduct.FAULTS."""
    detail: str = ""
    """What happened, in a sentence for the bot's author."""
    sent: str = ""
    """What the bot sent, if anything."""
    seat: int | None = None
    """Whose fault it is, if not the asked seat's: a bot may resign while others think. The same Ask then comes again."""


Answer: TypeAlias = Chosen | Fault
