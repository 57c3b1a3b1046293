"""The Trains action and trains that effects build: first the region, then the slot (Z-ACT-TRAIN-1, Z-TRAIN-1)."""

from collections.abc import Sequence

from engine.zaibatsu import asks
from engine.zaibatsu.actions import FREE, SLOT, STOP, TRAIN, Move
from engine.zaibatsu.phases import modify, vehicles
from engine.zaibatsu.pieces import free_rails, lay_train, open_regions
from engine.zaibatsu.player import Player
from engine.zaibatsu.state import ZaibatsuState, finish


def possible(state: ZaibatsuState, player: Player) -> bool:
    """Whether a train can be paid and placed."""
    return bool(vehicles.ways(player)) and bool(open_regions(state, player))


def legal_region(state: ZaibatsuState) -> Sequence[Move]:
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


def answer_region(state: ZaibatsuState, move: Move) -> None:
    """Pay; the slot is asked next."""
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
    state.ask = asks.TRAIN_SLOT


def legal_slot(state: ZaibatsuState) -> Sequence[Move]:
    """Free slots, one per kind of bonus."""
    return [SLOT[slot] for slot in free_rails(state, state.region)]


def answer_slot(state: ZaibatsuState, move: Move) -> None:
    """The train is laid."""
    seat = state.to_act
    assert seat is not None
    twice = state.effect is not None and state.effect.variant == "double_slot_bonus"
    lay_train(state, state.players[seat], seat, state.region, move.a, twice=twice)
    finish(state)


asks.register(asks.TRAIN_REGION, legal_region, answer_region)
asks.register(asks.TRAIN_SLOT, legal_slot, answer_slot)
