"""The Ships action and ships that effects build (Z-ACT-SHIP-1, Z-SHIP-1)."""

from collections.abc import Sequence

from engine.zaibatsu.actions import FREE, SHIP, STOP, Move
from engine.zaibatsu.phases import modify, vehicles
from engine.zaibatsu.pieces import can_send_ship, open_destinations, send_ship
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.resolve import finish


def possible(state: Position, player: Player) -> bool:
    """Whether a ship can be paid and sent; the caller sees to the cell for its expert."""
    return bool(vehicles.ways(player)) and can_send_ship(state, player)


def legal_ship(state: Position) -> Sequence[Move]:
    """Destinations with each payment; for an effect without one."""
    assert state.to_act is not None
    player = state.players[state.to_act]
    effect = state.effect
    sendable = can_send_ship(state, player)
    if effect is not None:
        moves = [SHIP[at][FREE] for at in open_destinations(state)] if sendable else []
        if not effect.must:
            moves.append(STOP)
        return moves
    ways = vehicles.ways(player)
    moves = [SHIP[at][way] for at in open_destinations(state) for way in ways] if sendable and ways else []
    moves += modify.and_stop(state, player)
    return moves


def apply_ship(state: Position, move: Move) -> None:
    """Send a ship there, or stop."""
    assert state.to_act is not None
    player = state.players[state.to_act]
    if state.effect is not None:
        if move is STOP:
            state.effect = None
            return
        send_ship(state, player, move.a)
        finish(state)
    elif not modify.applied(state, move):
        vehicles.pay(player, move.b)
        state.done += 1
        send_ship(state, player, move.a)
