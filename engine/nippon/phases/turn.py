"""The turn (N-TURN): take a worker and act, or consolidate; and the list at the end of the last turn."""

from typing import TYPE_CHECKING

from engine.nippon import clock, tracks
from engine.nippon.actions import (
    BLUEPRINTS,
    BLUEPRINTS_OR_DONE,
    CONSOLIDATE,
    DONE,
    TAKES,
    Moves,
)
from engine.nippon.data import ACTIONS, tables
from engine.nippon.phases import consolidation, export, factory, machine, market, network, produce, steps
from engine.nippon.workers import UNIT

if TYPE_CHECKING:
    from engine.nippon.actions import Move
    from engine.nippon.state import NipponState, Player

CELLS = tables().workers.cells
BLUEPRINTS_PER_STEP = tables().costs.blueprints_per_step
CHEAPEST_STEP = tables().costs.steps[0]
TRAINS, SHIPS = tables().start.trains, tables().start.ships

FACTORY, KNOWLEDGE, MACHINE, PRODUCE, EXPORT, MINES, TRAIN, SHIP, MARKET = (1 << n for n in range(len(ACTIONS)))
TRACK_ACTIONS = KNOWLEDGE | MINES

BEGIN = (  # in the order of data.ACTIONS
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


def possible(state: "NipponState", player: "Player") -> int:
    """Bits of the actions that can be done at least once (N-TURN-2)."""
    perks, yen, actions = player.perks, player.yen, 0
    if yen >= CHEAPEST_STEP:
        actions = TRACK_ACTIONS  # N-DEC-5: also on a track at its end
        if yen >= factory.COST and factory.buildable(state, player):
            actions |= FACTORY
        if yen >= perks.machine_cost:
            actions |= MACHINE
        if state.open_regions:
            if yen >= perks.train_cost and player.trains < TRAINS:
                actions |= TRAIN
            if yen >= perks.ship_cost and player.ships < SHIPS:
                actions |= SHIP
    if perks.owned:
        if produce.productive(player):
            actions |= PRODUCE
        if export.fulfillable(player):
            actions |= EXPORT
        if market.possible(state, player):
            actions |= MARKET
    return actions


def legal(state: "NipponState") -> Moves:
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
        moves += BLUEPRINTS[tracks.open_tracks(player)]
    return moves


def apply(state: "NipponState", move: "Move") -> None:
    """Begin what was chosen; a step for blueprints leaves the turn where it is."""
    player = state.players[state.acting]
    if move is CONSOLIDATE:
        consolidation.begin(state)
    elif move.verb == "take":
        player.workers += (move.colour,)
        state.spaces[move.space] -= UNIT[move.colour]
        BEGIN[move.value](state)
    else:
        player.blueprints -= BLUEPRINTS_PER_STEP
        tracks.climb(player, move.value, 1)


def legal_end(state: "NipponState") -> Moves:
    """N-TURN-4: the last steps for blueprints."""
    return BLUEPRINTS_OR_DONE[tracks.open_tracks(state.players[state.acting])]


def apply_end(state: "NipponState", move: "Move") -> None:
    """A step, or the end of the player's last turn."""
    if move is not DONE:
        player = state.players[state.acting]
        player.blueprints -= BLUEPRINTS_PER_STEP
        tracks.climb(player, move.value, 1)
        if player.blueprints >= BLUEPRINTS_PER_STEP and tracks.open_tracks(player):
            return
    clock.finish_turn(state)
