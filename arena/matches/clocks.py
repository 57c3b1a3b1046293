"""Thinking time: a bank per seat, and an increment for every decision made.

A seat may think as long as its bank lasts. After each decision the time it took is taken off and the increment put
on. docs/matches.md says how long matches get.
"""

from dataclasses import dataclass
from typing import Any

from arena.matches.errors import InvalidSpec

LONGEST_MS = 24 * 60 * 60 * 1000
"""No bank and no increment exceeds a day."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How long each seat may think."""

    bank_ms: int | None
    """At the start, in milliseconds; None: as long as it likes."""
    increment_ms: int = 0
    """Put on the bank after each decision, in milliseconds."""

    def __post_init__(self) -> None:
        if self.bank_ms is not None and not 0 < self.bank_ms <= LONGEST_MS:
            raise InvalidSpec(f"clock: bank_ms must be from 1 to {LONGEST_MS}; got {self.bank_ms}")
        if not 0 <= self.increment_ms <= LONGEST_MS:
            raise InvalidSpec(f"clock: increment_ms must be from 0 to {LONGEST_MS}; got {self.increment_ms}")

    @property
    def name(self) -> str:
        """The preset's name, or the figures: `90000+500`."""
        known = next((name for name, clock in PRESETS.items() if clock == self), None)
        return known or f"{self.bank_ms}+{self.increment_ms}"

    def after(self, left_ms: int | None, think_ms: int) -> int | None:
        """What is left once a decision took *think_ms*; below 0 it took too long."""
        if left_ms is None:
            return None
        left_ms -= think_ms
        return left_ms if left_ms < 0 else left_ms + self.increment_ms

    def longest_ms(self, decisions: int) -> int | None:
        """The most that one seat can think over so many decisions."""
        return None if self.bank_ms is None else self.bank_ms + self.increment_ms * decisions

    def to_dict(self) -> dict[str, Any]:
        """Plain data; a clock without limit has no `bank_ms`."""
        bank = {} if self.bank_ms is None else {"bank_ms": self.bank_ms}
        return {**bank, "increment_ms": self.increment_ms}


PRESETS: dict[str, Clock] = {
    "blitz": Clock(10_000, 50),
    "standard": Clock(60_000, 250),
    "long": Clock(600_000, 2_000),
    "none": Clock(None),
}


def preset(name: str) -> Clock:
    """The clock of that name; InvalidSpec lists what exists."""
    if name not in PRESETS:
        raise InvalidSpec(f"there is no clock {name!r}; there are: {', '.join(PRESETS)}")
    return PRESETS[name]
