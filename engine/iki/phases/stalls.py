"""The eight stalls (I-STALL): what each offers now, and what it gives."""

from typing import Final

from engine.iki.actions import STALL, STALL_ACTIONS, Move
from engine.iki.board import STALLS
from engine.iki.cards import MON, Amounts, amounts, price
from engine.iki.data import SEASONS, tables
from engine.iki.data.records import StallAction
from engine.iki.decisions import Decision
from engine.iki.phases import build
from engine.iki.phases.street import gain_fire
from engine.iki.player import Player
from engine.iki.position import Position

BUILD_PICK: Final = Decision.BUILD_PICK
BUSINESS: Final = Decision.BUSINESS

_TABLES: Final = tables()
PIPES: Final = _TABLES.pipes
TOBACCO: Final = _TABLES.tobacco
FISH: Final = _TABLES.fish
PIPE_PRICES: Final = tuple(pipe.cost for pipe in PIPES)
TOBACCO_PRICES: Final = tuple(box.cost for box in TOBACCO)
FISH_PRICES: Final = tuple(fish.cost for fish in FISH)

FIXED: Final = 0
PIPE: Final = 1
BOX: Final = 2
FISHES: Final = 3
BUILDING: Final = 4
_KINDS: Final = {"": FIXED, "pipe": PIPE, "tobacco": BOX, "fish": FISHES}


class Offer:
    """One stall action, as numbers."""

    __slots__ = ("excluded", "fire", "gain", "good", "kind", "limit", "move", "number", "price")

    def __init__(self, number: int, action: StallAction) -> None:
        self.number = number
        self.move: Move = STALL[action.id]
        self.kind = BUILDING if action.build else _KINDS[action.stack]
        self.good, self.price = price(action.pay, action.id)
        self.gain: Amounts = amounts(action.gain)
        self.fire = action.fire
        self.limit = action.max_per_turn
        self.excluded = tuple(
            other
            for other, rival in enumerate(STALL_ACTIONS)
            if rival is not action and rival.exclusive and rival.exclusive == action.exclusive
        )
        """Actions after which this one is no longer offered (I-STALL-2, I-STALL-7)."""

    def spent(self, done: tuple[int, ...]) -> bool:
        """Whether what was done this turn rules this action out (I-BIZ-2)."""
        return done.count(self.number) >= self.limit or any(other in done for other in self.excluded)


OFFERS: Final[tuple[Offer, ...]] = tuple(Offer(n, action) for n, action in enumerate(STALL_ACTIONS))
OFFERS_AT: Final[tuple[tuple[Offer, ...], ...]] = tuple(
    tuple(OFFERS[STALL_ACTIONS.index(action)] for action in _TABLES.stalls[stall].actions) if stall else ()
    for stall in STALLS
)
"""Per street space: what its stall offers."""


def season(state: Position) -> int:
    """The number of the season whose fish lie on the market; New Year keeps winter's (I-STALL-6)."""
    return min((state.month - 1) // 3, len(SEASONS) - 1)


def add_offers(state: Position, player: Player, moves: list[Move]) -> None:
    """Append the affordable actions of the stall where the player's oyakata is (I-BIZ-3)."""
    done = state.done
    goods = player.goods
    for offer in OFFERS_AT[player.space]:
        if done and offer.spent(done):
            continue
        kind = offer.kind
        if kind == FIXED:
            offered = goods[offer.good] >= offer.price
        elif kind == PIPE:
            offered = state.pipes < len(PIPE_PRICES) and goods[MON] >= PIPE_PRICES[state.pipes]
        elif kind == BOX:
            offered = state.tobacco < len(TOBACCO_PRICES) and goods[MON] >= TOBACCO_PRICES[state.tobacco]
        elif kind == FISHES:
            offered = state.fish_left > 0 and goods[MON] >= FISH_PRICES[season(state)]
        else:
            offered = build.possible(state, player, build.FEE, 0)
        if offered:
            moves.append(offer.move)


def apply_offer(state: Position, number: int) -> None:
    """Do one stall action; a building needs further decisions first."""
    offer = OFFERS[number]
    seat = state.queue[0]
    player = state.players[seat]
    state.done += (number,)
    state.decision = BUSINESS
    kind = offer.kind
    if kind == FIXED:
        player.goods[offer.good] -= offer.price
        for good, amount in offer.gain:
            player.goods[good] += amount
        gain_fire(state, seat, offer.fire)
    elif kind == BUILDING:
        state.decision = BUILD_PICK
    else:
        _buy_token(state, seat, player, kind)


def _buy_token(state: Position, seat: int, player: Player, kind: int) -> None:
    """The top pipe or tobacco box (I-STALL-5), or a fish of the season (I-STALL-6)."""
    if kind == PIPE:
        top = state.pipes
        state.pipes += 1
        player.goods[MON] -= PIPE_PRICES[top]
        player.pipes += (top,)
        gain_fire(state, seat, PIPES[top].fire)
    elif kind == BOX:
        top = state.tobacco
        state.tobacco += 1
        player.goods[MON] -= TOBACCO_PRICES[top]
        player.tobacco += (top,)
    else:
        now = season(state)
        state.fish_left -= 1
        player.goods[MON] -= FISH_PRICES[now]
        player.fish += (now,)
