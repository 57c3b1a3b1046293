"""What Church and Customs boards share: an assistant goes on a space and stays (Y-ACT-CHU-2, Y-ACT-CUS-2)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions
from engine.yokohama.actions import Play
from engine.yokohama.phases.turns import trigger_end
from engine.yokohama.player import EMPTY

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState


def has_assistant(state: "YokohamaState") -> bool:
    """Whether one is in the action area or in hand (R-20)."""
    player = state.acting
    return bool(player.assistants or player.on_area[state.turn.area])


def sources(state: "YokohamaState") -> Sequence[Play]:
    """Where the assistant comes from."""
    player = state.acting
    legal: list[Play] = []
    if player.on_area[state.turn.area]:
        legal.append(actions.FROM_AREA)
    if player.assistants:
        legal.append(actions.FROM_HAND)
    return legal


def put(state: "YokohamaState", board: list[int], source: Play, why: str) -> None:
    """Put it on the chosen space; enough of them end the game, neutral ones counted (Y-END-1)."""
    player, turn = state.acting, state.turn
    if source is actions.FROM_AREA:
        player.on_area[turn.area] -= 1
    else:
        player.assistants -= 1
    board[turn.slot] = turn.seat
    if len(board) - board.count(EMPTY) >= state.edition.management_end[len(state.players)]:
        trigger_end(state, why)
