"""What a match is before anyone has moved: game, seats, secret seeds, and the clock: a bank per seat, and an increment for every decision.

A seat may think as long as its bank lasts. After each decision the time it took is taken off and the increment put
on. docs/matches.md says how long matches get.
"""

import re
import secrets
from dataclasses import dataclass, field
from decimal import Decimal
from hashlib import sha256
from typing import Any

import engine
from arena.matches.errors import InvalidSpec
from engine.core.chance import SEED_BITS
from engine.core.options import plain

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


LARGEST_SEED = (1 << SEED_BITS) - 1


def new_seed() -> int:
    """128 random bits."""
    return secrets.randbits(SEED_BITS)


def new_seeds() -> tuple[int, int]:
    """A seed for the public set-up and one for everything hidden."""
    return new_seed(), new_seed()


def new_salt() -> str:
    """128 random bits as 32 hex digits: keeps seeds that are known in part from being tried out."""
    return secrets.token_hex(16)


def commitment(seed: int, hidden_seed: int, salt: str) -> str:
    """SHA-256 (hex) over four lines: a title, both seeds as 32 hex digits, and the salt."""
    opened = f"meiji-arena seeds 1\n{seed:032x}\n{hidden_seed:032x}\n{salt}\n"
    return sha256(opened.encode()).hexdigest()


LONGEST_NAME = 200
"""Of a player, a match or a salt, in characters."""


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """Everything that decides a match but the choices of its players."""

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    """As JSON has them; what is left out has its default."""
    seed: int = 0
    """128 bits for what lies face up at the start."""
    hidden_seed: int = 0
    """128 bits for what is hidden at the start, and all later chance."""
    clock: Clock = PRESETS["none"]
    players: tuple[str, ...] = ()
    """A name to show per seat, `""` while anonymous; left out: all anonymous."""
    match_id: str = ""
    salt: str = ""
    """Of the seed commitment."""
    start: dict[str, Any] | None = None
    """A whole position (docs/positions.md) to play on from, instead of a new match."""

    def __post_init__(self) -> None:
        if not self.players:
            object.__setattr__(self, "players", ("",) * self.seats)
        if len(self.players) != self.seats:
            raise InvalidSpec(f"players: {self.seats} seats need {self.seats} names; got {len(self.players)}")
        for name, seed in (("seed", self.seed), ("hidden_seed", self.hidden_seed)):
            if not 0 <= seed <= LARGEST_SEED:
                raise InvalidSpec(f"{name} must be from 0 to 2^128 - 1; got {seed}")
        for text in (*self.players, self.match_id, self.salt):
            if len(text) > LONGEST_NAME or not (text.isprintable() or not text):
                raise InvalidSpec(f"names must be printable and of at most {LONGEST_NAME} characters; got {text!r}")

    @property
    def rules(self) -> engine.Game:
        """The game itself. The one place where a match looks its game up."""
        return engine.game(self.game)

    @property
    def commitment(self) -> str:
        """What is published about the seeds at the start."""
        return commitment(self.seed, self.hidden_seed, self.salt)

    def checked_options(self) -> dict[str, Any]:
        """Every option with its value, as JSON has them; InvalidOption says what is wrong."""
        return dict(plain(self.rules.checked_options(self.seats, self.options)))

    def first_state(self) -> engine.State:
        """The position at the first decision."""
        if self.start is None:
            return self.rules.new(self.seats, self.seed, self.hidden_seed, self.options)
        state = self.rules.from_dict(self.start)
        if self.start["seats"] != self.seats or self.start["options"] != self.checked_options():
            raise InvalidSpec("start: the position has other seats or options than the match")
        state.skip_forced()
        return state


@dataclass(frozen=True, slots=True)
class About:
    """What a bot may know of a match beyond the game."""

    season: str = ""
    """By its name in addresses; empty outside of seasons."""
    kind: str = ""
    """rated, validation or challenge; empty outside the service."""
    anonymous: bool = False
    """No bot of the match learns the names of the seats until the set is over."""
