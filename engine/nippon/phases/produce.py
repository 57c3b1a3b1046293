"""Production (N-ACT-PRODUCE)."""

from typing import Final

from engine.nippon.actions import PRODUCES, PRODUCES_OR_STOP, STOP, Move, Moves
from engine.nippon.data import tables
from engine.nippon.decisions import Decision
from engine.nippon.phases.clock import end_turn
from engine.nippon.player import Player
from engine.nippon.position import Position

PRODUCE: Final = Decision.PRODUCE
ACTIVATIONS: Final = tables().costs.activations
CAP: Final = tables().goods_cap


def begin(state: Position) -> None:
    """Start the action (N-ACT-PRODUCE-1)."""
    state.decide_next(PRODUCE)


def productive(player: Player) -> int:
    """Bits of the factories below the cap that the player has coal for."""
    bits, goods, price, coal = 0, player.goods, player.perks.coal, player.coal
    for good in player.perks.owned:
        if price[good] <= coal and goods[good] < CAP:
            bits |= 1 << good
    return bits


def legal_produce(state: Position) -> Moves:
    """A factory that has not produced in this action."""
    bits = productive(state.players[state.acting]) & ~state.used
    return PRODUCES_OR_STOP[bits] if state.times else PRODUCES[bits]


def apply_produce(state: Position, move: Move) -> None:
    """Pay the coal; one good, and more for the machine, up to the cap."""
    if move is STOP:
        end_turn(state)
        return
    player, good = state.players[state.acting], move.value
    player.coal -= player.perks.coal[good]
    player.goods[good] = min(player.goods[good] + player.perks.output[good] + player.machines[good], CAP)
    state.used |= 1 << good
    state.times += 1
    if state.times == ACTIVATIONS or not productive(player) & ~state.used:
        end_turn(state)
