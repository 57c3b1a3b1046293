"""The words of the game as numbers, and the printed figures that the rules read most, as plain tuples."""

from engine.zaibatsu.data import ACTIONS, BOARD, RESOURCES, SIDES

GOODS = BOARD.goods
COLOURS = BOARD.colours
WHITE, BLUE, GREY, YELLOW, RED, BLACK = range(6)
RND, MINES, FINANCE = range(3)
SHIP, MACHINE, TRAIN = range(3)
COAL, SILK, IRON, MONEY = range(4)

DO_RND, DO_MINES, DO_FACTORY, DO_MACHINE, DO_PRODUCE, DO_SHIP, DO_TRAIN, DO_MARKET, DO_INVEST = range(9)
NO_ACTION = -1
ACTIVATIONS = tuple(1 if action in ("rnd", "mines", "factory") else BOARD.activations for action in ACTIONS)
SPACE_OF_ACTION = tuple(next(n for n, space in enumerate(BOARD.spaces) if at in space) for at in range(9))

CELLS = BOARD.cells
COLUMNS = BOARD.columns
GOODS_CAP = BOARD.goods_cap
PLACES = BOARD.row_places

TILE_NAMES = tuple(side.name for side in SIDES)
TILE_NUMBER = {name: n for n, name in enumerate(TILE_NAMES)}
TILE_GOOD = tuple(side.good for side in SIDES)
TILE_LEVEL = tuple(side.level for side in SIDES)
OLD = len(SIDES) - 2
"""Tiles from this number on are the two sides of the old factory."""
NEVER = 1_000_000
"""More than anybody can have: the price of what cannot be done."""
TILE_COAL = tuple(BOARD.coal_to_produce[s.level - 1] if n < OLD else NEVER for n, s in enumerate(SIDES))
TILE_PLACES = tuple(BOARD.machine_places if n < OLD else 0 for n in range(len(SIDES)))

TRACK_VALUES = tuple(track.values for track in BOARD.tracks)
TRACK_LAST = tuple(len(track.values) - 1 for track in BOARD.tracks)

EMPTY = -1
"""A train slot nobody has built on."""
DIRECTIONS = ("n", "e", "s", "w")
SLOTS = 32
"""Influence slots: market by market, N, E, S, W; two markets per region."""
PRINTED = tuple(value for region in BOARD.regions for value in region.printed)
REGION_BONUS = tuple((RESOURCES.index(region.bonus[0]), region.bonus[1]) for region in BOARD.regions)
VALUES_OF_GOOD = tuple(BOARD.influence_values[level - 1] for level in BOARD.level_of_good)
"""Token values for 1, 2 and 3 goods of each kind (Z-ACT-MARKET-1)."""
