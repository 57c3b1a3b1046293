"""Step 4, the five-power bonus (Y-FIVE-1 to Y-FIVE-3)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import TABLES, Move
from engine.yokohama.decisions import Decision
from engine.yokohama.phases.rewards import grant
from engine.yokohama.phases.tools import apply_tool, can_mill, can_university
from engine.yokohama.player import EMPTY
from engine.yokohama.position import Position

BUILD: Final = Decision.BUILD

LEAST_POWER: Final = TABLES.limits.five_power
TOKENS: Final = TABLES.five_powers


def legal_five_power(state: Position) -> Sequence[Move]:
    """Take the token of the action area, or leave it."""
    turn = state.turn
    if turn.power < LEAST_POWER or state.five_powers[turn.area] == EMPTY:
        return ()
    legal: list[Move] = []
    if can_mill(state):
        legal.append(actions.MILL)
    legal += (actions.SKIP, actions.TAKE)
    if can_university(state):
        legal.append(actions.UNIVERSITY)
    return legal


def pass_five_power(state: Position) -> None:
    """There is no token, or too little power: go on to construction."""
    state.turn.decision = BUILD


def apply_five_power(state: Position, move: Move) -> None:
    """Take the token with its reward, or leave it; tokens are never replaced."""
    turn = state.turn
    if move is actions.SKIP:
        turn.decision = BUILD
    elif move is actions.TAKE:
        token = state.five_powers[turn.area]
        state.five_powers[turn.area] = EMPTY
        state.acting.five_powers += (token,)
        grant(state, TOKENS[token].reward, BUILD)
    else:
        apply_tool(state, move)
