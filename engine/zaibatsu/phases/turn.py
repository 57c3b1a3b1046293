"""A turn: hire a worker for an action, or consolidate (Z-TURN-1 to Z-TURN-4)."""

from collections.abc import Sequence
from typing import Final

from engine.zaibatsu.actions import CONSOLIDATE, HIRES, Move
from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.phases import (
    consolidation,
    factories,
    machines,
    markets,
    modify,
    production,
    ships,
    trains,
)
from engine.zaibatsu.phases.rounds import end_turn
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import ACTIVATIONS, CELLS, SPACE_OF_ACTION

MODIFIER: Final = Decision.MODIFIER

DECISION_OF_ACTION: Final = (
    Decision.STEPS,
    Decision.STEPS,
    Decision.FACTORY,
    Decision.MACHINE,
    Decision.PRODUCE,
    Decision.SHIP,
    Decision.TRAIN_REGION,
    Decision.MARKET_SLOT,
    Decision.INVEST_GOOD,
)
"""The decision of every activation, by action."""

SCIENCE: Final = HIRES[0]
INDUSTRY: Final = HIRES[1]
PRODUCTION: Final = HIRES[2]
TRANSPORT: Final = HIRES[3]
TRADE: Final = HIRES[4]


def legal_turn(state: Position) -> Sequence[Move]:
    """Hires for actions that can be activated at least once, and consolidating (Z-TURN-2, Z-TURN-3)."""
    player = state.players[state.active]
    moves: list[Move] = []
    cells = len(player.cells)
    if cells < CELLS:
        first, second, third, fourth, fifth = state.spaces
        if first and (player.money or player.silk):
            moves += SCIENCE[first][3]
        if second:
            possible = factories.possible(state, player) | machines.possible(player) << 1
            moves += INDUSTRY[second][possible]
        if third and production.possible(player):
            moves += PRODUCTION[third][1]
        if fourth and player.iron:
            possible = (cells < CELLS - 1 and ships.possible(state, player)) | trains.possible(state, player) << 1
            moves += TRANSPORT[fourth][possible]
        if fifth and any(player.goods):
            moves += TRADE[fifth][markets.possible(state, player) | 2]
    if cells or not moves:
        moves.append(CONSOLIDATE)
    return moves


def apply_turn(state: Position, move: Move) -> None:
    """The worker goes to the lowest free cell; the first activation is the next decision."""
    if move is CONSOLIDATE:
        consolidation.begin(state)
        return
    colour, action = move.a, move.b
    space = SPACE_OF_ACTION[action]
    workers = state.spaces[space]
    at = workers.index(colour)
    state.spaces[space] = workers[:at] + workers[at + 1 :]
    state.players[state.active].cells.append(colour)
    state.action = action
    state.hired = colour
    state.done = 0
    state.used = 0
    state.modifier_used = False
    state.contracts_now = 0
    state.region = -1
    state.step = 0
    state.decision = DECISION_OF_ACTION[action]


def go_on(state: Position) -> None:
    """After an activation and all its effects: the next one, a last modifier, or the end of the turn (Z-DEC-2)."""
    action = state.action
    if state.step:
        end_turn(state)
    elif state.done < ACTIVATIONS[action]:
        state.decision = DECISION_OF_ACTION[action]
    elif modify.offered(state, state.players[state.active]):
        state.decision = MODIFIER
    else:
        end_turn(state)


def legal_modifier(state: Position) -> Sequence[Move]:
    """Modifiers after the last activation, or stop."""
    return modify.and_stop(state, state.players[state.active])


def apply_modifier(state: Position, move: Move) -> None:
    """Apply the modifier, or stop."""
    modify.applied(state, move)
