"""Resources, money, points and goods."""

from engine.zaibatsu import asks
from engine.zaibatsu.data import RESOURCES
from engine.zaibatsu.effects import Effect, verb
from engine.zaibatsu.player import Player
from engine.zaibatsu.state import ZaibatsuState
from engine.zaibatsu.terms import COAL, IRON, SILK, TILE_NAMES


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


def take(_: ZaibatsuState, player: Player, effect: Effect) -> None:
    """gain:silk:3"""
    gain(player, effect.what, effect.amount)


@verb("gain")
def make_gain(arguments: list[str], _: int) -> Effect:
    what, amount = arguments
    return Effect(f"gain_{what}_{amount}", take, what=RESOURCES.index(what), amount=int(amount))


def score(_: ZaibatsuState, player: Player, effect: Effect) -> None:
    """points:4"""
    player.score += effect.amount
    player.reward_points += effect.amount


@verb("points")
def make_points(arguments: list[str], _: int) -> Effect:
    (amount,) = arguments
    return Effect(f"points_{amount}", score, amount=int(amount))


def store_coal(_: ZaibatsuState, player: Player, effect: Effect) -> None:
    """stored_coal:3, on the tile (Z-FAC-4)."""
    player.stored_coal += effect.amount


@verb("stored_coal")
def make_stored_coal(arguments: list[str], _: int) -> Effect:
    (amount,) = arguments
    return Effect(f"stored_coal_{amount}", store_coal, amount=int(amount))


def goods_here(_: ZaibatsuState, player: Player, effect: Effect) -> None:
    """goods:here:2, into the tile's own factory."""
    player.add_goods(player.tiles.index(effect.tile), effect.amount)


def goods_to_each_producer(state: ZaibatsuState, player: Player, effect: Effect) -> None:
    """goods:each_producer:1, into every factory that has produced in this action (Z-FAC-11)."""
    for column in range(len(player.tiles)):
        if state.used >> column & 1:
            player.add_goods(column, effect.amount)


def goods_to_distinct_factories(state: ZaibatsuState, _: Player, effect: Effect) -> None:
    """goods:distinct_factories:3, one each (Z-FAC-9)."""
    state.need = effect.amount
    state.spread = 0
    state.effect = effect
    state.ask = asks.GOODS_TO


@verb("goods")
def make_goods(arguments: list[str], tile: int) -> Effect:
    where, amount = arguments
    name = f"goods_{where}_{amount}"
    if where == "here":
        return Effect(f"{name}_{TILE_NAMES[tile]}", goods_here, amount=int(amount), tile=tile)
    if where == "each_producer":
        return Effect(name, goods_to_each_producer, amount=int(amount))
    if where == "distinct_factories":
        return Effect(name, goods_to_distinct_factories, choice=True, amount=int(amount))
    raise ValueError(where)
