"""Customs: imports for a space of its board (Y-ACT-CUS-1, Y-ACT-CUS-2)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import TABLES, Play
from engine.yokohama.phases import NOTHING, management
from engine.yokohama.phases.rewards import grant
from engine.yokohama.player import EMPTY
from engine.yokohama.technologies import BRICKYARD

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

SPACES = TABLES.customs
IMPORTS = tuple(space.price for space in SPACES)
BRICKYARD_VP = 4


def enter(state: "YokohamaState", effect: int) -> None:
    """Up to *effect* imports may be paid (R-11)."""
    state.turn.left = effect
    state.turn.step = steps.CUSTOMS_SPACE


def options(state: "YokohamaState") -> Sequence[Play]:
    """Empty spaces whose imports can be paid, or none."""
    if management.has_assistant(state):
        most = min(state.turn.left, state.acting.imports)
        board = state.customs
        legal = [play for play in actions.CUSTOMS_SPACES if board[play.value] == EMPTY and IMPORTS[play.value] <= most]
        if legal:
            legal.append(actions.SKIP)
            return legal
    _done(state)
    return NOTHING


def chosen(state: "YokohamaState", play: Play) -> None:
    """Pay the imports of the space."""
    if play is actions.SKIP:
        _done(state)
    else:
        state.acting.imports -= IMPORTS[play.value]
        state.turn.slot = play.value
        state.turn.step = steps.CUSTOMS_FROM


def from_options(state: "YokohamaState") -> Sequence[Play]:
    """From the Customs area or from hand."""
    return management.sources(state)


def from_chosen(state: "YokohamaState", play: Play) -> None:
    """Put the assistant on the board and take the reward."""
    space = SPACES[state.turn.slot]
    management.put(state, state.customs, play, "customs_full")
    if state.acting.technology_bits & BRICKYARD:
        state.acting.vp += BRICKYARD_VP  # Y-TECH-17
    _done(state)
    grant(state, space.reward, steps.FIVE_POWER)


def _done(state: "YokohamaState") -> None:
    turn = state.turn
    turn.left = turn.slot = 0
    turn.step = steps.FIVE_POWER
