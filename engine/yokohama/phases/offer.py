"""What Port, Laboratory, Church and Customs share: one thing is offered, and taken or skipped; then step 4 follows."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import Play
from engine.yokohama.phases import NOTHING

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState


def offered(state: "YokohamaState", legal: list[Play]) -> Sequence[Play]:
    """These, or none of them; where there is none the action ends by itself (R-7)."""
    if legal:
        legal.append(actions.SKIP)
        return legal
    done(state)
    return NOTHING


def done(state: "YokohamaState") -> None:
    """The effect of the area is over."""
    turn = state.turn
    turn.left = turn.slot = 0
    turn.step = steps.FIVE_POWER
