"""Resources, money, points and goods."""

from typing import Final

from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.effects import Effect
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import COAL, IRON, SILK

GOODS_TO: Final = Decision.GOODS_TO


def gain(player: Player, resource: int, amount: int) -> None:
    """Take that much from the supply, which has no end (Z-GEN-1)."""
    if resource == COAL:
        player.coal += amount
    elif resource == SILK:
        player.silk += amount
    elif resource == IRON:
        player.iron += amount
    else:
        player.money += amount


def take(_: Position, player: Player, effect: Effect) -> None:
    """gain:silk:3"""
    gain(player, effect.what, effect.amount)


def score(_: Position, player: Player, effect: Effect) -> None:
    """points:4"""
    player.score += effect.amount
    player.reward_points += effect.amount


def store_coal(_: Position, player: Player, effect: Effect) -> None:
    """stored_coal:3, on the tile (Z-FAC-4)."""
    player.stored_coal += effect.amount


def goods_here(_: Position, player: Player, effect: Effect) -> None:
    """goods:here:2, into the tile's own factory."""
    player.add_goods(player.tiles.index(effect.tile), effect.amount)


def goods_to_each_producer(state: Position, player: Player, effect: Effect) -> None:
    """goods:each_producer:1, into every factory that has produced in this action (Z-FAC-11)."""
    for column in range(len(player.tiles)):
        if state.used >> column & 1:
            player.add_goods(column, effect.amount)


def goods_to_distinct_factories(state: Position, _: Player, effect: Effect) -> None:
    """goods:distinct_factories:3, one each (Z-FAC-9)."""
    state.need = effect.amount
    state.spread = 0
    state.effect = effect
    state.decision = GOODS_TO
