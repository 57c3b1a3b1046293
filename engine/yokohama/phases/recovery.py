"""Step 6, recovery: the assistants of the action area return to hand (Y-REC-1, Y-REC-2)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import Move
from engine.yokohama.decisions import Decision, Phase
from engine.yokohama.player import NOWHERE
from engine.yokohama.position import Position
from engine.yokohama.technologies import TELEPHONE

EXTRA: Final = Decision.EXTRA
PHASE_C: Final = Phase.C

CHOICE: Final = (actions.LEAVE, actions.RECOVER)


def legal_recovery(state: Position) -> Sequence[Move]:
    """Telephone may leave one behind (Y-TECH-16)."""
    player = state.acting
    return CHOICE if player.technology_bits & TELEPHONE and player.on_area[state.turn.area] else ()


def pass_recovery(state: Position) -> None:
    """Without a choice all assistants of the area return."""
    _recover(state, 0)


def apply_recovery(state: Position, move: Move) -> None:
    """Leave one assistant in the area, or none."""
    _recover(state, 1 if move is actions.LEAVE else 0)


def _recover(state: Position, left: int) -> None:
    """The action ends: phase C follows the main action, the same phase an agent's."""
    player, turn = state.acting, state.turn
    player.assistants += player.on_area[turn.area] - left
    player.on_area[turn.area] = left
    if not turn.by_agent:
        turn.phase = PHASE_C
    turn.by_agent = False
    turn.area = NOWHERE
    turn.power = 0
    turn.decision = EXTRA
