"""Step 2, take-back: any number of own assistants return from any areas (Y-MOVE-9); steps 3 to 6 fall away (Y-TURN-4)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import Play
from engine.yokohama.phases import NOTHING
from engine.yokohama.player import NOWHERE

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

MODES = (actions.RECALL_ALL, actions.RECALL_CHOOSE, actions.RECALL_NONE)


def mode_options(state: "YokohamaState") -> Sequence[Play]:
    """All, none, or area by area."""
    if any(state.acting.on_area):
        return MODES
    _done(state)
    return NOTHING


def mode_chosen(state: "YokohamaState", play: Play) -> None:
    """Take all back at once, or go on to the choice for each area."""
    player = state.acting
    if play is actions.RECALL_CHOOSE:
        state.turn.step = steps.RECALL
        _next_area(state, state.board.land)
        return
    if play is actions.RECALL_ALL:
        player.assistants += sum(player.on_area)
        player.on_area = [0] * len(player.on_area)
    _done(state)


def options(state: "YokohamaState") -> Sequence[Play]:
    """How many return from this area."""
    return actions.RECALL_COUNTS[: state.acting.on_area[state.turn.spot] + 1]


def chosen(state: "YokohamaState", play: Play) -> None:
    """Take them; then the next area, in the order of the layout."""
    player, land = state.acting, state.board.land
    player.on_area[state.turn.spot] -= play.value
    player.assistants += play.value
    _next_area(state, land[land.index(state.turn.spot) + 1 :])


def _next_area(state: "YokohamaState", areas: Sequence[int]) -> None:
    for area in areas:
        if state.acting.on_area[area]:
            state.turn.spot = area
            return
    _done(state)


def _done(state: "YokohamaState") -> None:
    turn = state.turn
    turn.spot = NOWHERE
    turn.phase = steps.PHASE_C
    turn.step = steps.EXTRA
