"""The state contract of Nippon: copies, legal actions, views and the outcome of a position."""

from collections.abc import Sequence
from typing import Any, Final

from engine.core.chance import Rng
from engine.core.game import Game, Setup
from engine.core.outcome import Outcome
from engine.core.parts import Take, fresh
from engine.core.rows import Row
from engine.nippon import encode, scoring, view
from engine.nippon.actions import GAME_NAME, Move
from engine.nippon.decisions import Decision
from engine.nippon.position import Position
from engine.nippon.rules import APPLY, LEGAL
from engine.registry import game as game_of

OVER: Final = Decision.OVER


class NipponState(Position):
    """A position of Nippon that can be played."""

    __slots__ = ()

    @property
    def game(self) -> Game:
        """Nippon."""
        return game_of(GAME_NAME)

    def _legal(self) -> Sequence[Move]:
        return LEGAL[self.decision](self)

    def _apply(self, action: Any) -> None:
        APPLY[self.decision](self, action)

    def clone(self) -> "NipponState":
        """An independent copy; it records no events."""
        copy = NipponState(self.setup)
        copy.to_act = self.to_act
        copy._cached = self._cached
        copy.acting = self.acting
        copy.count = self.count
        copy.first_player = self.first_player
        copy.players = [player.clone() for player in self.players]
        copy.spaces = self.spaces[:]
        copy.rows = self.rows[:]
        copy.bag = self.bag
        copy.cities = self.cities
        copy.slot_goods = self.slot_goods
        copy.tiles = self.tiles[:]
        copy.needs = self.needs[:]
        copy.weakest = self.weakest[:]
        copy.trains = self.trains[:]
        copy.ships = self.ships[:]
        copy.open_regions = self.open_regions
        copy.piles = self.piles
        copy.rewards = self.rewards[:]
        copy.extra_multipliers = self.extra_multipliers
        copy.marker = self.marker
        copy.turns = self.turns
        copy.last_turns = self.last_turns
        copy.ended_by = self.ended_by
        copy.decision = self.decision
        copy.times = self.times
        copy.free = self.free
        copy.used = self.used
        copy.spot = self.spot
        copy.paid = self.paid
        return copy

    def determinize(self, seat: int | None, rng: Rng) -> "NipponState":
        """The same position with other draws to come: the same as filling a view, but faster."""
        del seat
        copy = self.clone()
        copy.setup = Setup(self.setup.seats, rng.randrange(1 << 64), rng.randrange(1 << 64), self.setup.options)
        return copy

    def to_dict(self) -> dict[str, Any]:
        """The whole position."""
        return view.whole(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        """Everything but the seeds: Nippon has no private information."""
        del seat
        return view.public(self, fresh)

    def view_of_parts(self, seat: int | None, take: Take) -> dict[str, Any]:
        """The view, with its parts as *take* gives them."""
        del seat
        return view.public(self, take)

    def standing(self, seat: int) -> int:
        """The points of that seat if the match ended now."""
        return scoring.standing(self, seat)

    def sheets(self) -> tuple[dict[str, int], ...]:
        """The points of every seat so far, and its achievements as they are now."""
        return scoring.sheets(self)

    def _encode(self, row: Row, seat: int) -> None:
        encode.encode(row, self, seat)

    def outcome(self) -> Outcome | None:
        """None until the match is over."""
        return scoring.outcome(self) if self.decision is OVER else None
