"""Set-up: each player keeps one of two orders (Y-SETUP-11)."""

from collections.abc import Sequence

from engine.yokohama import actions
from engine.yokohama.actions import Move
from engine.yokohama.phases.turns import begin_turn
from engine.yokohama.position import Position


def legal_keep_order(state: Position) -> Sequence[Move]:
    """The two cards dealt to this seat."""
    return [actions.KEEP_ORDERS[card] for card in state.acting.orders]


def apply_keep_order(state: Position, move: Move) -> None:
    """Keep one, put the other away unseen; then the next seat, or the first turn."""
    player = state.acting
    player.put_away = next(card for card in player.orders if card != move.value)
    player.orders = (move.value,)
    seat = state.turn.seat + 1
    if seat < len(state.players):
        state.turn.seat = state.to_act = seat
        state.acting = state.players[seat]
    else:
        state.round = 1
        begin_turn(state, 0)
