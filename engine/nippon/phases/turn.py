"""The turn (N-TURN): take a worker and act, or consolidate; and the list at the end of the last turn."""

from typing import Final

from engine.nippon.actions import (
    BLUEPRINTS,
    BLUEPRINTS_OR_DONE,
    CONSOLIDATE,
    DONE,
    TAKES,
    Move,
    Moves,
)
from engine.nippon.data import tables
from engine.nippon.phases import consolidation, export, factory, machine, market, network, produce, steps
from engine.nippon.phases.clock import finish_turn
from engine.nippon.phases.export import fulfillable
from engine.nippon.phases.factory import COST, buildable
from engine.nippon.phases.market import can_deliver
from engine.nippon.phases.produce import productive
from engine.nippon.player import Player
from engine.nippon.position import Position
from engine.nippon.tracks import climb, open_tracks
from engine.nippon.workers import UNIT

CELLS: Final = tables().workers.cells
BLUEPRINTS_PER_STEP: Final = tables().costs.blueprints_per_step
CHEAPEST_STEP: Final = tables().costs.steps[0]
TRAINS: Final = tables().start.trains
SHIPS: Final = tables().start.ships

FACTORY: Final = 1 << 0
KNOWLEDGE: Final = 1 << 1
MACHINE: Final = 1 << 2
PRODUCE: Final = 1 << 3
EXPORT: Final = 1 << 4
MINES: Final = 1 << 5
TRAIN: Final = 1 << 6
SHIP: Final = 1 << 7
MARKET: Final = 1 << 8
TRACK_ACTIONS: Final = KNOWLEDGE | MINES

BEGIN: Final = (  # in the order of data.ACTIONS
    factory.begin,
    steps.begin_knowledge,
    machine.begin,
    produce.begin,
    export.begin,
    steps.begin_mines,
    network.begin_train,
    network.begin_ship,
    market.begin,
)


def possible(state: Position, player: Player) -> int:
    """Bits of the actions that can be done at least once (N-TURN-2)."""
    perks, yen, actions = player.perks, player.yen, 0
    if yen >= CHEAPEST_STEP:
        actions = TRACK_ACTIONS  # N-DEC-5: also on a track at its end
        if yen >= COST and buildable(state, player):
            actions |= FACTORY
        if yen >= perks.machine_cost:
            actions |= MACHINE
        if state.open_regions:
            if yen >= perks.train_cost and player.trains < TRAINS:
                actions |= TRAIN
            if yen >= perks.ship_cost and player.ships < SHIPS:
                actions |= SHIP
    if perks.owned:
        if productive(player):
            actions |= PRODUCE
        if fulfillable(player):
            actions |= EXPORT
        if can_deliver(state, player):
            actions |= MARKET
    return actions


def legal_turn(state: Position) -> Moves:
    """Workers with an action each, consolidating, and steps for blueprints."""
    player = state.players[state.acting]
    moves: Moves = ()
    if len(player.workers) < CELLS:  # N-TURN-3
        actions, spaces = possible(state, player), state.spaces
        for space, (first, mask, lists) in enumerate(TAKES):
            moves += lists[spaces[space]][actions >> first & mask]
    if player.workers or not moves:  # N-TURN-3: without a worker only if none can be taken
        moves += (CONSOLIDATE,)
    if player.blueprints >= BLUEPRINTS_PER_STEP:  # N-TURN-4
        moves += BLUEPRINTS[open_tracks(player)]
    return moves


def apply_turn(state: Position, move: Move) -> None:
    """Start the action or the consolidation; a step for blueprints leaves the turn where it is."""
    player = state.players[state.acting]
    if move is CONSOLIDATE:
        consolidation.begin(state)
    elif move.verb == "take":
        player.workers += (move.colour,)
        state.spaces[move.space] -= UNIT[move.colour]
        BEGIN[move.value](state)
    else:
        player.blueprints -= BLUEPRINTS_PER_STEP
        climb(player, move.value, 1)


def legal_end(state: Position) -> Moves:
    """The last steps for blueprints, or done (N-TURN-4)."""
    return BLUEPRINTS_OR_DONE[open_tracks(state.players[state.acting])]


def apply_end(state: Position, move: Move) -> None:
    """A step, or the end of the player's last turn."""
    if move is not DONE:
        player = state.players[state.acting]
        player.blueprints -= BLUEPRINTS_PER_STEP
        climb(player, move.value, 1)
        if player.blueprints >= BLUEPRINTS_PER_STEP and open_tracks(player):
            return
    finish_turn(state)
