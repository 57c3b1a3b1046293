"""What the effects of areas share: something offered may be skipped, and steps 4 to 6 follow."""

from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import TABLES, Move
from engine.yokohama.decisions import Decision
from engine.yokohama.position import Position

LIMITS: Final = TABLES.limits
NEXT_STEP: Final = tuple(
    Decision.FIVE_POWER
    if power >= LIMITS.five_power
    else Decision.BUILD
    if power >= LIMITS.build_power
    else Decision.RECOVERY
    for power in range(LIMITS.power + 1)
)
"""By power: the first of steps 4 to 6 that it allows (Y-FIVE-1, Y-BUILD-1)."""


def or_skip(legal: list[Move]) -> list[Move]:
    """These and `skip`, or nothing where there are none (R-7)."""
    if legal:
        legal.append(actions.SKIP)
    return legal


def end_effect(state: Position) -> None:
    """End the effect of the area and go on to step 4, 5 or 6."""
    turn = state.turn
    turn.left = turn.slot = 0
    turn.decision = NEXT_STEP[turn.power]
