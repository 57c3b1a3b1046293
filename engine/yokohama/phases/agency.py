"""Employment Agency: pieces from the warehouse to hand (Y-ACT-EMP-1, Y-ACT-EMP-2)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import TABLES, Move
from engine.yokohama.decisions import Decision
from engine.yokohama.phases.effects import end_effect
from engine.yokohama.player import Player
from engine.yokohama.position import Position

HIRE: Final = Decision.HIRE

SHOP_PRICE: Final = TABLES.shop_price
HOUSE_PRICES: Final = TABLES.trading_house_prices


def hires(player: Player) -> Sequence[Move]:
    """The pieces that the player can take and pay, and `stop`; nothing if there is none."""
    pieces: list[Move] = []
    if player.stored_assistants:
        pieces.append(actions.HIRE_ASSISTANT)
    if player.stored_shops and player.yen >= SHOP_PRICE:
        pieces.append(actions.HIRE_SHOP)
    if player.stored_houses and player.yen >= HOUSE_PRICES[-player.stored_houses]:
        pieces.append(actions.HIRE_HOUSE)
    if pieces:
        pieces.append(actions.STOP)
    return pieces


def hire(player: Player, move: Move) -> None:
    """Pay the price and take the piece; each trading house is dearer than the one before (V9)."""
    if move is actions.HIRE_ASSISTANT:
        player.stored_assistants -= 1
        player.assistants += 1
    elif move is actions.HIRE_SHOP:
        player.yen -= SHOP_PRICE
        player.stored_shops -= 1
        player.shops += 1
    else:
        player.yen -= HOUSE_PRICES[-player.stored_houses]
        player.stored_houses -= 1
        player.houses += 1


def enter(state: Position, effect: int) -> None:
    """Begin with *effect* pieces, as many as the power allows."""
    state.turn.left = effect
    state.turn.decision = HIRE


def legal_hire(state: Position) -> Sequence[Move]:
    """One more piece, or stop."""
    return hires(state.acting) if state.turn.left else ()


def pass_hire(state: Position) -> None:
    """No piece is allowed or can be paid any more: the effect ends."""
    end_effect(state)


def apply_hire(state: Position, move: Move) -> None:
    """Pay for a piece and take it, or stop."""
    if move is actions.STOP:
        state.turn.left = 0
    else:
        state.turn.left -= 1
        hire(state.acting, move)
