"""Positions for a terminal. `arena/boards/<game>.py` has a `draw(view) -> str`; a game without one is printed plainly.

Drawn boards count seats from 1, as people do. A plain view shows the data as it is, with seats from 0.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast


def draw(view: Mapping[str, Any]) -> str:
    """The position as a person reads it."""
    name = f"{__name__}.{view['game']}"
    if str(view["game"]).isidentifier() and find_spec(name) is not None:
        drawn = cast("Callable[[Mapping[str, Any]], str]", import_module(name).draw)
        return drawn(view)
    return plain(view)


def plain(view: Mapping[str, Any]) -> str:
    """Every field of the view, indented."""
    return "\n".join(_lines(view, ""))


def _lines(value: object, indent: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _field(str(key), inner, indent)
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _field(str(number), inner, indent)


def _field(key: str, value: object, indent: str) -> Iterator[str]:
    label = key.replace("_", " ")
    if _is_flat(value):
        yield f"{indent}{label}: {_text(value)}"
    else:
        yield f"{indent}{label}:"
        yield from _lines(value, indent + "  ")


def _is_flat(value: object) -> bool:
    if isinstance(value, Mapping):
        return not value
    if isinstance(value, list | tuple):
        return not any(isinstance(inner, Mapping | list | tuple) for inner in value)
    return True


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(str(inner) for inner in value) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if isinstance(value, Mapping) else str(value)
