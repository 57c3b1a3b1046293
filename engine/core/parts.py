"""Parts of a view that stay the same from one decision to the next.

A view is made for every decision of every bot, and most of it (other players, the board, rows of cards) is as it was. So a game
declares the parts of its view with their keys, all that each is made of, and the caller passes a `Take`: `fresh` makes
every part again; another may keep what it made of a part under its key, such as its bytes (arena/wire/observations.py).
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One kind of part: `make(*of)` gives it, `key(*of)` names all that it depends on."""

    field: str
    """The place in the view; inside another part with the name of that part and a dot before it: `players.factories`.

    A name in round brackets is not a field but a group: `make` gives several fields by name, and so does a `Take`, for the
    view to take in with `**`. Parts of a group are named behind it: `(board).markets`.
    """
    make: Callable[..., Any]
    key: Callable[..., Hashable]
    is_item: bool = False
    """It is one of several in a list there."""


class Take(Protocol):
    """Gives a part, in whatever form its caller wants it."""

    def __call__(self, part: Part, *of: Any) -> Any:
        """The part made of these."""


def fresh(part: Part, *of: Any) -> Any:
    """The part as plain data, made for this caller alone."""
    return part.make(*of)
