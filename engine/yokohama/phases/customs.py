"""Customs: imports for a space of its board (Y-ACT-CUS-1, Y-ACT-CUS-2)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import TABLES, Move
from engine.yokohama.decisions import Decision
from engine.yokohama.phases import management
from engine.yokohama.phases.effects import end_effect
from engine.yokohama.position import Position
from engine.yokohama.technologies import BRICKYARD

CUSTOMS_SPACE: Final = Decision.CUSTOMS_SPACE
CUSTOMS_FROM: Final = Decision.CUSTOMS_FROM

SPACES: Final = TABLES.customs
IMPORTS: Final = tuple(space.price for space in SPACES)
BRICKYARD_VP: Final = 4


def enter(state: Position, effect: int) -> None:
    """Begin with the number of imports that may be paid at most (R-11)."""
    state.turn.left = effect
    state.turn.decision = CUSTOMS_SPACE


def legal_customs_space(state: Position) -> Sequence[Move]:
    """Empty spaces whose imports can be paid, or none."""
    most = min(state.turn.left, state.acting.imports)
    return management.spaces(state, actions.CUSTOMS_SPACES, state.customs, IMPORTS, most)


def pass_customs_space(state: Position) -> None:
    """No space is in reach: the effect ends."""
    end_effect(state)


def apply_customs_space(state: Position, move: Move) -> None:
    """Pay the imports of the space, or leave Customs unused."""
    if move is actions.SKIP:
        end_effect(state)
    else:
        state.acting.imports -= IMPORTS[move.value]
        state.turn.slot = move.value
        state.turn.decision = CUSTOMS_FROM


def apply_customs_from(state: Position, move: Move) -> None:
    """Put the assistant on the board and take the reward."""
    bonus = BRICKYARD_VP if state.acting.technology_bits & BRICKYARD else 0  # Y-TECH-17
    management.put(state, state.customs, move, "customs_full")
    management.reward(state, SPACES[state.turn.slot], bonus)
