"""The Production action (Z-ACT-PRODUCE-1), with the free production of bento 4B (Z-FAC-5)."""

from collections.abc import Sequence

from engine.zaibatsu.actions import PRODUCE, PRODUCE_FREE, Move
from engine.zaibatsu.phases import modify
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import OLD, TILE_COAL


def possible(player: Player) -> bool:
    """Whether a factory can produce: the player has the coal, or needs none."""
    return player.cheapest_coal <= player.coal + player.stored_coal


def legal_produce(state: Position) -> Sequence[Move]:
    """Factories that have not produced in this action; a full one may (Z-ACT-PRODUCE-1)."""
    player = state.players[state.active]
    coal, used = player.coal + player.stored_coal, state.used
    moves = []
    for at, tile in enumerate(player.tiles):
        if TILE_COAL[tile] <= coal and not used >> at & 1:
            moves.append(PRODUCE[tile])
    if player.cheapest_coal == 0 and not state.modifier_used:
        moves += [PRODUCE_FREE[tile] for at, tile in enumerate(player.tiles) if tile < OLD and not used >> at & 1]
    moves += modify.and_stop(state, player)
    return moves


def apply_produce(state: Position, move: Move) -> None:
    """Pay the coal, or use the modifier, and produce."""
    if modify.applied(state, move):
        return
    player = state.players[state.active]
    if move.verb == "produce":
        player.pay_coal(TILE_COAL[move.a])
    else:
        state.modifier_used = True
    column = player.tiles.index(move.a)
    state.used |= 1 << column
    state.done += 1
    player.add_goods(column, 1 + player.fitted[column])
