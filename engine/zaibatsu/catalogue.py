"""Every effect on the components, made from the data once, and the tables by which the rules find them."""

import engine.zaibatsu.powers  # noqa: F401  registers the verbs
from engine.core.errors import InvalidTable
from engine.zaibatsu import pieces
from engine.zaibatsu.data import ACTIONS, BOARD, ROW_NAMES, SIDES, TOKENS
from engine.zaibatsu.effects import EFFECTS, Effect, made, made_on_tile, repeated
from engine.zaibatsu.powers.modifiers import CONDITIONS, Condition
from engine.zaibatsu.powers.tracks import BONUS

for _track, _record in enumerate(BOARD.tracks):
    BONUS[_track][:] = [made(token) if token else None for token in _record.bonus]

pieces.SHIP_MACHINE[:] = [made(token) for token in BOARD.ship_machine_bonus]
pieces.MACHINE_TRAIN[:] = [made(token) for token in BOARD.machine_train_bonus]
pieces.RAIL_BONUS[:] = [
    made(f"gain:{what}:{amount}") if amount else None for region in BOARD.regions for what, amount in region.train_slots
]

SERVICE: tuple[Effect, ...] = tuple(made(f"service:{colour}") for colour in BOARD.colours)
CONTRACT: tuple[Effect, ...] = tuple(made(contract.gain) for contract in TOKENS.contracts)
REWARD: tuple[tuple[tuple[Effect, ...], ...], ...] = tuple(
    tuple(repeated(token) for token in choices) for choices in TOKENS.rewards
)
"""By period: the rewards to choose from, each as its effects."""
MUST_BUILD: tuple[Effect, ...] = tuple(made(f"build:{name}:must") for name in ROW_NAMES)
"""Builds that may not be declined: those of the starting tokens, and a kind that was picked (Z-DEC-1)."""

TILE_EFFECTS: tuple[tuple[Effect, ...], ...] = tuple(
    made_on_tile(side.effects, tile) for tile, side in enumerate(SIDES)
)


def _condition(tile: int) -> tuple[Condition, int]:
    name, _, number = SIDES[tile].when.partition(":")
    if name not in CONDITIONS:
        raise InvalidTable(f"factories.toml: {SIDES[tile].name} has an unknown condition {SIDES[tile].when!r}")
    return CONDITIONS[name], int(number or 0)


TILE_CONDITION: tuple[tuple[Condition, int], ...] = tuple(_condition(tile) for tile in range(len(SIDES)))
TILE_IMMEDIATE: tuple[bool, ...] = tuple(side.timing == "immediate" for side in SIDES)
TILE_ACTION: tuple[int, ...] = tuple(ACTIONS.index(side.action) if side.action else -1 for side in SIDES)
"""The action a modifier belongs to, -1 for other tiles."""


def _tile_with(effect: str) -> int:
    return next(tile for tile, effects in enumerate(TILE_EFFECTS) if effect in [one.name for one in effects])


FREE_PRODUCTION: int = _tile_with("free_production")
KEEPS_COAL_AND_MONEY: int = _tile_with("keep_on_consolidation")
KEPT_AT_MOST: int = int(SIDES[KEEPS_COAL_AND_MONEY].effects[0].split(":")[1])
STRONG_TRAINS: int = _tile_with("train_influence")
STRONG_TRAIN_VALUE: int = int(SIDES[STRONG_TRAINS].effects[0].split(":")[1])
ALL_EFFECTS: tuple[Effect, ...] = tuple(EFFECTS.values())
