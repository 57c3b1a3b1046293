"""What Church and Customs boards share: an assistant goes on a space and stays (Y-ACT-CHU-2, Y-ACT-CUS-2)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import Play
from engine.yokohama.data.records import Space
from engine.yokohama.phases import offer
from engine.yokohama.phases.rewards import grant
from engine.yokohama.phases.turns import trigger_end
from engine.yokohama.player import EMPTY

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState


def offered(
    state: "YokohamaState", plays: Sequence[Play], board: list[int], prices: Sequence[int], most: int
) -> Sequence[Play]:
    """Empty spaces of at most that price, or none; without an assistant in the area or in hand none at all (R-20)."""
    player = state.acting
    legal: list[Play] = []
    if player.assistants or player.on_area[state.turn.area]:
        legal = [play for play in plays if board[play.value] == EMPTY and prices[play.value] <= most]
    return offer.offered(state, legal)


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


def reward(state: "YokohamaState", space: Space, bonus: int) -> None:
    """The points a technology adds, then the reward of the space; the area's effect is over."""
    state.acting.vp += bonus
    offer.done(state)
    grant(state, space.reward, steps.FIVE_POWER)
