"""Rewards: at once VP, yen, goods, imports; then the icons that ask, one after another (Y-REW-1 to Y-REW-4)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import HAND, Play
from engine.yokohama.data.records import COPPER, INDEPENDENT, Reward
from engine.yokohama.phases import NOTHING
from engine.yokohama.phases.agency import hire, hires
from engine.yokohama.phases.goods import gain, one_more

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState


def grant(state: "YokohamaState", reward: Reward, after: int) -> None:
    """Give the acting player the reward; the step *after* follows once its icons are resolved."""
    player, turn = state.acting, state.turn
    player.vp += reward.vp
    player.yen += reward.yen
    for good, number in enumerate(reward.goods):
        if number:
            gain(player, good, number)
    player.imports += reward.imports
    if reward.agent:
        player.agents = one_more(player.agents, INDEPENDENT)  # Y-M2-2
    if reward.any or reward.warehouse or reward.move:
        turn.any_left = reward.any
        turn.warehouse_left = reward.warehouse
        turn.move_left = reward.move
        turn.copper_gained = reward.goods[COPPER] > 0
        turn.after = after
        turn.step = steps.ANY_GOOD
    else:
        turn.step = after


def any_good_options(state: "YokohamaState") -> Sequence[Play]:
    """A good of choice for each icon (Y-REW-2)."""
    if state.turn.any_left:
        return actions.ANY_GOODS
    state.turn.step = steps.WAREHOUSE
    return NOTHING


def any_good_chosen(state: "YokohamaState", play: Play) -> None:
    """Take the good; all copper of one reward is one gain (R-15)."""
    turn = state.turn
    turn.any_left -= 1
    if play.value == COPPER and turn.copper_gained:
        state.acting.goods[COPPER] += 1
        return
    turn.copper_gained |= play.value == COPPER
    gain(state.acting, play.value, 1)


def warehouse_options(state: "YokohamaState") -> Sequence[Play]:
    """A piece from the warehouse for each icon, at the usual price (Y-REW-3)."""
    turn = state.turn
    if turn.warehouse_left:
        pieces = hires(state.acting)
        if pieces:
            return pieces
        turn.warehouse_left = 0
    turn.step = steps.MOVE_FROM
    return NOTHING


def warehouse_chosen(state: "YokohamaState", play: Play) -> None:
    """Take the piece; `stop` gives the remaining icons up."""
    if play is actions.STOP:
        state.turn.warehouse_left = 0
    else:
        state.turn.warehouse_left -= 1
        hire(state.acting, play)


def move_from_options(state: "YokohamaState") -> Sequence[Play]:
    """Which assistant moves: one in hand or in any area (Y-REW-4)."""
    turn = state.turn
    if turn.move_left:
        player = state.acting
        on_area = player.on_area
        sources = state.board.listed(actions.MOVE_FROMS, [area for area in state.board.land if on_area[area]])
        if player.assistants:
            return (actions.DECLINE, actions.MOVE_FROM_HAND, *sources)
        if sources:
            return (actions.DECLINE, *sources)
        turn.move_left = 0
    turn.step = turn.after
    return NOTHING


def move_from_chosen(state: "YokohamaState", play: Play) -> None:
    """Lift the assistant; `decline` gives the remaining icons up."""
    turn = state.turn
    if play is actions.DECLINE:
        turn.move_left = 0
    else:
        turn.spot = play.value
        turn.step = steps.MOVE_TO


def move_to_options(state: "YokohamaState") -> Sequence[Play]:
    """Any other area but the Canal; presidents do not matter."""
    spot = state.turn.spot
    return tuple(play for play in state.board.move_tos if play.value != spot)


def move_to_chosen(state: "YokohamaState", play: Play) -> None:
    """Put it down; no fees."""
    turn, player = state.turn, state.acting
    if turn.spot == HAND:
        player.assistants -= 1
    else:
        player.on_area[turn.spot] -= 1
    player.on_area[play.value] += 1
    turn.spot = HAND
    turn.move_left -= 1
    turn.step = steps.MOVE_FROM
