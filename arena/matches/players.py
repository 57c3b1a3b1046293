"""Players in this process: what they are given, and what they must do."""

from typing import Any, Protocol

from arena.matches.asks import Ask
from engine import Action, Game, State
from engine.core.chance import Rng


class Resign(Exception):
    """Raised by a player's `choose` to give up."""


class Decision:
    """One decision as a player sees it: what its seat may know, and no more. Costs nothing until it is read."""

    __slots__ = ("__ask", "_view", "clock_ms", "legal", "number", "seat")

    def __init__(self, ask: Ask) -> None:
        self.__ask = ask
        self._view: dict[str, Any] | None = None
        self.seat = ask.seat
        self.number = ask.number
        """The seat's own count of its decisions: 0, 1, 2 …"""
        self.legal: tuple[Action, ...] = ask.legal
        self.clock_ms = ask.clock_ms
        """Left on the clock; None: no limit."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.__ask.state.game

    @property
    def texts(self) -> list[str]:
        """The choices in notation."""
        return [action.text for action in self.legal]

    @property
    def view(self) -> dict[str, Any]:
        """The position as this seat may know it."""
        if self._view is None:
            self._view = self.__ask.state.view(self.seat)
        return self._view

    @property
    def events(self) -> list[str]:
        """What happened since this seat's last decision, as it may know it."""
        return self.__ask.events_since

    def determinize(self, rng: Rng) -> State:
        """A full position to search in: it fits the view, and the rest is drawn anew."""
        return self.__ask.state.determinize(self.seat, rng)


class Player(Protocol):
    """Anything that picks one of the choices."""

    def choose(self, decision: Decision) -> int:
        """The index of the choice in `decision.legal`."""
        ...
