"""What a player's factories change for good (N-FAC-1), worked out once per set of factories."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.nippon.data import tables

_TABLES: Final = tables()
GOODS: Final = len(_TABLES.goods)
ALL_TILES: Final = (1 << 4 * GOODS) - 1
OUT_OF_REACH: Final = 99


@dataclass(frozen=True, slots=True)
class Perks:
    """The lasting effects of a set of factories, and what follows from it."""

    owned: tuple[int, ...]
    """Goods with a factory, in order."""
    buildable: int
    """Bits of the tiles of goods without a factory (N-ACT-FACTORY-2)."""
    coal: tuple[int, ...]
    """By good: coal to produce; out of reach without a factory."""
    output: tuple[int, ...]
    """By good: goods produced before machines."""
    knowledge_bonus: int
    coal_bonus: int
    export_steps: int
    knowledge_stars: int
    train_value: int
    train_cost: int
    ship_points: int
    ship_cost: int
    machine_cost: int


@cache
def perks_of(factories: tuple[int, ...]) -> Perks:
    """The perks of factories given by good: number of the tile, 0 for none."""
    owned = tuple(good for good, number in enumerate(factories) if number)
    total: dict[str, int] = {}
    coal, output = [OUT_OF_REACH] * GOODS, [0] * GOODS
    for good in owned:
        tile = _TABLES.factories[4 * good + factories[good] - 1]
        coal[good], output[good] = _TABLES.coal_needed[tile.level - 1], 1
        for effect in tile.effects:
            if effect.name == "produce_here_coal":
                coal[good] += effect.amount
            elif effect.name == "produce_here_extra":
                output[good] += effect.amount
            elif tile.permanent:
                total[f"{effect.name}:{effect.target}"] = effect.amount
    return Perks(
        owned=owned,
        buildable=ALL_TILES & ~sum(0b1111 << 4 * good for good in owned),
        coal=tuple(coal),
        output=tuple(output),
        knowledge_bonus=total.get("action_bonus:knowledge", 0),
        coal_bonus=total.get("action_bonus:coal", 0),
        export_steps=total.get("export_money_steps:", 0),
        knowledge_stars=total.get("star:knowledge", 0),
        train_value=total.get("train_value:", _TABLES.influence.train_value),
        train_cost=total.get("train_cost:", _TABLES.costs.train),
        ship_points=total.get("ship_points:", _TABLES.influence.ship_points),
        ship_cost=total.get("ship_cost:", _TABLES.costs.ship),
        machine_cost=total.get("machine_cost:", _TABLES.costs.machine),
    )
