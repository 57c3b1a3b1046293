"""The state contract of Nippon: Zaibatsu: copies, legal actions, views, the outcome; and the loop between two decisions."""

from collections.abc import Sequence
from typing import Any, Final

from engine.core import chance
from engine.core.chance import Rng
from engine.core.game import Game, Setup
from engine.core.outcome import Outcome
from engine.core.parts import Take
from engine.core.rows import Row
from engine.registry import game as game_of
from engine.zaibatsu import encode, scoring, view
from engine.zaibatsu.actions import GAME_NAME, Move
from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.resolve import order_matters, resolve
from engine.zaibatsu.rules import APPLY, GO_ON, LEGAL

NONE: Final = Decision.NONE
ORDER: Final = Decision.ORDER


class ZaibatsuState(Position):
    """A position of Nippon: Zaibatsu that can be played."""

    __slots__ = ()

    def clone(self) -> "ZaibatsuState":
        """An independent copy; it records no events."""
        return self._copy(self.setup)

    def _copy(self, setup: Setup) -> "ZaibatsuState":
        new = ZaibatsuState(setup)
        new.to_act = self.to_act
        new._cached = self._cached
        new.seats = self.seats
        new.table = self.table
        new.limits = self.limits
        new.players = [Player(player) for player in self.players]
        new.round = self.round
        new.active = self.active
        new.marker = self.marker
        new.turns_left = self.turns_left
        new.final = self.final
        new.phase = self.phase
        new.decision = self.decision
        new.spaces = self.spaces[:]
        new.queue = self.queue
        new.bag = self.bag
        new.returned = self.returned[:]
        new.experts = self.experts
        new.ships_at = self.ships_at[:]
        new.demand = self.demand
        new.slots_of = self.slots_of
        new.board = self.board[:]
        new.rails = self.rails[:]
        new.rail_count = self.rail_count[:]
        new.supply = self.supply
        new.pairs = self.pairs
        new.objectives = self.objectives
        new.rewards = self.rewards
        new.waiting = self.waiting[:]
        new.effect = self.effect
        new.action = self.action
        new.hired = self.hired
        new.done = self.done
        new.used = self.used
        new.modifier_used = self.modifier_used
        new.contracts_now = self.contracts_now
        new.region = self.region
        new.slot = self.slot
        new.good = self.good
        new.count = self.count
        new.need = self.need
        new.place = self.place
        new.spread = self.spread
        new.step = self.step
        new.automa = self.automa.clone() if self.automa is not None else None
        return new

    def determinize(self, seat: int | None, rng: Rng) -> "ZaibatsuState":  # noqa: ARG002  all seats know the same
        """The same as `game.from_view(view, rng)`, but faster: search does this often."""
        setup = Setup(self.seats, rng.randrange(1 << 64), rng.randrange(1 << 64), self.setup.options)
        new = self._copy(setup)
        new.bag = tuple(chance.shuffled(rng, sorted((*self.bag, *self.returned))))
        new.returned = []
        if new.automa is not None:
            new.automa.pile = chance.shuffled(rng, sorted(new.automa.pile))
        return new

    @property
    def game(self) -> Game:
        """Nippon: Zaibatsu."""
        return game_of(GAME_NAME)

    def _legal(self) -> Sequence[Move]:
        return LEGAL[self.decision](self)

    def _apply(self, action: Any) -> None:
        decision = self.decision
        self.decision = NONE
        APPLY[decision](self, action)
        if self.decision is NONE:
            go_on(self)

    def to_dict(self) -> dict[str, Any]:
        """The whole position."""
        return view.position(self, whole=True)

    def view(self, seat: int | None) -> dict[str, Any]:  # noqa: ARG002  all seats see the same
        """The position without the order of the bag and of the automa's pile, the only hidden things."""
        return view.position(self, whole=False)

    def view_of_parts(self, seat: int | None, take: Take) -> dict[str, Any]:  # noqa: ARG002  all seats see the same
        """The view, with its parts as *take* gives them."""
        return view.position(self, whole=False, take=take)

    def _encode(self, row: Row, seat: int) -> None:
        encode.encode(row, self, seat)

    def outcome(self) -> Outcome | None:
        """None until the match is over."""
        return scoring.outcome(self)

    def standing(self, seat: int) -> int:
        """The points that seat would have if the match were scored now."""
        return scoring.standing(self, seat)

    def sheets(self) -> tuple[dict[str, int], ...]:
        """The score sheet of every seat, with objectives and leftovers as they are now."""
        return scoring.sheets(self)


def go_on(state: Position) -> None:
    """Carry out what asks nothing: waiting effects first (Z-GEN-3), then the phase's next step, up to the next decision."""
    while state.decision is NONE and state.to_act is not None:
        waiting = state.waiting
        if not waiting:
            GO_ON[state.phase](state)
            continue
        effect = waiting[0]
        if len(waiting) > 1 and order_matters(state):
            state.decision = ORDER
            return
        del waiting[0]
        resolve(state, effect)
