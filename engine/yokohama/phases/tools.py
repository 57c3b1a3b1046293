"""Spinning Mill and University: once a turn, in phases A and C and before steps 4 and 5 (Y-TECH-4, Y-TECH-14, R-16)."""

from typing import TYPE_CHECKING

from engine.yokohama.actions import MILL, Play
from engine.yokohama.data.records import SILK
from engine.yokohama.technologies import SPINNING_MILL
from engine.yokohama.technologies import UNIVERSITY as UNIVERSITY_BIT

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

TOOLS = SPINNING_MILL | UNIVERSITY_BIT
MILL_YEN = 2
UNIVERSITY_YEN = 1


def can_mill(state: "YokohamaState") -> bool:
    """Whether a silk can be turned into yen now."""
    player = state.acting
    return bool(player.technology_bits & SPINNING_MILL and not state.turn.mill_used and player.goods[SILK])


def can_university(state: "YokohamaState") -> bool:
    """Whether an assistant can be called from the warehouse now."""
    player = state.acting
    return bool(
        player.technology_bits & UNIVERSITY_BIT
        and not state.turn.university_used
        and player.yen >= UNIVERSITY_YEN
        and player.stored_assistants
    )


def used(state: "YokohamaState", play: Play) -> None:
    """Carry out *play*, which is one of the two; the step stays where it is."""
    player = state.acting
    if play is MILL:
        state.turn.mill_used = True
        player.goods[SILK] -= 1
        player.yen += MILL_YEN
    else:
        state.turn.university_used = True
        player.yen -= UNIVERSITY_YEN
        player.stored_assistants -= 1
        player.assistants += 1
