"""What factory modifiers do, and when they may be applied (Z-TURN-5, Z-TURN-6)."""

from collections.abc import Callable
from typing import TypeAlias

from engine.zaibatsu import asks
from engine.zaibatsu.data import RESOURCES
from engine.zaibatsu.effects import Effect, verb
from engine.zaibatsu.player import Player
from engine.zaibatsu.powers.gains import gain
from engine.zaibatsu.state import ZaibatsuState

Condition: TypeAlias = Callable[[ZaibatsuState, int, int], bool]
"""(state, column of the tile, number after the colon) -> whether it holds."""


def used_here(state: ZaibatsuState, column: int, _: int) -> bool:
    """machine_here, produced_here: an activation of this action was in this factory (Z-FAC-12)."""
    return bool(state.used >> column & 1)


def contracts_at_least(state: ZaibatsuState, _: int, number: int) -> bool:
    """contracts_at_least:2: fulfilled in this action (Z-FAC-1, Z-FAC-13)."""
    return state.contracts_now >= number


def always(state: ZaibatsuState, _: int, __: int) -> bool:
    """No printed condition, or trains_at_least:1: the first activation must be finished (Z-TURN-6)."""
    return state.done > 0


CONDITIONS: dict[str, Condition] = {
    "": always,
    "machine_here": used_here,
    "produced_here": used_here,
    "contracts_at_least": contracts_at_least,
    "trains_at_least": always,
}


def per_production(state: ZaibatsuState, player: Player, effect: Effect) -> None:
    """per_production:iron:1, for each production so far (Z-FAC-11)."""
    gain(player, effect.what, effect.amount * state.done)


@verb("per_production")
def make_per_production(arguments: list[str], _: int) -> Effect:
    what, amount = arguments
    name = f"per_production_{what}_{amount}"
    return Effect(name, per_production, what=RESOURCES.index(what), amount=int(amount))


def region_bonus(state: ZaibatsuState, _: Player, effect: Effect) -> None:
    """region_bonus:one_built_region: of a region where this action built a train (Z-FAC-8)."""
    state.effect = effect
    state.ask = asks.REGION


@verb("region_bonus")
def make_region_bonus(arguments: list[str], _: int) -> Effect:
    if arguments != ["one_built_region"]:
        raise ValueError(arguments)
    return Effect("region_bonus", region_bonus, choice=True)


def nothing(_: ZaibatsuState, __: Player, ___: Effect) -> None:
    """Effects that other rules look for: the tile does nothing by itself."""


@verb("free_production")
def make_free_production(_: list[str], __: int) -> Effect:
    """Bento 4B: read by the production action (Z-FAC-5)."""
    return Effect("free_production", nothing)


@verb("keep_on_consolidation")
def make_keep(_: list[str], __: int) -> Effect:
    """Paper 3B: read by the consolidation (Z-FAC-2)."""
    return Effect("keep_on_consolidation", nothing)


@verb("train_influence")
def make_train_influence(_: list[str], __: int) -> Effect:
    """Lenses 5A: read by the influence scoring (Z-FAC-16)."""
    return Effect("train_influence", nothing)
