"""Set-up: each player keeps one of two orders (Y-SETUP-11)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions
from engine.yokohama.actions import Play
from engine.yokohama.turn import Turn

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState


def options(state: "YokohamaState") -> Sequence[Play]:
    """The two cards dealt to this seat."""
    return [actions.KEEP_ORDERS[card] for card in state.acting.orders]


def chosen(state: "YokohamaState", play: Play) -> None:
    """Keep one, put the other away unseen; then the next seat, or the first turn."""
    player = state.acting
    player.put_away = next(card for card in player.orders if card != play.value)
    player.orders = (play.value,)
    seat = state.turn.seat + 1
    if seat < len(state.players):
        state.turn.seat = seat
    else:
        seat = 0
        state.turn = Turn(seat)
        state.round = 1
    state.acting = state.players[seat]
    state.to_act = seat
