"""The rules of the games. Standard library only: no clock, no network, no global random.

`engine.game(name)` gives a game, `engine.games()` names them all. Everything else a caller needs
hangs on the `Game` and its `State`.
"""

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
from engine.core.state import Event, State
from engine.registry import game, games

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
    "game",
    "games",
]
