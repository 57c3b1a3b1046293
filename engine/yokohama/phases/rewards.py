"""Rewards: at once VP, yen, goods, imports; then the icons with a choice, one after another (Y-REW-1 to Y-REW-4)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import HAND, Move
from engine.yokohama.data.records import COPPER, INDEPENDENT, Reward
from engine.yokohama.decisions import Decision
from engine.yokohama.phases.agency import hire, hires
from engine.yokohama.phases.goods import gain, one_more
from engine.yokohama.position import Position

ANY_GOOD: Final = Decision.ANY_GOOD
WAREHOUSE: Final = Decision.WAREHOUSE
MOVE_FROM: Final = Decision.MOVE_FROM
MOVE_TO: Final = Decision.MOVE_TO


def grant(state: Position, reward: Reward, after: Decision) -> None:
    """Give the acting player the reward; the decision *after* follows once its icons are resolved."""
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
        turn.decision = ANY_GOOD
    else:
        turn.decision = after


def legal_any_good(state: Position) -> Sequence[Move]:
    """A good of choice for each icon (Y-REW-2)."""
    return actions.ANY_GOODS if state.turn.any_left else ()


def pass_any_good(state: Position) -> None:
    """The icons for a good are resolved: go on to the warehouse."""
    state.turn.decision = WAREHOUSE


def apply_any_good(state: Position, move: Move) -> None:
    """Take the good; all copper of one reward is one gain (R-15)."""
    turn = state.turn
    turn.any_left -= 1
    if move.value == COPPER and turn.copper_gained:
        state.acting.goods[COPPER] += 1
        return
    turn.copper_gained |= move.value == COPPER
    gain(state.acting, move.value, 1)


def legal_warehouse(state: Position) -> Sequence[Move]:
    """A piece from the warehouse for each icon, at the usual price (Y-REW-3)."""
    return hires(state.acting) if state.turn.warehouse_left else ()


def pass_warehouse(state: Position) -> None:
    """The icons are resolved, or lost because no piece can be paid."""
    state.turn.warehouse_left = 0
    state.turn.decision = MOVE_FROM


def apply_warehouse(state: Position, move: Move) -> None:
    """Take the piece; `stop` gives the remaining icons up."""
    if move is actions.STOP:
        state.turn.warehouse_left = 0
    else:
        state.turn.warehouse_left -= 1
        hire(state.acting, move)


def legal_move_from(state: Position) -> Sequence[Move]:
    """Which assistant moves: one in hand or in any area (Y-REW-4)."""
    if not state.turn.move_left:
        return ()
    player = state.acting
    on_area = player.on_area
    sources = state.board.listed(actions.MOVE_FROMS, [area for area in state.board.land if on_area[area]])
    if player.assistants:
        return (actions.DECLINE, actions.MOVE_FROM_HAND, *sources)
    return (actions.DECLINE, *sources) if sources else ()


def pass_move_from(state: Position) -> None:
    """The reward is taken; icons left without an assistant to move are lost."""
    turn = state.turn
    turn.move_left = 0
    turn.decision = turn.after


def apply_move_from(state: Position, move: Move) -> None:
    """Lift the assistant; `decline` gives the remaining icons up."""
    turn = state.turn
    if move is actions.DECLINE:
        turn.move_left = 0
    else:
        turn.spot = move.value
        turn.decision = MOVE_TO


def legal_move_to(state: Position) -> Sequence[Move]:
    """Any other area but the Canal; presidents do not matter."""
    spot = state.turn.spot
    return tuple(move for move in state.board.move_tos if move.value != spot)


def apply_move_to(state: Position, move: Move) -> None:
    """Put the assistant down; there are no fees."""
    turn, player = state.turn, state.acting
    if turn.spot == HAND:
        player.assistants -= 1
    else:
        player.on_area[turn.spot] -= 1
    player.on_area[move.value] += 1
    turn.spot = HAND
    turn.move_left -= 1
    turn.decision = MOVE_FROM
