"""Step 6, recovery: the assistants of the action area return to hand (Y-REC-1, Y-REC-2)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import Play
from engine.yokohama.phases import NOTHING
from engine.yokohama.player import NOWHERE
from engine.yokohama.technologies import TELEPHONE

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

CHOICE = (actions.LEAVE, actions.RECOVER)


def options(state: "YokohamaState") -> Sequence[Play]:
    """Telephone may leave one behind (Y-TECH-16); else all return by themselves."""
    player = state.acting
    if player.technology_bits & TELEPHONE and player.on_area[state.turn.area]:
        return CHOICE
    _recover(state, 0)
    return NOTHING


def chosen(state: "YokohamaState", play: Play) -> None:
    """Leave one or none."""
    _recover(state, 1 if play is actions.LEAVE else 0)


def _recover(state: "YokohamaState", left: int) -> None:
    """The action ends: phase C follows the main action, the same phase an agent's."""
    player, turn = state.acting, state.turn
    player.assistants += player.on_area[turn.area] - left
    player.on_area[turn.area] = left
    if not turn.by_agent:
        turn.phase = steps.PHASE_C
    turn.by_agent = False
    turn.area = NOWHERE
    turn.power = 0
    turn.step = steps.EXTRA
