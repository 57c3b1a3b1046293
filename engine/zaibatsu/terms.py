"""The words of the game as numbers, and the printed figures that the rules read most, as plain tuples."""

from typing import Final

from engine.zaibatsu.data import ACTIONS, BOARD, RESOURCES, SIDES

GOODS: Final = BOARD.goods
COLOURS: Final = BOARD.colours
WHITE: Final = 0
BLUE: Final = 1
GREY: Final = 2
YELLOW: Final = 3
RED: Final = 4
BLACK: Final = 5
RND: Final = 0
MINES: Final = 1
FINANCE: Final = 2
SHIP: Final = 0
MACHINE: Final = 1
TRAIN: Final = 2
COAL: Final = 0
SILK: Final = 1
IRON: Final = 2
MONEY: Final = 3

DO_RND: Final = 0
DO_MINES: Final = 1
DO_FACTORY: Final = 2
DO_MACHINE: Final = 3
DO_PRODUCE: Final = 4
DO_SHIP: Final = 5
DO_TRAIN: Final = 6
DO_MARKET: Final = 7
DO_INVEST: Final = 8
NO_ACTION: Final = -1
ACTIVATIONS: Final = tuple(1 if action in ("rnd", "mines", "factory") else BOARD.activations for action in ACTIONS)
SPACE_OF_ACTION: Final = tuple(next(n for n, space in enumerate(BOARD.spaces) if at in space) for at in range(9))

CELLS: Final = BOARD.cells
COLUMNS: Final = BOARD.columns
GOODS_CAP: Final = BOARD.goods_cap
PLACES: Final = BOARD.row_places

TILE_NAMES: Final = tuple(side.name for side in SIDES)
TILE_NUMBER: Final = {name: n for n, name in enumerate(TILE_NAMES)}
TILE_GOOD: Final = tuple(side.good for side in SIDES)
TILE_LEVEL: Final = tuple(side.level for side in SIDES)
OLD: Final = len(SIDES) - 2
"""Tiles from this number on are the two sides of the old factory."""
NEVER: Final = 1_000_000
"""More than a player can have: the price of what cannot be done."""
TILE_COAL: Final = tuple(BOARD.coal_to_produce[s.level - 1] if n < OLD else NEVER for n, s in enumerate(SIDES))
TILE_PLACES: Final = tuple(BOARD.machine_places if n < OLD else 0 for n in range(len(SIDES)))

TRACK_VALUES: Final = tuple(track.values for track in BOARD.tracks)
TRACK_LAST: Final = tuple(len(track.values) - 1 for track in BOARD.tracks)

EMPTY: Final = -1
"""A train slot without a train."""
DIRECTIONS: Final = ("n", "e", "s", "w")
SLOTS: Final = 32
"""Influence slots: market by market, N, E, S, W; two markets per region."""
PRINTED: Final = tuple(value for region in BOARD.regions for value in region.printed)
REGION_BONUS: Final = tuple((RESOURCES.index(region.bonus[0]), region.bonus[1]) for region in BOARD.regions)
VALUES_OF_GOOD: Final = tuple(BOARD.influence_values[level - 1] for level in BOARD.level_of_good)
"""Token values for 1, 2 and 3 goods of each kind (Z-ACT-MARKET-1)."""
