"""The Machines action and machines that effects build (Z-ACT-MACHINE-1, Z-MACH-1)."""

from collections.abc import Sequence
from typing import Final

from engine.zaibatsu.actions import FIT, STOP, Move
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.effects import Effect
from engine.zaibatsu.phases import modify
from engine.zaibatsu.pieces import can_fit_machine, fit_machine, fitting_columns
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.resolve import finish

PRICE: Final = BOARD.machine_money


def possible(player: Player) -> bool:
    """Whether a machine can be paid and placed."""
    return player.money + player.silk >= PRICE and can_fit_machine(player)


def legal_machine(state: Position) -> Sequence[Move]:
    """Factories for the machine: paid in the action, each once; free for an effect."""
    assert state.to_act is not None
    player = state.players[state.to_act]
    if state.effect is not None:
        return _free(state, player, state.effect)
    moves: list[Move] = []
    if player.money + player.silk >= PRICE:
        moves = [FIT[player.tiles[at]] for at in fitting_columns(player) if not state.used >> at & 1]
    moves += modify.and_stop(state, player)
    return moves


def _free(state: Position, player: Player, effect: Effect) -> Sequence[Move]:
    but = state.place if effect.variant == "other_factory" else -1  # Z-FAC-10
    moves = [FIT[player.tiles[at]] for at in fitting_columns(player) if at != but]
    if not effect.must:
        moves.append(STOP)
    return moves


def apply_machine(state: Position, move: Move) -> None:
    """Build a machine there, or stop."""
    assert state.to_act is not None
    player = state.players[state.to_act]
    if state.effect is not None:
        if move is STOP:
            state.effect = None
            return
        fit_machine(state, player, player.tiles.index(move.a))
        finish(state)
    elif not modify.applied(state, move):
        column = player.tiles.index(move.a)
        player.pay_money(PRICE)
        state.used |= 1 << column
        state.done += 1
        fit_machine(state, player, column)
