"""Chinatown: exchanges of yen, goods and imports (Y-ACT-CHI-1)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import TABLES, Play
from engine.yokohama.phases import NOTHING
from engine.yokohama.phases.goods import gain

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

RATES = TABLES.amounts.chinatown_rate
IMPORT_YEN = TABLES.amounts.chinatown_import_yen


def enter(state: "YokohamaState", effect: int) -> None:
    """As many exchanges as the power."""
    state.turn.left = effect
    state.turn.step = steps.EXCHANGE


def options(state: "YokohamaState") -> Sequence[Play]:
    """Buy or sell one thing, or stop; imports are never sold."""
    player, turn = state.acting, state.turn
    if not turn.left:
        turn.step = steps.FIVE_POWER
        return NOTHING
    yen = player.yen
    legal = [play for play in actions.BUYS if RATES[play.value] <= yen]
    if yen >= IMPORT_YEN:
        legal.append(actions.BUY_IMPORT)
    goods = player.goods
    legal += [play for play in actions.SELLS if goods[play.value]]
    legal.append(actions.STOP)
    return legal


def chosen(state: "YokohamaState", play: Play) -> None:
    """One exchange; each is a gain of its own (R-15)."""
    player, turn = state.acting, state.turn
    if play is actions.STOP:
        turn.left = 0
        return
    turn.left -= 1
    if play is actions.BUY_IMPORT:
        player.yen -= IMPORT_YEN
        player.imports += 1
    elif play.verb == "buy":
        player.yen -= RATES[play.value]
        gain(player, play.value, 1)
    else:
        player.goods[play.value] -= 1
        player.yen += RATES[play.value]
