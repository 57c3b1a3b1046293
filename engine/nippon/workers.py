"""Groups of workers as one number: four bits per colour, so that copies, counts and look-ups cost next to nothing."""

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Final

from engine.nippon.data import tables

COLOURS: Final = tables().workers.colours
PER_SPACE: Final = tables().workers.per_space
UNIT: Final = tuple(1 << 4 * colour for colour in range(len(COLOURS)))
"""One worker of a colour."""


def pack(colours: Iterable[int]) -> int:
    """The group of these workers."""
    return sum(UNIT[colour] for colour in colours)


def unpack(group: int) -> list[int]:
    """The workers of a group, sorted by colour."""
    return [colour for colour in range(len(COLOURS)) for _ in range(group >> 4 * colour & 15)]


def size(group: int) -> int:
    """How many workers the group has."""
    return sum(group >> 4 * colour & 15 for colour in range(len(COLOURS)))


SMALL_GROUPS: Final[dict[int, tuple[int, ...]]] = {
    pack(workers): workers
    for number in range(PER_SPACE + 1)
    for workers in combinations_with_replacement(range(len(COLOURS)), number)
}
"""Every group that fits a space or a row, with its workers."""
