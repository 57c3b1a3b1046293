"""The Trains action and trains that effects build: first the region, then the slot (Z-ACT-TRAIN-1, Z-TRAIN-1)."""

from collections.abc import Sequence
from typing import Final

from engine.zaibatsu.actions import FREE, SLOT, STOP, TRAIN, Move
from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.phases import modify, vehicles
from engine.zaibatsu.pieces import free_rails, lay_train, open_regions
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.resolve import finish

TRAIN_SLOT: Final = Decision.TRAIN_SLOT


def possible(state: Position, player: Player) -> bool:
    """Whether a train can be paid and placed."""
    return bool(vehicles.ways(player)) and bool(open_regions(state, player))


def legal_train_region(state: Position) -> Sequence[Move]:
    """Regions with each payment, each once per action; for an effect without payment."""
    assert state.to_act is not None
    player = state.players[state.to_act]
    effect = state.effect
    if effect is not None:
        but = state.place if effect.variant == "other_region" else -1  # Z-FAC-7
        moves = [TRAIN[region][FREE] for region in open_regions(state, player, but)]
        if not effect.must:
            moves.append(STOP)
        return moves
    ways = vehicles.ways(player)
    moves = []
    if ways:
        moves = [
            TRAIN[region][way] for region in open_regions(state, player) if not state.used >> region & 1 for way in ways
        ]
    moves += modify.and_stop(state, player)
    return moves


def apply_train_region(state: Position, move: Move) -> None:
    """Pay; the slot is the next decision."""
    assert state.to_act is not None
    if state.effect is not None:
        if move is STOP:
            state.effect = None
            return
    elif modify.applied(state, move):
        return
    else:
        vehicles.pay(state.players[state.to_act], move.b)
        state.used |= 1 << move.a
        state.done += 1
    state.region = move.a
    state.decision = TRAIN_SLOT


def legal_train_slot(state: Position) -> Sequence[Move]:
    """Free slots, one per kind of bonus."""
    return [SLOT[slot] for slot in free_rails(state, state.region)]


def apply_train_slot(state: Position, move: Move) -> None:
    """Lay the train there."""
    seat = state.to_act
    assert seat is not None
    twice = state.effect is not None and state.effect.variant == "double_slot_bonus"
    lay_train(state, state.players[seat], seat, state.region, move.a, twice=twice)
    finish(state)
