"""Begin and end of a turn, rounds, and the end of the match (Y-TURN-1, Y-TURN-2, Y-END-1 to Y-END-3)."""

from typing import Final

from engine.yokohama.actions import TABLES
from engine.yokohama.decisions import Decision
from engine.yokohama.position import Position
from engine.yokohama.technologies import SYSTEM_OF_STOCK
from engine.yokohama.turn import Turn

OVER: Final = Decision.OVER

MAX_ROUNDS: Final = TABLES.limits.max_rounds
STOCK_YEN: Final = 2


def begin_turn(state: Position, seat: int) -> None:
    """The turn of that seat, up to phase A (Y-TURN-2)."""
    state.turn = Turn(seat)
    state.acting = player = state.players[seat]
    state.to_act = seat
    if player.yen < STOCK_YEN and player.technology_bits & SYSTEM_OF_STOCK:
        player.yen = STOCK_YEN  # Y-TECH-18


def end_turn(state: Position) -> None:
    """The next seat's turn, or after the last round the end (Y-END-2)."""
    seat = state.turn.seat + 1
    if seat == len(state.players):
        if _was_last_round(state):
            state.to_act = None
            state.turn.decision = OVER
            return
        state.round += 1
        seat = 0
    begin_turn(state, seat)


def _was_last_round(state: Position) -> bool:
    if state.last_round:
        return state.round == state.last_round
    return state.round >= MAX_ROUNDS  # Y-ARENA-1


def trigger_end(state: Position, why: str) -> None:
    """The end comes after the next full round; later triggers change nothing (Y-END-1, Y-END-2)."""
    if not state.last_round:
        state.end_trigger = why
        state.last_round = state.round + 1
        state.note(f"end_triggered {why}", state.turn.seat)
