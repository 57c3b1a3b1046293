"""Spinning Mill and University: once a turn, in phases A and C and before steps 4 and 5 (Y-TECH-4, Y-TECH-14, R-16)."""

from typing import Final

from engine.yokohama.actions import MILL, Move
from engine.yokohama.data.records import SILK
from engine.yokohama.position import Position
from engine.yokohama.technologies import SPINNING_MILL, UNIVERSITY as UNIVERSITY_BIT

TOOLS: Final = SPINNING_MILL | UNIVERSITY_BIT
MILL_YEN: Final = 2
UNIVERSITY_YEN: Final = 1


def can_mill(state: Position) -> bool:
    """Whether a silk can be turned into yen now."""
    player = state.acting
    return bool(player.technology_bits & SPINNING_MILL and not state.turn.mill_used and player.goods[SILK])


def can_university(state: Position) -> bool:
    """Whether an assistant can be called from the warehouse now."""
    player = state.acting
    return bool(
        player.technology_bits & UNIVERSITY_BIT
        and not state.turn.university_used
        and player.yen >= UNIVERSITY_YEN
        and player.stored_assistants
    )


def apply_tool(state: Position, move: Move) -> None:
    """Carry out *move*, which is one of the two; the pending decision stays."""
    player = state.acting
    if move is MILL:
        state.turn.mill_used = True
        player.goods[SILK] -= 1
        player.yen += MILL_YEN
    else:
        state.turn.university_used = True
        player.yen -= UNIVERSITY_YEN
        player.stored_assistants -= 1
        player.assistants += 1
