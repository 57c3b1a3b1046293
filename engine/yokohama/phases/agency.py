"""Employment Agency: pieces from the warehouse to hand (Y-ACT-EMP-1, Y-ACT-EMP-2)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import TABLES, Play
from engine.yokohama.phases import NOTHING
from engine.yokohama.player import Player

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

SHOP_PRICE = TABLES.shop_price
HOUSE_PRICES = TABLES.trading_house_prices


def hires(player: Player) -> Sequence[Play]:
    """The pieces that the player can take and pay, and `stop`; nothing if there is none."""
    pieces: list[Play] = []
    if player.stored_assistants:
        pieces.append(actions.HIRE_ASSISTANT)
    if player.stored_shops and player.yen >= SHOP_PRICE:
        pieces.append(actions.HIRE_SHOP)
    if player.stored_houses and player.yen >= HOUSE_PRICES[-player.stored_houses]:
        pieces.append(actions.HIRE_HOUSE)
    if pieces:
        pieces.append(actions.STOP)
    return pieces


def hire(player: Player, play: Play) -> None:
    """Pay the price and take the piece; each trading house is dearer than the one before (V9)."""
    if play is actions.HIRE_ASSISTANT:
        player.stored_assistants -= 1
        player.assistants += 1
    elif play is actions.HIRE_SHOP:
        player.yen -= SHOP_PRICE
        player.stored_shops -= 1
        player.shops += 1
    else:
        player.yen -= HOUSE_PRICES[-player.stored_houses]
        player.stored_houses -= 1
        player.houses += 1


def enter(state: "YokohamaState", effect: int) -> None:
    """As many pieces as the power allows."""
    state.turn.left = effect
    state.turn.step = steps.HIRE


def options(state: "YokohamaState") -> Sequence[Play]:
    """One more piece, or stop."""
    turn = state.turn
    if turn.left:
        pieces = hires(state.acting)
        if pieces:
            return pieces
        turn.left = 0
    turn.step = steps.FIVE_POWER
    return NOTHING


def chosen(state: "YokohamaState", play: Play) -> None:
    """Take it."""
    if play is actions.STOP:
        state.turn.left = 0
    else:
        state.turn.left -= 1
        hire(state.acting, play)
