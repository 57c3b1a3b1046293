"""The row of an encoding where the engine is compiled: a buffer of numbers of the compiler's library, which plain Python does not need.

Its methods are those of engine/core/plain_row.py, and so is what they write.
"""

from array import array
from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from engine.core.encoding import CATEGORY, FLAG, NUMBER, Field, Numbers

MOST: Final = 1024
"""Numbers that a row has room for at first; no game needs more yet."""
NOTHING: Final = vec[i16]([0] * MOST)


class Row:
    """Takes the fields of a position in order. Names are kept only where a layout is made (*named*)."""

    def __init__(self, named: bool = False) -> None:
        self.values: vec[i16] = NOTHING[:]
        self.at: i64 = 0
        """How many numbers are written; behind them are zeros."""
        self.fields: list[Field] | None = [] if named else None
        self.prefix = ""

    def under(self, group: str, number: int) -> None:
        if self.fields is not None:
            self.prefix = f"{group}.{number}."

    def under_nothing(self) -> None:
        self.prefix = ""

    def number(self, name: str, value: i64) -> None:
        self._begin(name, 1, NUMBER, 0)
        self._put(value)

    def numbers(self, name: str, values: Numbers) -> None:
        self._begin(name, len(values), NUMBER, 0)
        self._put_all(values, 0)

    def flag(self, name: str, value: bool) -> None:
        self._begin(name, 1, FLAG, 0)
        self._put(1 if value else 0)

    def bits(self, name: str, mask: int, length: int) -> None:
        self._begin(name, length, FLAG, 0)
        values = self.values
        at = self.at
        end: i64 = at + length
        left: i64 = mask & (1 << length) - 1  # a machine number: no field has more than 62 bits
        self.at = end
        while left:
            if left & 1:
                values[at] = 1
            left >>= 1
            at += 1

    def members(self, name: str, items: Numbers, length: int) -> None:
        self._begin(name, length, FLAG, 0)
        values = self.values
        at = self.at
        if isinstance(items, tuple):  # the compiler knows how to go through either, but not through both
            for item in items:
                values[at + item] = 1
        else:
            for item in items:
                values[at + item] = 1
        self.at = at + length

    def counts(self, name: str, items: Numbers, length: int) -> None:
        self._begin(name, length, NUMBER, 0)
        values = self.values
        at = self.at
        if isinstance(items, tuple):
            for item in items:
                values[at + item] += 1
        else:
            for item in items:
                values[at + item] += 1
        self.at = at + length

    def category(self, name: str, value: i64, size: int) -> None:
        self._begin(name, 1, CATEGORY, size)
        self._put(value + 1)

    def one_of(self, name: str, value: i64, size: int) -> None:
        self._begin(name, 1, CATEGORY, size)
        self._put(value)

    def categories(self, name: str, items: Numbers, size: int, length: int) -> None:
        self._begin(name, length, CATEGORY, size)
        end = self.at + length
        self._put_all(items, 1)
        self.at = end

    def _begin(self, name: str, length: i64, kind: str, size: int) -> None:
        """Make room, and note where the field is if a layout is made."""
        if self.fields is not None:
            self.fields.append(Field(self.prefix + name, self.at, length, kind, size))
        while self.at + length > len(self.values):
            self.values = vec[i16](list(self.values) + [0] * MOST)

    def _put(self, value: i64) -> None:
        self.values[self.at] = i16(value)
        self.at += 1

    def _put_all(self, items: Numbers, more: i64) -> None:
        at = self.at
        values = self.values
        if isinstance(items, list):
            for item in items:
                values[at] = i16(item + more)
                at += 1
        else:
            for item in items:
                values[at] = i16(item + more)
                at += 1
        self.at = at

    def length(self) -> int:
        return self.at

    def array(self) -> "array[int]":
        return array("h", bytes(self.values[: self.at]))
