"""Begin and end of a turn, rounds, and the end of the match (Y-TURN-1, Y-TURN-2, Y-END-1 to Y-END-3)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import steps
from engine.yokohama.actions import TABLES, Play
from engine.yokohama.phases import NOTHING
from engine.yokohama.technologies import SYSTEM_OF_STOCK
from engine.yokohama.turn import Turn

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

MAX_ROUNDS = TABLES.limits.max_rounds
STOCK_YEN = 2


def start(state: "YokohamaState") -> Sequence[Play]:
    """Before phase A (Y-TURN-2)."""
    player = state.acting
    if player.yen < STOCK_YEN and player.technology_bits & SYSTEM_OF_STOCK:
        player.yen = STOCK_YEN  # Y-TECH-18
    state.turn.step = steps.EXTRA
    return NOTHING


def end(state: "YokohamaState") -> Sequence[Play]:
    """The next seat's turn, or after the last round the end (Y-END-2)."""
    seat = state.turn.seat + 1
    if seat == len(state.players):
        if _was_last_round(state):
            state.to_act = None
            state.turn.step = steps.OVER
            return NOTHING
        state.round += 1
        seat = 0
    state.turn = Turn(seat)
    state.acting = state.players[seat]
    state.to_act = seat
    return NOTHING


def _was_last_round(state: "YokohamaState") -> bool:
    if state.last_round:
        return state.round == state.last_round
    return state.round >= MAX_ROUNDS  # Y-ARENA-1


def trigger_end(state: "YokohamaState", why: str) -> None:
    """The end comes after the next full round; later triggers change nothing (Y-END-1, Y-END-2)."""
    if not state.last_round:
        state.end_trigger = why
        state.last_round = state.round + 1
        state.note(f"end_triggered {why}", state.turn.seat)


def over(_state: "YokohamaState") -> Sequence[Play]:
    """Nothing is asked any more."""
    return NOTHING
