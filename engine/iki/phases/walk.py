"""Movement of the oyakata (I-MOVE), and its place in New Year (I-NY-2)."""

from typing import Final

from engine.iki.actions import CART, SANDAL, STOP, VISIT, WALK, Move
from engine.iki.board import SPACES
from engine.iki.cards import FIRST_BUILDING, SANDAL as SANDALS
from engine.iki.decisions import Decision
from engine.iki.phases.street import gain_experience
from engine.iki.player import Player
from engine.iki.position import Position

BUSINESS: Final = Decision.BUSINESS
MOVE_EXTRA: Final = Decision.MOVE_EXTRA


def legal_move_x(_state: Position) -> tuple[Move, ...]:
    """D-6: the player on X walks 1 to 4 spaces (I-PH1-3)."""
    return WALK


def apply_move_x(state: Position, move: Move) -> None:
    """Walk the chosen distance."""
    go(state, state.queue[0], move.value)


def go(state: Position, seat: int, steps: int) -> None:
    """Advance; then extra steps, if there is anything to make them with, else business."""
    player = state.players[seat]
    space = player.space + steps
    if space <= SPACES:
        player.space = space
    else:
        player.space = space - SPACES
        lap(state, seat)
    state.decision = MOVE_EXTRA if player.goods[SANDALS] or _has_cart(state, player) else BUSINESS


def lap(state: Position, seat: int) -> None:
    """Every artisan the player employs gains experience (I-MOVE-5, I-MOVE-7)."""
    card = state.card
    for room, owner in enumerate(state.owner):
        if owner == seat and card[room] < FIRST_BUILDING:
            gain_experience(state, room)


def legal_move_extra(state: Position) -> list[Move]:
    """D-7: stop, a sandal, the cart."""
    player = state.players[state.queue[0]]
    moves = [STOP]
    if player.goods[SANDALS]:
        moves.append(SANDAL)
    if _has_cart(state, player):
        moves.append(CART)
    return moves


def apply_move_extra(state: Position, move: Move) -> None:
    """Stay here, or go one further for a sandal (I-MOVE-2) or with the cart (I-MOVE-3)."""
    if move is STOP:
        state.decision = BUSINESS
        return
    seat = state.queue[0]
    if move is SANDAL:
        state.players[seat].goods[SANDALS] -= 1
    else:
        state.carted = True
    go(state, seat, 1)


def _has_cart(state: Position, player: Player) -> bool:
    return player.carts > 0 and not state.carted


def legal_new_year_space(_state: Position) -> tuple[Move, ...]:
    """D-18: any space, also where the oyakata is already."""
    return VISIT


def apply_new_year_space(state: Position, move: Move) -> None:
    """Go there without a lap, and do business (I-NY-2, I-NY-3)."""
    state.players[state.queue[0]].space = move.value
    state.decision = BUSINESS
