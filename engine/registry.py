"""Which games there are, by name. A game's package is imported when it is first asked for.

A game is a package `engine/<name>` with a `GAME`, here or in any other folder `engine` on Python's path.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from engine.core.errors import UnknownGame
from engine.core.game import Game

SHARED: Final = "core"
"""The package that is not a game."""


@cache
def games() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    folders = import_module("engine").__path__
    return tuple(sorted(found.name for found in iter_modules(folders) if found.ispkg and found.name != SHARED))


@cache
def game(name: str) -> Game:
    """The game of that name; UnknownGame lists what exists."""
    if name not in games():
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(games())}")
    found: Game = import_module(f"engine.{name}").GAME
    return found
