"""What factory modifiers do, and when they may be applied (Z-TURN-5, Z-TURN-6)."""

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.effects import Effect
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.powers.gains import gain

REGION: Final = Decision.REGION
Condition: TypeAlias = Callable[[Position, int, int], bool]
"""(state, column of the tile, number after the colon) -> whether it holds."""


def used_here(state: Position, column: int, _: int) -> bool:
    """machine_here, produced_here: an activation of this action was in this factory (Z-FAC-12)."""
    return bool(state.used >> column & 1)


def contracts_at_least(state: Position, _: int, number: int) -> bool:
    """contracts_at_least:2: fulfilled in this action (Z-FAC-1, Z-FAC-13)."""
    return state.contracts_now >= number


def always(state: Position, _: int, __: int) -> bool:
    """No printed condition, or trains_at_least:1: the first activation must be finished (Z-TURN-6)."""
    return state.done > 0


CONDITIONS: Final[dict[str, Condition]] = {
    "": always,
    "machine_here": used_here,
    "produced_here": used_here,
    "contracts_at_least": contracts_at_least,
    "trains_at_least": always,
}


def per_production(state: Position, player: Player, effect: Effect) -> None:
    """per_production:iron:1, for each production so far (Z-FAC-11)."""
    gain(player, effect.what, effect.amount * state.done)


def region_bonus(state: Position, _: Player, effect: Effect) -> None:
    """region_bonus:one_built_region: of a region where this action built a train (Z-FAC-8)."""
    state.effect = effect
    state.decision = REGION


def nothing(_: Position, __: Player, ___: Effect) -> None:
    """Other rules look for these effects; carrying them out changes nothing."""
