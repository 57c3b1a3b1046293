"""The Factory action, and what building a factory does (Z-ACT-FACTORY-1 to 4)."""

from collections.abc import Sequence
from typing import Final

from engine.zaibatsu.actions import FACTORY, Move
from engine.zaibatsu.catalogue import FREE_PRODUCTION, TILE_ACTION, TILE_EFFECTS, TILE_IMMEDIATE
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import COLUMNS, NEVER, OLD, RND, TILE_COAL, TILE_LEVEL, TRACK_VALUES

_BOOST: Final = (0, *BOARD.silk_for_rnd_boost)


def _silk_needed(value: int, level: int) -> int:
    """Silk for the least boost that suffices (Z-ACT-FACTORY-2)."""
    missing = max(0, BOARD.rnd_required[level - 1] - value)
    return _BOOST[missing] if missing < len(_BOOST) else NEVER


SILK_NEEDED: Final = tuple(tuple(_silk_needed(value, level) for level in (1, 1, 2, 3)) for value in TRACK_VALUES[RND])
"""[R&D position][level]"""


def highest_level(player: Player) -> int:
    """The highest level of factory the player can pay now, 0 if none (Z-ACT-FACTORY-1, 2, 3)."""
    if len(player.tiles) >= COLUMNS:
        return 0
    short = BOARD.factory_money - player.discount - player.money
    silk = player.silk - short if short > 0 else player.silk
    row = SILK_NEEDED[player.tracks[RND]]
    for level in (3, 2, 1):
        if row[level] <= silk:
            return level
    return 0


def possible(state: Position, player: Player) -> bool:
    """Whether some factory of the supply can be built; the supply is in order of level."""
    supply = state.supply
    return bool(supply) and TILE_LEVEL[supply[0]] <= highest_level(player)


def legal_factory(state: Position) -> Sequence[Move]:
    """Every factory of the supply that can be paid."""
    level = highest_level(state.players[state.active])
    return [FACTORY[tile] for tile in state.supply if TILE_LEVEL[tile] <= level]


def apply_factory(state: Position, move: Move) -> None:
    """Pay money and boost, then build."""
    player = state.players[state.active]
    tile = move.a
    player.pay_money(BOARD.factory_money - player.discount)
    player.silk -= SILK_NEEDED[player.tracks[RND]][TILE_LEVEL[tile]]
    state.done = 1
    state.supply = tuple(other for other in state.supply if other != tile)
    add_tile(player, tile)
    column = len(player.tiles) - 1
    player.fitted[column] = player.reserve_machine  # Z-SETUP-9
    player.reserve_machine = 0
    player.add_goods(column, player.reserve_goods)
    player.reserve_goods = 0
    if TILE_IMMEDIATE[tile]:
        state.waiting.extend(TILE_EFFECTS[tile])


def add_tile(player: Player, tile: int) -> None:
    """Put a tile into the leftmost free column (Z-ACT-FACTORY-3) and keep what follows from the tiles."""
    player.tiles += (tile,)
    player.fitted.append(0)
    player.goods.append(0)
    follow_tiles(player)


def follow_tiles(player: Player) -> None:
    """Work out what production costs at least and which actions have modifiers."""
    free = FREE_PRODUCTION in player.tiles
    player.cheapest_coal = 0 if free else min([NEVER, *(TILE_COAL[tile] for tile in player.tiles if tile < OLD)])
    player.modifiers = 0
    for tile in player.tiles:
        if TILE_ACTION[tile] >= 0:
            player.modifiers |= 1 << TILE_ACTION[tile]
