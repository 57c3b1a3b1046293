"""Clocks: a bank of time for each seat, an increment for every decision, and how long a match can last with them.

A seat may think as long as its bank lasts. After each decision the time it took is taken off and the increment put
on. docs/matches.md says how long matches get.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import engine
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
        """The preset's name, or the figures in seconds: `90+0.5`."""
        known = next((name for name, clock in PRESETS.items() if clock == self), None)
        return known or f"{(self.bank_ms or 0) / 1000:g}+{self.increment_ms / 1000:g}"

    def longest_ms(self, decisions: int) -> int | None:
        """The most that one seat can think over that many decisions, in milliseconds."""
        return None if self.bank_ms is None else self.bank_ms + self.increment_ms * decisions

    def to_dict(self) -> dict[str, Any]:
        """Plain data; a clock without limit has no `bank_ms`."""
        bank = {} if self.bank_ms is None else {"bank_ms": self.bank_ms}
        return {**bank, "increment_ms": self.increment_ms}


PRESETS: dict[str, Clock] = {
    "blitz": Clock(10_000, 50),
    "standard": Clock(60_000, 250),
    "long": Clock(600_000, 2_000),
    "slow": Clock(1_800_000, 30_000),
    "none": Clock(None),
}


FIGURES = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)\+(\d{1,5}(?:\.\d{1,3})?)", re.ASCII)


def preset(name: str) -> Clock:
    """The clock of that name, or of its figures in seconds (`90+0.5`); InvalidSpec lists what exists."""
    if name in PRESETS:
        return PRESETS[name]
    figures = FIGURES.fullmatch(name)
    if figures is None:
        raise InvalidSpec(f"there is no clock {name!r}; there are: {', '.join(PRESETS)}, or bank+increment: 90+0.5")
    bank, increment = (int(Decimal(seconds) * 1000) for seconds in figures.groups())
    return Clock(bank, increment)


WALL_TIMES = 8
"""A hosted bot is charged processor time, and at least one part in this many of the time by the wall."""
RESERVE_SECONDS = 300.0
"""On top, for everything but the bots' thinking."""


def longest_seconds(game: str, seats: int, clock: Clock) -> float | None:
    """The longest match that the clock allows, in seconds; None: it has no limit."""
    each = clock.longest_ms(engine.game(game).most_decisions)
    return None if each is None else seats * each / 1000


def maximum_seconds(game: str, seats: int, clock: Clock, usual: float, *, hosted: bool = False) -> float:
    """After how many seconds a match is void: *usual*, or more where thinking alone may take longer, as with *hosted* bots.

    Otherwise a bot with a long clock could think until the match is void instead of losing it.
    """
    longest = longest_seconds(game, seats, clock)
    if hosted and longest is not None:
        longest *= WALL_TIMES
    return usual if longest is None or longest + RESERVE_SECONDS <= usual else 1.2 * longest + RESERVE_SECONDS
