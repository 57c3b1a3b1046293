"""What Church and Customs boards share: an assistant goes on a space and stays (Y-ACT-CHU-2, Y-ACT-CUS-2)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import Move
from engine.yokohama.data.records import Space
from engine.yokohama.decisions import Decision
from engine.yokohama.phases import effects
from engine.yokohama.phases.rewards import grant
from engine.yokohama.phases.turns import trigger_end
from engine.yokohama.player import EMPTY
from engine.yokohama.position import Position

FIVE_POWER: Final = Decision.FIVE_POWER


def spaces(
    state: Position, moves: Sequence[Move], board: list[int], prices: Sequence[int], most: int
) -> Sequence[Move]:
    """Empty spaces of at most that price, or none; without an assistant in the area or in hand none at all (R-20)."""
    player = state.acting
    legal: list[Move] = []
    if player.assistants or player.on_area[state.turn.area]:
        legal = [move for move in moves if board[move.value] == EMPTY and prices[move.value] <= most]
    return effects.or_skip(legal)


def legal_from(state: Position) -> Sequence[Move]:
    """Where the assistant comes from: the area of the action, or the hand."""
    player = state.acting
    legal: list[Move] = []
    if player.on_area[state.turn.area]:
        legal.append(actions.FROM_AREA)
    if player.assistants:
        legal.append(actions.FROM_HAND)
    return legal


def put(state: Position, board: list[int], source: Move, why: str) -> None:
    """Put it on the chosen space; enough of them end the game, neutral ones counted (Y-END-1)."""
    player, turn = state.acting, state.turn
    if source is actions.FROM_AREA:
        player.on_area[turn.area] -= 1
    else:
        player.assistants -= 1
    board[turn.slot] = turn.seat
    if len(board) - board.count(EMPTY) >= state.edition.management_end[len(state.players)]:
        trigger_end(state, why)


def reward(state: Position, space: Space, bonus: int) -> None:
    """The points a technology adds, then the reward of the space; the area's effect is over."""
    state.acting.vp += bonus
    effects.end_effect(state)
    grant(state, space.reward, FIVE_POWER)
