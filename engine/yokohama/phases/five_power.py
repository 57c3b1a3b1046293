"""Step 4, the five-power bonus (Y-FIVE-1 to Y-FIVE-3)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import TABLES, Play
from engine.yokohama.phases import NOTHING
from engine.yokohama.phases.rewards import grant
from engine.yokohama.phases.tools import can_mill, can_university, used
from engine.yokohama.player import EMPTY

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

LEAST_POWER = TABLES.limits.five_power
TOKENS = TABLES.five_powers


def options(state: "YokohamaState") -> Sequence[Play]:
    """Take the token of the action area, or leave it."""
    turn = state.turn
    if turn.power < LEAST_POWER or state.five_powers[turn.area] == EMPTY:
        turn.step = steps.BUILD
        return NOTHING
    legal: list[Play] = []
    if can_mill(state):
        legal.append(actions.MILL)
    legal += (actions.SKIP, actions.TAKE)
    if can_university(state):
        legal.append(actions.UNIVERSITY)
    return legal


def chosen(state: "YokohamaState", play: Play) -> None:
    """Tokens are never replaced."""
    turn = state.turn
    if play is actions.SKIP:
        turn.step = steps.BUILD
    elif play is actions.TAKE:
        token = state.five_powers[turn.area]
        state.five_powers[turn.area] = EMPTY
        state.acting.five_powers += (token,)
        grant(state, TOKENS[token].reward, steps.BUILD)
    else:
        used(state, play)
