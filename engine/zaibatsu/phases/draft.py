"""The draft of starting pairs, counter-clockwise, and what they give (Z-SETUP-8 to 11)."""

from collections.abc import Callable, Sequence

from engine.core import chance
from engine.zaibatsu import asks
from engine.zaibatsu.actions import BAG_WORKER, OLD_SIDE, PAIR, Move
from engine.zaibatsu.catalogue import MUST_BUILD
from engine.zaibatsu.data import RESOURCES, TOKENS, TRACK_NAMES
from engine.zaibatsu.phases.factories import add_tile
from engine.zaibatsu.phases.rounds import begin_turn
from engine.zaibatsu.pieces import leave_row
from engine.zaibatsu.player import Player
from engine.zaibatsu.powers.gains import gain
from engine.zaibatsu.powers.tracks import advance
from engine.zaibatsu.state import ZaibatsuState
from engine.zaibatsu.terms import MACHINE, SHIP, TRAIN

TAKE, GAIN_B, NEXT = range(3)
"""How far the seat in turn has come: `state.step`."""


def machine_to_reserve(state: ZaibatsuState, player: Player, _: int) -> None:
    """Its place in the row is empty now (Z-SETUP-10)."""
    player.reserve_machine = 1
    leave_row(state, player, MACHINE)


def goods_to_reserve(_: ZaibatsuState, player: Player, amount: int) -> None:
    """For the first factory built."""
    player.reserve_goods = amount


def build_ship(state: ZaibatsuState, _: Player, __: int) -> None:
    """Free, and mandatory."""
    state.waiting.append(MUST_BUILD[SHIP])


def build_train(state: ZaibatsuState, _: Player, __: int) -> None:
    """Free, and mandatory."""
    state.waiting.append(MUST_BUILD[TRAIN])


def old_factory(state: ZaibatsuState, _: Player, __: int) -> None:
    """Paper or cotton."""
    state.ask = asks.OLD_SIDE


def choose_worker_from_bag(state: ZaibatsuState, _: Player, __: int) -> None:
    """Any colour that is in the bag."""
    state.ask = asks.BAG_WORKER


def stored_coal(_: ZaibatsuState, player: Player, amount: int) -> None:
    """Coal on the token, spendable and never discarded."""
    player.stored_coal += amount


def factory_discount(_: ZaibatsuState, player: Player, amount: int) -> None:
    """The factory action costs less money."""
    player.discount = amount


START_EFFECTS: dict[str, Callable[[ZaibatsuState, Player, int], None]] = {
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
APPLY_A = tuple(START_EFFECTS[start.effect] for start in TOKENS.start_a)


def go_on(state: ZaibatsuState) -> None:
    """The A side is done: score it, gain the B side; after that the seat to the right."""
    seat = state.active
    if state.step == TAKE:
        state.to_act = seat
        state.ask = asks.START_PAIR
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


def take_points_and_b(state: ZaibatsuState, player: Player) -> None:
    """Score = points of A, then the gains of B with their bonuses (Z-SETUP-8)."""
    a, b = player.start
    player.score = TOKENS.start_a[a].points
    for what, amount in TOKENS.start_b[b]:
        if what in RESOURCES:
            gain(player, RESOURCES.index(what), amount)
        else:
            advance(state, player, TRACK_NAMES.index(what), amount)


def legal_pair(state: ZaibatsuState) -> Sequence[Move]:
    """The pairs left, by their A token."""
    return [PAIR[a] for a, _ in state.pairs]


def answer_pair(state: ZaibatsuState, move: Move) -> None:
    """Take the pair and begin with its A effect."""
    player = state.players[state.active]
    pair = next(pair for pair in state.pairs if pair[0] == move.a)
    state.pairs = tuple(other for other in state.pairs if other is not pair)
    player.start = pair
    state.step = GAIN_B
    APPLY_A[move.a](state, player, TOKENS.start_a[move.a].amount)


def legal_old_side(_: ZaibatsuState) -> Sequence[Move]:
    """The two sides of the old factory."""
    return OLD_SIDE


def answer_old_side(state: ZaibatsuState, move: Move) -> None:
    """Into the first column, with its good (Z-SETUP-9, Z-SETUP-11)."""
    player = state.players[state.active]
    add_tile(player, move.a)
    player.add_goods(0, TOKENS.start_a[player.start[0]].amount)


def legal_bag_worker(state: ZaibatsuState) -> Sequence[Move]:
    """Colours in the bag."""
    return [BAG_WORKER[colour] for colour in range(6) if colour in state.bag]


def answer_bag_worker(state: ZaibatsuState, move: Move) -> None:
    """The worker goes into the lowest cell. Which of its colour leaves is drawn, so that the bag's order stays evenly random."""
    places = [at for at, colour in enumerate(state.bag) if colour == move.a]
    at = places[chance.stream(state.setup.hidden_seed, "bag_worker").randrange(len(places))]
    state.bag = state.bag[:at] + state.bag[at + 1 :]
    state.players[state.active].cells.append(move.a)


asks.GO_ON[asks.DRAFT] = go_on
asks.register(asks.START_PAIR, legal_pair, answer_pair)
asks.register(asks.OLD_SIDE, legal_old_side, answer_old_side)
asks.register(asks.BAG_WORKER, legal_bag_worker, answer_bag_worker)
