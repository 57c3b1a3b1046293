"""Numbered names: an enum whose members are 0, 1, 2, … for speed and carry the word that positions show."""

from enum import IntEnum
from typing import Self


class Labelled(IntEnum):
    """Base of a game's `Decision` and its like: `TURN = "turn"` makes a member with the next number and that label.

    Python 3.11 looks `Decision.TURN` up about ten times slower than a global, so rules bind the members they use to
    names of their module: `TURN: Final = Decision.TURN`.
    """

    label: str

    def __new__(cls, label: str) -> Self:
        number = len(cls.__members__)
        member = int.__new__(cls, number)
        member._value_ = number
        member.label = label
        return member

    @classmethod
    def labels(cls) -> tuple[str, ...]:
        """All labels, in the order of the members."""
        return tuple(member.label for member in cls)

    @classmethod
    def of(cls, label: str) -> Self:
        """The member with that label; StopIteration if there is none."""
        return next(member for member in cls if member.label == label)
