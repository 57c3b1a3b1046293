"""Production (N-ACT-PRODUCE)."""

from typing import TYPE_CHECKING

from engine.nippon import clock
from engine.nippon.actions import PRODUCES, PRODUCES_OR_STOP, STOP, Moves
from engine.nippon.data import tables
from engine.nippon.kinds import PRODUCE

if TYPE_CHECKING:
    from engine.nippon.actions import Move
    from engine.nippon.state import NipponState, Player

ACTIVATIONS = tables().costs.activations
CAP = tables().goods_cap


def begin(state: "NipponState") -> None:
    """N-ACT-PRODUCE-1."""
    state.ask(PRODUCE)


def productive(player: "Player") -> int:
    """Bits of the factories with room and coal enough."""
    bits, goods, price, coal = 0, player.goods, player.perks.coal, player.coal
    for good in player.perks.owned:
        if price[good] <= coal and goods[good] < CAP:
            bits |= 1 << good
    return bits


def legal(state: "NipponState") -> Moves:
    """A factory that has not produced in this action."""
    bits = productive(state.players[state.acting]) & ~state.used
    return PRODUCES_OR_STOP[bits] if state.times else PRODUCES[bits]


def apply(state: "NipponState", move: "Move") -> None:
    """Pay the coal; one good, and more for the machine as far as there is room."""
    if move is STOP:
        clock.end_turn(state)
        return
    player, good = state.players[state.acting], move.value
    player.coal -= player.perks.coal[good]
    player.goods[good] = min(player.goods[good] + player.perks.output[good] + player.machines[good], CAP)
    state.used |= 1 << good
    state.times += 1
    if state.times == ACTIVATIONS or not productive(player) & ~state.used:
        clock.end_turn(state)
