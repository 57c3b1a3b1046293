"""Goods: which factories pay them, and which get those of bulbs 1A."""

from collections.abc import Sequence

from engine.zaibatsu import asks
from engine.zaibatsu.actions import GOODS_FROM, GOODS_TO, STOP, Move
from engine.zaibatsu.player import Player
from engine.zaibatsu.state import ZaibatsuState, finish
from engine.zaibatsu.terms import DO_MARKET, TILE_GOOD


def totals(player: Player) -> list[int]:
    """Goods of each kind under all factories."""
    sums = [0] * 6
    for column, count in enumerate(player.goods):
        if count:
            sums[TILE_GOOD[player.tiles[column]]] += count
    return sums


def paying(player: Player, good: int) -> list[int]:
    """Factories that hold this good."""
    return [at for at, tile in enumerate(player.tiles) if player.goods[at] and TILE_GOOD[tile] == good]


def pay(state: ZaibatsuState, player: Player) -> bool:
    """Take `need` goods of kind `good`; False if the owner must first say from which factory (Z-ACT-MARKET-6)."""
    columns = paying(player, state.good)
    if len(columns) == 1:
        player.goods[columns[0]] -= state.need
    elif sum(player.goods[at] for at in columns) == state.need:
        for at in columns:
            player.goods[at] = 0
    else:
        state.ask = asks.GOODS_FROM
        return False
    state.need = 0
    return True


def legal_from(state: ZaibatsuState) -> Sequence[Move]:
    """Factories that can give the next good."""
    player = state.players[state.active]
    return [GOODS_FROM[player.tiles[at]] for at in paying(player, state.good)]


def answer_from(state: ZaibatsuState, move: Move) -> None:
    """One good leaves that factory; then the next, until all are paid."""
    player = state.players[state.active]
    player.goods[player.tiles.index(move.a)] -= 1
    state.need -= 1
    if state.need == 0 or pay(state, player):
        PAID[state.action == DO_MARKET](state)


PAID = [lambda _: None, lambda _: None]
"""What goes on once an investment or a delivery is paid; the two modules put themselves here."""


def legal_to(state: ZaibatsuState) -> Sequence[Move]:
    """Own factories that have got none of these goods yet; up to three, so stop is there (Z-FAC-9)."""
    player = state.players[state.active]
    moves = [GOODS_TO[tile] for at, tile in enumerate(player.tiles) if not state.spread >> at & 1]
    moves.append(STOP)
    return moves


def answer_to(state: ZaibatsuState, move: Move) -> None:
    """One good goes there."""
    if move is STOP:
        state.effect = None
        return
    player = state.players[state.active]
    column = player.tiles.index(move.a)
    player.add_goods(column, 1)
    state.spread |= 1 << column
    state.need -= 1
    if state.need:
        state.ask = asks.GOODS_TO
    else:
        finish(state)


asks.register(asks.GOODS_FROM, legal_from, answer_from)
asks.register(asks.GOODS_TO, legal_to, answer_to)
