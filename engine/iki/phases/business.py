"""Business (I-BIZ): stall actions and at most one trade, in any order, until the player ends the turn."""

from typing import Final

from engine.iki.actions import END, STALL_MOVES, Move
from engine.iki.decisions import Decision
from engine.iki.phases import build, month_end, stalls, trade
from engine.iki.player import NOBODY
from engine.iki.position import Position

BUSINESS: Final = Decision.BUSINESS


def legal_business(state: Position) -> list[Move]:
    """D-8: what is affordable now (I-BIZ-7)."""
    player = state.players[state.queue[0]]
    moves = [END]
    stalls.add_offers(state, player, moves)
    if not state.traded:  # I-BIZ-8
        trade.add_trades(state, player, moves)
    return moves


def apply_business(state: Position, move: Move) -> None:
    """One piece of business, or the end of the turn."""
    value = move.value
    if value < 0:
        month_end.end_turn(state)
    elif value < STALL_MOVES:
        trade.apply_trade(state, value)
    else:
        stalls.apply_offer(state, value - STALL_MOVES)


def apply_build_room(state: Position, move: Move) -> None:
    """Put the building up; it was a stall action, or the visited artisan's skill."""
    build.put_up(state, move.value)
    if state.visited == NOBODY:
        state.decision = BUSINESS
    else:
        trade.finish(state)
