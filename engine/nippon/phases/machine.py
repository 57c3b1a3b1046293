"""Machines: bought (N-ACT-MACHINE) or given by a factory (N-FAC-3)."""

from typing import Final

from engine.nippon.actions import MACHINES, MACHINES_OR_STOP, RESERVE, RESERVE_ONLY, STOP, Move, Moves
from engine.nippon.data import tables
from engine.nippon.decisions import Decision
from engine.nippon.phases.clock import end_turn
from engine.nippon.player import Player
from engine.nippon.position import Position

MACHINE: Final = Decision.MACHINE
ACTIVATIONS: Final = tables().costs.activations
LEVELS: Final = 2
"""A machine is +1 or +2."""


def begin(state: Position) -> None:
    """Start the action (N-ACT-MACHINE-1)."""
    state.decide_next(MACHINE)


def begin_free(state: Position, steps: int) -> None:
    """The effect `machine_any`: steps that no factory can take are lost (N-FAC-3)."""
    if upgradable(state.players[state.acting]):
        state.decide_next(MACHINE, free=steps)
    else:
        end_turn(state)


def upgradable(player: Player) -> int:
    """Bits of the player's factories that can take a machine or an upgrade."""
    bits, machines = 0, player.machines
    for good in player.perks.owned:
        if machines[good] < LEVELS:
            bits |= 1 << good
    return bits


def legal_machine(state: Position) -> Moves:
    """A factory that can take one; the reserve only if there is none (N-ACT-MACHINE-2)."""
    factories = upgradable(state.players[state.acting])
    if state.times == 0:
        return MACHINES[factories] if factories else RESERVE_ONLY[0]
    return MACHINES_OR_STOP[factories] if factories else RESERVE_ONLY[1]


def apply_machine(state: Position, move: Move) -> None:
    """Place a machine, and go on while it can be paid or an effect still grants one."""
    player = state.players[state.acting]
    if move is STOP:
        end_turn(state)
        return
    if move is RESERVE:
        player.reserve += 1
    else:
        player.machines[move.value] += 1
    if state.free:
        state.free -= 1
        if not state.free or not upgradable(player):
            end_turn(state)
        return
    player.yen -= player.perks.machine_cost
    state.times += 1
    if state.times == ACTIVATIONS or player.yen < player.perks.machine_cost:
        end_turn(state)
