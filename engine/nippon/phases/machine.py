"""Machines: bought (N-ACT-MACHINE) or given by a factory (N-FAC-3)."""

from typing import TYPE_CHECKING

from engine.nippon import clock
from engine.nippon.actions import MACHINES, MACHINES_OR_STOP, RESERVE, RESERVE_ONLY, STOP, Moves
from engine.nippon.data import tables
from engine.nippon.kinds import MACHINE

if TYPE_CHECKING:
    from engine.nippon.actions import Move
    from engine.nippon.state import NipponState, Player

ACTIVATIONS = tables().costs.activations
LEVELS = 2
"""A machine is +1 or +2."""


def begin(state: "NipponState") -> None:
    """N-ACT-MACHINE-1."""
    state.ask(MACHINE)


def begin_free(state: "NipponState", steps: int) -> None:
    """The effect `machine_any`: steps without room are lost (N-FAC-3)."""
    if roomy(state.players[state.acting]):
        state.ask(MACHINE, free=steps)
    else:
        clock.end_turn(state)


def roomy(player: "Player") -> int:
    """Bits of the player's factories that can take a machine or an upgrade."""
    bits, machines = 0, player.machines
    for good in player.perks.owned:
        if machines[good] < LEVELS:
            bits |= 1 << good
    return bits


def legal(state: "NipponState") -> Moves:
    """A factory with room; the reserve only if there is none (N-ACT-MACHINE-2)."""
    room = roomy(state.players[state.acting])
    if state.times == 0:
        return MACHINES[room] if room else RESERVE_ONLY[0]
    return MACHINES_OR_STOP[room] if room else RESERVE_ONLY[1]


def apply(state: "NipponState", move: "Move") -> None:
    """Place a machine, and go on while it can be paid or an effect still grants one."""
    player = state.players[state.acting]
    if move is STOP:
        clock.end_turn(state)
        return
    if move is RESERVE:
        player.reserve += 1
    else:
        player.machines[move.value] += 1
    if state.free:
        state.free -= 1
        if not state.free or not roomy(player):
            clock.end_turn(state)
        return
    player.yen -= player.perks.machine_cost
    state.times += 1
    if state.times == ACTIVATIONS or player.yen < player.perks.machine_cost:
        clock.end_turn(state)
