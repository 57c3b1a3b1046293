"""Step 2, take-back: any number of the player's assistants return from any areas (Y-MOVE-9); there are no steps 3 to 6 (Y-TURN-4)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import Move
from engine.yokohama.decisions import Decision, Phase
from engine.yokohama.player import NOWHERE
from engine.yokohama.position import Position

RECALL: Final = Decision.RECALL
PHASE_C: Final = Phase.C
EXTRA: Final = Decision.EXTRA

MODES: Final = (actions.RECALL_ALL, actions.RECALL_CHOOSE, actions.RECALL_NONE)


def legal_recall_mode(state: Position) -> Sequence[Move]:
    """Take assistants back from all areas, from none, or choose area by area."""
    return MODES if any(state.acting.on_area) else ()


def pass_recall_mode(state: Position) -> None:
    """No assistant is in any area."""
    _end_step(state)


def apply_recall_mode(state: Position, move: Move) -> None:
    """Take all back at once, or go on to the choice for each area."""
    player = state.acting
    if move is actions.RECALL_CHOOSE:
        state.turn.decision = RECALL
        _next_area(state, state.board.land)
        return
    if move is actions.RECALL_ALL:
        player.assistants += sum(player.on_area)
        player.on_area = [0] * len(player.on_area)
    _end_step(state)


def legal_recall(state: Position) -> Sequence[Move]:
    """How many assistants return from this area."""
    return actions.RECALL_COUNTS[: state.acting.on_area[state.turn.spot] + 1]


def apply_recall(state: Position, move: Move) -> None:
    """Take them; then the next area, in the order of the layout."""
    player, land = state.acting, state.board.land
    player.on_area[state.turn.spot] -= move.value
    player.assistants += move.value
    _next_area(state, land[land.index(state.turn.spot) + 1 :])


def _next_area(state: Position, areas: Sequence[int]) -> None:
    for area in areas:
        if state.acting.on_area[area]:
            state.turn.spot = area
            return
    _end_step(state)


def _end_step(state: Position) -> None:
    turn = state.turn
    turn.spot = NOWHERE
    turn.phase = PHASE_C
    turn.decision = EXTRA
