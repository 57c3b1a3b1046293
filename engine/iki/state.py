"""A position of IKI that can be played: copying, legal actions, applying them. The rules are in phases/."""

from collections.abc import Sequence
from typing import Any

from engine.core import parts
from engine.core.chance import Rng, shuffled
from engine.core.game import Game, Setup
from engine.core.outcome import Outcome
from engine.core.rows import Row
from engine.iki import encode, scoring, view
from engine.iki.actions import GAME_NAME, Move
from engine.iki.board import FIRE_TILES
from engine.iki.position import Position
from engine.iki.rules import APPLY, LEGAL
from engine.registry import game as game_of


class IkiState(Position):
    """One position of one match."""

    __slots__ = ()

    @property
    def game(self) -> Game:
        """The game this is a position of."""
        return game_of(GAME_NAME)

    def _legal(self) -> Sequence[Move]:
        return LEGAL[self.decision](self)

    def _apply(self, action: Any) -> None:
        APPLY[self.decision](self, action)

    def clone(self) -> "IkiState":
        """An independent copy; it records no events."""
        copy = IkiState()
        copy.to_act = self.to_act
        copy._cached = self._cached
        copy.setup = self.setup
        copy.month = self.month
        copy.decision = self.decision
        copy.queue = self.queue
        copy.players = [player.clone() for player in self.players]
        copy.order = self.order
        copy.card = self.card[:]
        copy.owner = self.owner[:]
        copy.level = self.level[:]
        copy.empty = self.empty
        copy.row = self.row.copy()
        copy.decks = self.decks
        copy.fires = self.fires
        copy.fish_left = self.fish_left
        copy.pipes = self.pipes
        copy.tobacco = self.tobacco
        copy.buildings = self.buildings
        copy.starters = self.starters
        copy.lost = self.lost
        copy.done = self.done
        copy.traded = self.traded
        copy.carted = self.carted
        copy.chosen = self.chosen
        copy.visited = self.visited
        copy.fire_tile = self.fire_tile
        copy.fire_room = self.fire_room
        return copy

    def determinize(self, seat: int | None, rng: Rng) -> "IkiState":  # noqa: ARG002 - all seats know the same
        """The same as the view filled with the same draws, without making the view."""
        copy = self.clone()
        seeds = rng.randrange(1 << 64), rng.randrange(1 << 64)
        copy.setup = Setup(self.setup.seats, *seeds, self.setup.options)
        copy.decks = tuple(tuple(shuffled(rng, sorted(deck))) for deck in self.decks)
        copy.fires = tuple(rng.randrange(len(FIRE_TILES)) for _ in self.fires)
        return copy

    def to_dict(self) -> dict[str, Any]:
        """The whole position."""
        return view.position(self, whole=True)

    def view(self, seat: int | None) -> dict[str, Any]:  # noqa: ARG002 - all seats see the same
        """What everyone may know: no seat has secrets (I-INFO-3)."""
        return view.position(self, whole=False)

    def view_of_parts(self, seat: int | None, take: parts.Take) -> dict[str, Any]:  # noqa: ARG002 - all seats see the same
        """The view, with its parts as *take* gives them."""
        return view.position(self, whole=False, take=take)

    def _encode(self, row: Row, seat: int) -> None:
        encode.encode(row, self, seat)

    def outcome(self) -> Outcome | None:
        """None until New Year is over."""
        return scoring.outcome(self) if self.to_act is None else None

    def standing(self, seat: int) -> int:
        """The points of that seat if the match were scored now."""
        return sum(scoring.sheet(self, seat).values())

    def sheets(self) -> tuple[dict[str, int], ...]:
        """The score sheet of every seat, as if the match were scored now."""
        return tuple(scoring.sheet(self, seat) for seat in range(len(self.players)))
