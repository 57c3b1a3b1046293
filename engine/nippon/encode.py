"""The position as numbers, for programs that learn (engine/core/encoding.py). Nippon has no private information."""

from typing import Final

from engine.core.rows import Row
from engine.nippon.data import tables
from engine.nippon.decisions import Decision
from engine.nippon.player import Player
from engine.nippon.position import Position
from engine.nippon.workers import COLOURS

VERSION: Final = 1
DECISIONS: Final = len(Decision)
GOODS: Final = len(tables().goods)
CONTRACTS: Final = len(tables().contracts)
COLOUR_COUNT: Final = len(COLOURS)
REGIONS: Final = len(tables().regions)
CELLS: Final = tables().workers.cells
ROWS: Final = 8
"""No table has more waiting rows."""
SPOTS: Final = 33
"""Tracks, contracts, regions, slots and multipliers, counted from 0, and none."""


def encode(row: Row, state: Position, seat: int) -> None:
    """Write every field."""
    seats = len(state.players)
    row.one_of("decision", state.decision, DECISIONS)
    row.category("to_act", -1 if state.to_act is None else (state.to_act - seat) % seats, seats + 1)
    row.category("first_player", (state.first_player - seat) % seats, seats + 1)
    row.number("turns", state.turns)
    row.number("marker", state.marker)
    row.number("last_turns", state.last_turns)
    row.number("extra_multipliers", state.extra_multipliers)
    row.number("pending.activations", state.times)
    row.number("pending.free", state.free)
    row.bits("pending.used", state.used, max(GOODS, REGIONS))
    row.category("pending.spot", state.spot, SPOTS)
    row.members("pending.paid_goods", state.paid, GOODS)
    row.numbers("spaces", _workers(state.spaces, len(state.spaces)))
    row.number("rows_size", len(state.rows))
    row.numbers("rows", _workers(state.rows, ROWS))
    row.numbers("bag", _workers([state.bag], 1))
    row.bits("factory_piles", state.piles, 4 * GOODS)
    row.numbers("rewards", state.rewards)
    row.categories("slots.good", state.slot_goods, GOODS + 1, len(state.slot_goods))
    row.numbers("slots.value", [tile & 7 for tile in state.tiles])
    owners = [((tile >> 3) - seat) % seats if tile & 7 else -1 for tile in state.tiles]
    row.categories("slots.owner", owners, seats + 1, len(owners))
    for n in range(seats):
        player = (seat + n) % seats
        row.under("players", n)
        row.numbers("trains", [state.trains[4 * region + player] for region in range(REGIONS)])
        row.numbers("ships", [state.ships[4 * region + player] for region in range(REGIONS)])
        _encode_player(row, state.players[player])
    row.under_nothing()


def _workers(groups: list[int], length: int) -> list[int]:
    """Of up to *length* groups how many workers each has of every colour."""
    counts = [0] * (COLOUR_COUNT * length)
    at = 0
    for group in groups:
        left = group
        for place in range(at, at + COLOUR_COUNT):
            if not left:
                break
            counts[place] = left & 15
            left >>= 4
        at += COLOUR_COUNT
    return counts


def _encode_player(row: Row, player: Player) -> None:
    row.number("points", sum(player.score))
    row.number("yen", player.yen)
    row.number("coal", player.coal)
    row.number("blueprints", player.blueprints)
    row.number("coal_position", player.coal_track)
    row.number("money_position", player.money_track)
    row.number("knowledge_position", player.knowledge_track)
    row.number("trains_built", player.trains)
    row.number("ships_built", player.ships)
    row.categories("workers", player.workers, len(COLOURS) + 1, CELLS)
    row.categories("factories.tile", [tile - 1 for tile in player.factories], 5, GOODS)
    row.numbers("factories.machine", player.machines)
    row.numbers("factories.goods", player.goods)
    row.number("reserve_machines", player.reserve)
    row.bits("contracts", player.contracts, CONTRACTS)
    row.numbers("influence", player.influence)
    row.numbers("rewards", player.rewards)
