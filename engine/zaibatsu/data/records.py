"""The printed tables as frozen records. Names become small numbers here: their place in the printed order."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seats:
    """What depends on the number of players."""

    workers_removed: int
    queue_rows: int
    market_limit: int
    ship_limit: int
    train_limit: int
    upgrade_tokens: int
    factories_per_type: int
    late_factories: int
    start_pairs: int
    shared_objectives: int
    """Shared objectives per period."""
    score_ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """One of the four bands of the main board."""

    bonus: tuple[str, int]
    printed: tuple[int, ...]
    """Foreign influence on the eight slots: left market N, E, S, W, then right market."""
    train_slots: tuple[tuple[str, int], ...]
    """Bonus of each slot from the top; ("none", 0) where there is none."""


@dataclass(frozen=True, slots=True)
class Track:
    """R&D, Mines or Finance."""

    name: str
    values: tuple[int, ...]
    bonus: tuple[str, ...]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a factory tile, or the old factory."""

    name: str
    good: int
    level: int
    number: int
    """1 to 4; 5 for late factories; 0 for the old one."""
    timing: str
    action: str
    """The action a modifier belongs to; empty for others."""
    when: str
    effects: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Service:
    """What a colour gives."""

    colour: int
    name: str
    gain: str
    base: int
    upgraded: int


@dataclass(frozen=True, slots=True)
class Contract:
    """One of the eight contracts every player has."""

    name: str
    gain: str
    needs: tuple[int, ...]
    """Goods of which one must be among those spent in the action; empty: none asked."""


@dataclass(frozen=True, slots=True)
class StartA:
    """The left half of a starting pair."""

    name: str
    effect: str
    amount: int
    points: int


@dataclass(frozen=True, slots=True)
class AutomaToken:
    """One action token of the automa."""

    name: str
    space: int
    """The hiring space it takes a worker from; -1: the fullest."""
    acts: str
    arrow: str
    level: int
