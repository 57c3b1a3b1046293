"""Which games there are, by name. A game's package is imported when it is first asked for."""

from functools import cache
from importlib import import_module

from engine.core.errors import UnknownGame
from engine.core.game import Game

NAMES: tuple[str, ...] = ("iki", "nippon", "yokohama", "zaibatsu")


def games() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    return NAMES


@cache
def game(name: str) -> Game:
    """The game of that name; UnknownGame lists what exists."""
    if name not in NAMES:
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(NAMES)}")
    found: Game = import_module(f"engine.{name}").GAME
    return found
