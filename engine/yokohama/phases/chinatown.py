"""Chinatown: exchanges of yen, goods and imports (Y-ACT-CHI-1)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import TABLES, Move
from engine.yokohama.decisions import Decision
from engine.yokohama.phases.effects import end_effect
from engine.yokohama.phases.goods import gain
from engine.yokohama.position import Position

EXCHANGE: Final = Decision.EXCHANGE

RATES: Final = TABLES.amounts.chinatown_rate
IMPORT_YEN: Final = TABLES.amounts.chinatown_import_yen


def enter(state: Position, effect: int) -> None:
    """Begin with *effect* exchanges."""
    state.turn.left = effect
    state.turn.decision = EXCHANGE


def legal_exchange(state: Position) -> Sequence[Move]:
    """Buy or sell one thing, or stop; imports are never sold."""
    player = state.acting
    if not state.turn.left:
        return ()
    yen = player.yen
    legal = [move for move in actions.BUYS if RATES[move.value] <= yen]
    if yen >= IMPORT_YEN:
        legal.append(actions.BUY_IMPORT)
    goods = player.goods
    legal += [move for move in actions.SELLS if goods[move.value]]
    legal.append(actions.STOP)
    return legal


def pass_exchange(state: Position) -> None:
    """No exchange is left: the effect ends."""
    end_effect(state)


def apply_exchange(state: Position, move: Move) -> None:
    """One exchange; each is a separate gain (R-15)."""
    player, turn = state.acting, state.turn
    if move is actions.STOP:
        turn.left = 0
        return
    turn.left -= 1
    if move is actions.BUY_IMPORT:
        player.yen -= IMPORT_YEN
        player.imports += 1
    elif move.verb == "buy":
        player.yen -= RATES[move.value]
        gain(player, move.value, 1)
    else:
        player.goods[move.value] -= 1
        player.yen += RATES[move.value]
