"""Goods: which factories pay them, and which get those of bulbs 1A."""

from collections.abc import Sequence
from typing import Final

from engine.zaibatsu.actions import GOODS_FROM, GOODS_TO, STOP, Move
from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.phases.invest import paid
from engine.zaibatsu.phases.markets import place
from engine.zaibatsu.phases.payment import pay, paying
from engine.zaibatsu.position import Position
from engine.zaibatsu.resolve import finish
from engine.zaibatsu.terms import DO_MARKET

DECIDE_GOODS_TO: Final = Decision.GOODS_TO


def legal_goods_from(state: Position) -> Sequence[Move]:
    """Factories that can give the next good."""
    player = state.players[state.active]
    return [GOODS_FROM[player.tiles[at]] for at in paying(player, state.good)]


def apply_goods_from(state: Position, move: Move) -> None:
    """One good leaves that factory; then the next, until all are paid."""
    player = state.players[state.active]
    player.goods[player.tiles.index(move.a)] -= 1
    state.need -= 1
    if state.need == 0 or pay(state, player):
        if state.action == DO_MARKET:
            place(state)
        else:
            paid(state)


def legal_goods_to(state: Position) -> Sequence[Move]:
    """Own factories that have got none of these goods yet; or stop (Z-FAC-9)."""
    player = state.players[state.active]
    moves = [GOODS_TO[tile] for at, tile in enumerate(player.tiles) if not state.spread >> at & 1]
    moves.append(STOP)
    return moves


def apply_goods_to(state: Position, move: Move) -> None:
    """Put one good there, or stop."""
    if move is STOP:
        state.effect = None
        return
    player = state.players[state.active]
    column = player.tiles.index(move.a)
    player.add_goods(column, 1)
    state.spread |= 1 << column
    state.need -= 1
    if state.need:
        state.decision = DECIDE_GOODS_TO
    else:
        finish(state)
