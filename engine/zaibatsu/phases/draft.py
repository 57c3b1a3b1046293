"""The draft of starting pairs, counter-clockwise, and what they give (Z-SETUP-8 to 11)."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.core import chance
from engine.zaibatsu.actions import BAG_WORKER, OLD_SIDE, PAIR, Move
from engine.zaibatsu.catalogue import MUST_BUILD
from engine.zaibatsu.data import RESOURCES, TOKENS, TRACK_NAMES
from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.phases.factories import add_tile
from engine.zaibatsu.phases.rounds import begin_turn
from engine.zaibatsu.pieces import leave_row
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.powers.gains import gain
from engine.zaibatsu.powers.tracks import advance
from engine.zaibatsu.terms import MACHINE, SHIP, TRAIN

START_PAIR: Final = Decision.START_PAIR
OLD_FACTORY_SIDE: Final = Decision.OLD_FACTORY_SIDE
DECIDE_BAG_WORKER: Final = Decision.BAG_WORKER
TAKE: Final = 0
GAIN_B: Final = 1
NEXT: Final = 2
"""How far the seat in turn has come: `state.step`."""


def machine_to_reserve(state: Position, player: Player, _: int) -> None:
    """A machine waits for the first factory; its place in the row is empty now (Z-SETUP-10)."""
    player.reserve_machine = 1
    leave_row(state, player, MACHINE)


def goods_to_reserve(_: Position, player: Player, amount: int) -> None:
    """Goods wait for the first factory."""
    player.reserve_goods = amount


def build_ship(state: Position, _: Player, __: int) -> None:
    """A free ship, which must be built."""
    state.waiting.append(MUST_BUILD[SHIP])


def build_train(state: Position, _: Player, __: int) -> None:
    """A free train, which must be built."""
    state.waiting.append(MUST_BUILD[TRAIN])


def old_factory(state: Position, _: Player, __: int) -> None:
    """Decide the side of the old factory: paper or cotton."""
    state.decision = OLD_FACTORY_SIDE


def choose_worker_from_bag(state: Position, _: Player, __: int) -> None:
    """Decide on a worker of any colour in the bag."""
    state.decision = DECIDE_BAG_WORKER


def stored_coal(_: Position, player: Player, amount: int) -> None:
    """Coal on the token, spendable and never discarded."""
    player.stored_coal += amount


def factory_discount(_: Position, player: Player, amount: int) -> None:
    """The factory action costs less money."""
    player.discount = amount


START_EFFECTS: Final[dict[str, Callable[[Position, Player, int], None]]] = {
    function.__name__: function
    for function in (
        machine_to_reserve,
        goods_to_reserve,
        build_ship,
        build_train,
        old_factory,
        choose_worker_from_bag,
        stored_coal,
        factory_discount,
    )
}
APPLY_A: Final = tuple(START_EFFECTS[start.effect] for start in TOKENS.start_a)


def go_on(state: Position) -> None:
    """The A side is done: score it, gain the B side; after that the seat to the right."""
    seat = state.active
    if state.step == TAKE:
        state.to_act = seat
        state.decision = START_PAIR
    elif state.step == GAIN_B:
        state.step = NEXT
        take_points_and_b(state, state.players[seat])
    elif seat == state.marker:
        state.pairs = ()
        state.step = 0
        begin_turn(state)
    else:
        state.step = TAKE
        state.active = (seat - 1) % state.seats


def take_points_and_b(state: Position, player: Player) -> None:
    """Score = points of A, then the gains of B with their bonuses (Z-SETUP-8)."""
    a, b = player.start
    player.score = TOKENS.start_a[a].points
    for what, amount in TOKENS.start_b[b]:
        if what in RESOURCES:
            gain(player, RESOURCES.index(what), amount)
        else:
            advance(state, player, TRACK_NAMES.index(what), amount)


def legal_start_pair(state: Position) -> Sequence[Move]:
    """The pairs left, by their A token."""
    return [PAIR[a] for a, _ in state.pairs]


def apply_start_pair(state: Position, move: Move) -> None:
    """Take the pair and begin with its A effect."""
    player = state.players[state.active]
    pair = next(pair for pair in state.pairs if pair[0] == move.a)
    state.pairs = tuple(other for other in state.pairs if other[0] != move.a)
    player.start = pair
    state.step = GAIN_B
    APPLY_A[move.a](state, player, TOKENS.start_a[move.a].amount)


def legal_old_factory_side(_: Position) -> Sequence[Move]:
    """The two sides of the old factory."""
    return OLD_SIDE


def apply_old_factory_side(state: Position, move: Move) -> None:
    """Into the first column, with its good (Z-SETUP-9, Z-SETUP-11)."""
    player = state.players[state.active]
    add_tile(player, move.a)
    player.add_goods(0, TOKENS.start_a[player.start[0]].amount)


def legal_bag_worker(state: Position) -> Sequence[Move]:
    """Colours in the bag."""
    return [BAG_WORKER[colour] for colour in range(6) if colour in state.bag]


def apply_bag_worker(state: Position, move: Move) -> None:
    """The worker goes into the lowest cell. Which of its colour leaves is drawn, so that the bag's order stays evenly random."""
    places = [at for at, colour in enumerate(state.bag) if colour == move.a]
    at = places[chance.stream(state.setup.hidden_seed, "bag_worker").randrange(len(places))]
    state.bag = state.bag[:at] + state.bag[at + 1 :]
    state.players[state.active].cells.append(move.a)
