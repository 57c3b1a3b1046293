"""Players in this process: what they are given, and what they must do."""

from collections.abc import Sequence
from typing import Any, Protocol

from arena.matches.running import Ask
from engine import Action, Game, State, game as rules_of
from engine.core.chance import Rng


class Resign(Exception):
    """Raised by a player's `choose` to give up."""


class Decision:
    """One decision as a player sees it: what its seat may know, and no more. Costs nothing until it is read."""

    __slots__ = ("__ask", "_view", "legal")

    def __init__(self, ask: Ask) -> None:
        self.__ask = ask
        self.legal: tuple[Action, ...] = ask.legal
        """The choices; the answer is an index into them."""

    @property
    def seat(self) -> int:
        """Whose decision it is."""
        return self.__ask.seat

    @property
    def number(self) -> int:
        """How many decisions this seat has made before."""
        return self.__ask.number

    @property
    def clock_ms(self) -> int | None:
        """Left on the clock; None: no limit."""
        return self.__ask.clock_ms

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
        try:
            return self._view
        except AttributeError:  # not read before: setting it beforehand would cost players that never look
            self._view: dict[str, Any] = self.__ask.state.view(self.__ask.seat)
            return self._view

    @property
    def events(self) -> list[str]:
        """What happened since this seat's last decision, as it may know it."""
        return self.__ask.events_since

    def determinize(self, rng: Rng) -> State:
        """A full position to search in: it fits the view, and everything hidden is drawn at random."""
        return self.__ask.state.determinize(self.seat, rng)


class ViewDecision:
    """A decision rebuilt from a view in another process; offers players what `Decision` does."""

    def __init__(self, game: str, view: dict[str, Any], texts: Sequence[str], seat: int, number: int) -> None:
        self.game = rules_of(game)
        self.view = view
        self.seat = seat
        self.number = number
        self.legal: tuple[Action, ...] = tuple(self.game.parse(text) for text in texts)
        self.texts = list(texts)
        self.events: list[str] = []
        self.clock_ms: int | None = None

    def determinize(self, rng: Rng) -> State:
        """A full position to search in."""
        return self.game.from_view(self.view, rng)


class Player(Protocol):
    """Anything that picks one of the choices."""

    def choose(self, decision: Decision) -> int:
        """The index of the choice in `decision.legal`."""
        ...
