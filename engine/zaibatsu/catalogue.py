"""Every effect on the components, made from the data once, and the tables by which the rules find them."""

from typing import Final

from engine.zaibatsu.data import ACTIONS, BOARD, ROW_NAMES, SIDES, TOKENS
from engine.zaibatsu.effects import Effect, Verb
from engine.zaibatsu.grammar import EFFECTS, effect_of, effects_of_tile, repeated

TRACK_BONUS: Final[tuple[tuple[Effect | None, ...], ...]] = tuple(
    tuple(effect_of(token) if token else None for token in track.bonus) for track in BOARD.tracks
)
"""[track][space]"""
SHIP_MACHINE: Final[tuple[Effect, ...]] = tuple(effect_of(token) for token in BOARD.ship_machine_bonus)
MACHINE_TRAIN: Final[tuple[Effect, ...]] = tuple(effect_of(token) for token in BOARD.machine_train_bonus)
"""Bonuses between two rows, by column."""
RAIL_BONUS: Final[tuple[Effect | None, ...]] = tuple(
    effect_of(f"gain:{what}:{amount}") if amount else None
    for region in BOARD.regions
    for what, amount in region.train_slots
)
"""On the train slots, region by region."""
SERVICE: Final[tuple[Effect, ...]] = tuple(effect_of(f"service:{colour}") for colour in BOARD.colours)
CONTRACT: Final[tuple[Effect, ...]] = tuple(effect_of(contract.gain) for contract in TOKENS.contracts)
REWARD: Final[tuple[tuple[tuple[Effect, ...], ...], ...]] = tuple(
    tuple(repeated(token) for token in choices) for choices in TOKENS.rewards
)
"""By period: the rewards to choose from, each as its effects."""
MUST_BUILD: Final[tuple[Effect, ...]] = tuple(effect_of(f"build:{name}:must") for name in ROW_NAMES)
"""Builds that may not be declined: those of the starting tokens, and a kind that was picked (Z-DEC-1)."""

TILE_EFFECTS: Final[tuple[tuple[Effect, ...], ...]] = tuple(
    effects_of_tile(side.effects, tile) for tile, side in enumerate(SIDES)
)
TILE_IMMEDIATE: Final[tuple[bool, ...]] = tuple(side.timing == "immediate" for side in SIDES)
TILE_ACTION: Final[tuple[int, ...]] = tuple(ACTIONS.index(side.action) if side.action else -1 for side in SIDES)
"""The action a modifier belongs to, -1 for other tiles."""


def _tile_with(verb: Verb) -> int:
    return next(tile for tile, effects in enumerate(TILE_EFFECTS) if verb in [effect.verb for effect in effects])


FREE_PRODUCTION: Final[int] = _tile_with(Verb.FREE_PRODUCTION)
KEEPS_COAL_AND_MONEY: Final[int] = _tile_with(Verb.KEEP_ON_CONSOLIDATION)
KEPT_AT_MOST: Final[int] = int(SIDES[KEEPS_COAL_AND_MONEY].effects[0].split(":")[1])
STRONG_TRAINS: Final[int] = _tile_with(Verb.TRAIN_INFLUENCE)
STRONG_TRAIN_VALUE: Final[int] = int(SIDES[STRONG_TRAINS].effects[0].split(":")[1])
ALL_EFFECTS: Final[tuple[Effect, ...]] = tuple(EFFECTS.values())
