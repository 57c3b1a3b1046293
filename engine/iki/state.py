"""A position of IKI that can be played: which rule answers for which decision, and the rest of the contract."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from engine.core import parts
from engine.core.actions import Action
from engine.core.chance import Rng, shuffled
from engine.core.game import Game, Setup
from engine.core.outcome import Outcome
from engine.iki import scoring, view
from engine.iki.actions import Move
from engine.iki.board import FIRE_TILES
from engine.iki.phases import (
    build,
    business,
    fire,
    ikizama,
    month_end,
    neutral,
    recruit,
    settlement,
    start,
    trade,
    walk,
)
from engine.iki.position import Position

Legal = Callable[[Position], Sequence[Move]]
Take = Callable[[Position, Move], None]

# In the order of the decisions START_CARD to NEW_YEAR_SPACE.
RULES: tuple[tuple[Legal, Take], ...] = (
    (start.legal_card, start.take_card),
    (start.legal_room, start.take_room),
    (ikizama.legal, ikizama.take),
    (recruit.legal, recruit.take),
    (recruit.legal_room, recruit.take_room),
    (walk.legal_distance, walk.take_distance),
    (walk.legal_extra, walk.take_extra),
    (business.legal, business.take),
    (trade.legal_train, trade.take_train),
    (build.legal, build.take),
    (build.legal_room, business.take_building),
    (trade.legal_swap, trade.take_swap),
    (trade.legal_with, trade.take_with),
    (neutral.legal_card, neutral.take_card),
    (neutral.legal_room, month_end.take_neutral),
    (fire.legal, month_end.take_fire),
    (settlement.legal, month_end.take_starve),
    (walk.legal_visit, walk.take_visit),
)
LEGAL: tuple[Legal, ...] = tuple(legal for legal, _ in RULES)
TAKE: tuple[Take, ...] = tuple(take for _, take in RULES)


class IkiState(Position):
    """One position of one match."""

    __slots__ = ()

    @property
    def game(self) -> Game:
        """The game this is a position of."""
        return _game()

    def _legal(self) -> Sequence[Move]:
        return LEGAL[self.decision](self)

    def _apply(self, action: Action) -> None:
        assert isinstance(action, Move)
        TAKE[self.decision](self, action)

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
        """The view filled with the same draws, without the way over the view."""
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

    def outcome(self) -> Outcome | None:
        """None until New Year is over."""
        return scoring.outcome(self) if self.to_act is None else None

    def standing(self, seat: int) -> int:
        """The points of that seat if the match were scored now."""
        return sum(scoring.sheet(self, seat).values())


@cache
def _game() -> Game:
    from engine.iki import GAME  # which imports this module

    return GAME
