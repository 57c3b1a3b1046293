"""Moves in words. `arena/narration/<game>.py` has a `sentence(action, before, after) -> str`; a game without one gets its notation."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

View = Mapping[str, Any]
"""A position as one audience may know it (docs/positions.md)."""
Sentence = Callable[[str, View, View], str]


def sentence(game: str, action: str, before: View, after: View) -> str:
    """What a seat did, without its name, such as "sells 2 silk to Osaka: +4 yen".

    *action* is the notation as the reader of the views may know it; *before* and *after* are the views around it, forced moves included.
    """
    return _of(game)(action, before, after)


@cache
def _of(game: str) -> Sentence:
    name = f"{__name__}.{game}"
    if game.isidentifier() and find_spec(name) is not None:
        return cast("Sentence", import_module(name).sentence)
    return _notation


def _notation(action: str, before: View, after: View) -> str:  # noqa: ARG001  every narrator takes the views
    return action.replace("_", " ")


def signed(number: int) -> str:
    """`+3`, `+0`, `−2`: with a minus sign, not a hyphen."""
    return f"{number:+}".replace("-", "−")
