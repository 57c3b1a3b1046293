"""Customs: imports for a space of its board (Y-ACT-CUS-1, Y-ACT-CUS-2)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import TABLES, Play
from engine.yokohama.phases import management
from engine.yokohama.phases.offer import done
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
    most = min(state.turn.left, state.acting.imports)
    return management.offered(state, actions.CUSTOMS_SPACES, state.customs, IMPORTS, most)


def chosen(state: "YokohamaState", play: Play) -> None:
    """Pay the imports of the space."""
    if play is actions.SKIP:
        done(state)
    else:
        state.acting.imports -= IMPORTS[play.value]
        state.turn.slot = play.value
        state.turn.step = steps.CUSTOMS_FROM


def from_chosen(state: "YokohamaState", play: Play) -> None:
    """Put the assistant on the board and take the reward."""
    bonus = BRICKYARD_VP if state.acting.technology_bits & BRICKYARD else 0  # Y-TECH-17
    management.put(state, state.customs, play, "customs_full")
    management.reward(state, SPACES[state.turn.slot], bonus)
