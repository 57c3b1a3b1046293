"""What a match is before anyone has moved: game, seats, clock and secret seeds."""

import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import engine
from arena.matches.clocks import PRESETS, Clock
from arena.matches.errors import InvalidSpec
from engine.core.chance import SEED_BITS
from engine.core.options import plain

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
