"""The rules of the games. Standard library only: no clock, no network, no global random.

`engine.game(name)` gives a game, `engine.games()` names them all. Everything else a caller needs
hangs on the `Game` and its `State`. `engine.compiled` says which build runs (engine/build.py).
"""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)  # games in other folders of the path are games, too

from engine import build  # first: it decides how the modules below are loaded
from engine.core.actions import Action
from engine.core.errors import (
    EngineError,
    IllegalAction,
    InvalidAction,
    InvalidOption,
    InvalidPosition,
    InvalidTable,
    UnknownGame,
)
from engine.core.game import Game
from engine.core.outcome import Outcome
from engine.core.playouts import playouts
from engine.core.state import Event, State
from engine.registry import game, games

compiled = build.COMPILED

__all__ = [
    "Action",
    "EngineError",
    "Event",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "InvalidOption",
    "InvalidPosition",
    "InvalidTable",
    "Outcome",
    "State",
    "UnknownGame",
    "compiled",
    "game",
    "games",
    "playouts",
]
