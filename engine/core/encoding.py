"""A position as a flat row of small numbers, for programs that learn.

A game writes its fields into a `Row` (engine/core/rows.py) in one fixed order; the names and places of all fields, the `Layout`, come from the same
code, so that they cannot drift apart. What is written must be in the view of the seat: `tests/contract/test_encoding.py` checks it.
"""

from typing import Final, NamedTuple, TypeAlias

NUMBER: Final = "number"
"""A count or an amount."""
FLAG: Final = "flag"
"""0 or 1."""
CATEGORY: Final = "category"
"""One of `size` values from 0 on, without order between them; learners spread it over `size` inputs."""
Numbers: TypeAlias = list[int] | tuple[int, ...]
"""Both are read without a detour where they are compiled."""


class Field(NamedTuple):
    """A stretch of the row."""

    name: str
    """The place in the position, such as `players.1.goods`. Player 0 is the seat that looks, the others follow in turn order."""
    start: int
    length: int
    kind: str
    size: int
    """Of a category: how many values there are; 0 otherwise."""


class Layout(NamedTuple):
    """What the numbers of a row mean."""

    game: str
    seats: int
    version: int
    """Raised whenever the fields of a game or their meaning change."""
    fields: tuple[Field, ...]
    length: int

    def field(self, name: str) -> Field:
        """The field of that name; KeyError if there is none."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)


def ranks(items: Numbers, seat: int, seats: int) -> list[int]:
    """By seat from *seat* on: its place in the list from 1, or 0."""
    places = [0] * seats
    for place, item in enumerate(items):
        places[(item - seat) % seats] = place + 1
    return places


def relative(owner: int, seat: int, seats: int) -> int:
    """An owner as seen from a seat: 0 is that seat, 1 the next; what is negative stays."""
    return owner if owner < 0 else (owner - seat) % seats
