"""A position of Yokohama that can be played: copying, legal actions, applying them. The rules are in phases/."""

from collections.abc import Sequence
from typing import Any

from engine.core.actions import Action
from engine.core.chance import Rng
from engine.core.game import Game, Setup
from engine.core.outcome import Outcome
from engine.core.parts import Take, fresh
from engine.core.rows import Row
from engine.registry import game as game_of
from engine.yokohama import encode, scoring, view
from engine.yokohama.actions import GAME_NAME, Move
from engine.yokohama.decisions import Decision
from engine.yokohama.player import Player
from engine.yokohama.position import Position
from engine.yokohama.rules import APPLY, LEGAL, PASS
from engine.yokohama.turn import Turn
from engine.yokohama.unseen import redraw


class YokohamaState(Position):
    """One position of one match."""

    __slots__ = ("_next",)

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup
        self._next: Sequence[Move] | None = None
        """The legal actions of the pending decision, once they were listed."""

    @property
    def game(self) -> Game:
        """Yokohama."""
        return game_of(GAME_NAME)

    def _legal(self) -> Sequence[Move]:
        legal = self._next
        if legal is None:
            legal = self._next = LEGAL[self.turn.decision](self)
        return legal

    def _apply(self, action: Any) -> None:
        APPLY[self.turn.decision](self, action)
        legal = LEGAL[self.turn.decision](self)
        while not legal and self.to_act is not None:
            PASS[self.turn.decision](self)
            legal = LEGAL[self.turn.decision](self)
        self._next = legal

    def clone(self) -> "YokohamaState":
        """An independent copy; it records no events."""
        copy = YokohamaState(self.setup)
        copy.to_act = self.to_act
        copy._cached = self._cached
        copy._next = self._next
        copy.edition = self.edition
        copy.board = self.board
        copy.buildings = self.buildings
        copy.achievements = self.achievements
        copy.players = [Player(player) for player in self.players]
        copy.turn = Turn(self.turn.seat, self.turn)
        copy.acting = copy.players[copy.turn.seat]
        copy.round = self.round
        copy.end_trigger = self.end_trigger
        copy.last_round = self.last_round
        copy.shops = self.shops[:]
        copy.houses = self.houses[:]
        copy.five_powers = self.five_powers[:]
        copy.station = self.station
        copy.church = self.church[:]
        copy.customs = self.customs[:]
        copy.ports = [port[:] for port in self.ports]
        copy.laboratories = [laboratory[:] for laboratory in self.laboratories]
        copy.order_deck = self.order_deck
        copy.technology_deck = self.technology_deck
        copy.orders_removed = self.orders_removed
        copy.agents_left = self.agents_left[:]
        copy.achievers = self.achievers[:]
        copy.objectives = self.objectives
        return copy

    def public_text(self, action: Action) -> str:
        """The order kept at set-up stays secret (Y-INFO-5)."""
        return "keep_order" if self.turn.decision is Decision.KEEP_ORDER else action.text

    def to_dict(self) -> dict[str, Any]:
        """The whole position."""
        return view.whole(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What that seat may know."""
        return view.seen(self, seat, fresh)

    def view_of_parts(self, seat: int | None, take: Take) -> dict[str, Any]:
        """The view, with its parts as *take* gives them."""
        return view.seen(self, seat, take)

    def _encode(self, row: Row, seat: int) -> None:
        encode.encode(row, self, seat)

    def outcome(self) -> Outcome | None:
        """None until the match is over."""
        return scoring.outcome(self) if self.to_act is None else None

    def standing(self, seat: int) -> int:
        """The points of that seat if the match were scored now."""
        return scoring.standing(self, seat)

    def sheets(self) -> tuple[dict[str, int], ...]:
        """The score sheet of every seat, as if the match were scored now."""
        return scoring.sheets(self)

    def determinize(self, seat: int | None, rng: Rng) -> "YokohamaState":
        """The same as the seat's view filled with the same draws, without making the view."""
        copy = self.clone()
        redraw(copy, seat, rng)
        if seat != copy.to_act:  # another hand: other legal actions
            copy._next = copy._cached = None
        return copy
