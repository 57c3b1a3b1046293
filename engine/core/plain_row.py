"""The row of an encoding in plain Python: a list, packed at the end."""

from array import array
from struct import pack

from engine.core.encoding import CATEGORY, FLAG, NUMBER, Field, Numbers


class Row:
    """Takes the fields of a position in order. Names are kept only where a layout is made (*named*)."""

    def __init__(self, named: bool = False) -> None:
        self.values: list[int] = []
        self.fields: list[Field] | None = [] if named else None
        self.prefix = ""

    def under(self, group: str, number: int) -> None:
        """Put `group.number.` before the names that follow."""
        if self.fields is not None:
            self.prefix = f"{group}.{number}."

    def under_nothing(self) -> None:
        """Names are as they are given again."""
        self.prefix = ""

    def number(self, name: str, value: int) -> None:
        """One number."""
        if self.fields is not None:
            self._note(name, 1, NUMBER, 0)
        self.values.append(value)

    def numbers(self, name: str, values: Numbers) -> None:
        """Numbers, always as many."""
        if self.fields is not None:
            self._note(name, len(values), NUMBER, 0)
        self.values.extend(values)

    def flag(self, name: str, value: bool) -> None:
        """One flag."""
        if self.fields is not None:
            self._note(name, 1, FLAG, 0)
        self.values.append(1 if value else 0)

    def bits(self, name: str, mask: int, length: int) -> None:
        """A flag for each of the lowest bits of *mask*."""
        if self.fields is not None:
            self._note(name, length, FLAG, 0)
        self.values.extend([mask >> bit & 1 for bit in range(length)])

    def members(self, name: str, items: Numbers, length: int) -> None:
        """A flag for each number below *length*: whether it is among the *items*."""
        if self.fields is not None:
            self._note(name, length, FLAG, 0)
        first = len(self.values)
        self.values.extend([0] * length)
        for item in items:
            self.values[first + item] = 1

    def counts(self, name: str, items: Numbers, length: int) -> None:
        """For each number below *length* how often it is among the *items*."""
        if self.fields is not None:
            self._note(name, length, NUMBER, 0)
        first = len(self.values)
        self.values.extend([0] * length)
        for item in items:
            self.values[first + item] += 1

    def category(self, name: str, value: int, size: int) -> None:
        """One of *size* values, the first of them -1: none. The row has them from 0 on."""
        if self.fields is not None:
            self._note(name, 1, CATEGORY, size)
        self.values.append(value + 1)

    def one_of(self, name: str, value: int, size: int) -> None:
        """One of *size* values from 0 on."""
        if self.fields is not None:
            self._note(name, 1, CATEGORY, size)
        self.values.append(value)

    def categories(self, name: str, items: Numbers, size: int, length: int) -> None:
        """Up to *length* values as in `category`, with none in the places that are left."""
        if self.fields is not None:
            self._note(name, length, CATEGORY, size)
        self.values.extend([item + 1 for item in items])
        self.values.extend([0] * (length - len(items)))

    def _note(self, name: str, length: int, kind: str, size: int) -> None:
        assert self.fields is not None
        self.fields.append(Field(self.prefix + name, len(self.values), length, kind, size))

    def length(self) -> int:
        """How many numbers there are."""
        return len(self.values)

    def array(self) -> "array[int]":
        """The numbers as 16-bit integers; `numpy.frombuffer(row, numpy.int16)` takes them without a copy."""
        return array("h", pack(f"{len(self.values)}h", *self.values))  # twice as fast as making the array of the list
