"""Paying goods: what a player holds, and which factories give it."""

from typing import Final

from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import TILE_GOOD

GOODS_FROM: Final = Decision.GOODS_FROM


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


def pay(state: Position, player: Player) -> bool:
    """Take `need` goods of kind `good`; False if the owner must first decide from which factory (Z-ACT-MARKET-6)."""
    columns = paying(player, state.good)
    if len(columns) == 1:
        player.goods[columns[0]] -= state.need
    elif sum(player.goods[at] for at in columns) == state.need:
        for at in columns:
            player.goods[at] = 0
    else:
        state.decision = GOODS_FROM
        return False
    state.need = 0
    return True
