"""The start of a turn (I-PH2-1, I-NY-1): the acting seat and its first decision."""

from typing import Final

from engine.iki.board import ON_X
from engine.iki.data import tables
from engine.iki.decisions import Decision
from engine.iki.position import Position

MOVE_X: Final = Decision.MOVE_X
NEW_YEAR_SPACE: Final = Decision.NEW_YEAR_SPACE
STEP_A: Final = Decision.STEP_A

MONTHS: Final = tables().numbers.months


def begin(state: Position) -> None:
    """The first seat of the queue acts, with all its allowances of the turn."""
    seat = state.queue[0]
    state.to_act = seat
    state.done = ()
    state.traded = False
    state.carted = False
    if state.month > MONTHS:  # I-NY-1
        state.decision = NEW_YEAR_SPACE
    elif state.players[seat].cylinder == ON_X:  # I-PH1-4
        state.decision = MOVE_X
    else:
        state.decision = STEP_A
