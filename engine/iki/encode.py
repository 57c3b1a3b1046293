"""The position as numbers, for programs that learn (engine/core/encoding.py). All seats know the same (I-INFO-3)."""

from typing import Final

from engine.core.encoding import ranks, relative
from engine.core.rows import Row
from engine.iki.actions import STALL_ACTIONS
from engine.iki.board import FIRE_TILES, ROOMS
from engine.iki.cards import BUILDINGS, FIRST_BUILDING, NAMES
from engine.iki.data import SEASONS
from engine.iki.decisions import Decision
from engine.iki.phases.stalls import PIPES, TOBACCO
from engine.iki.player import Player
from engine.iki.position import Position

VERSION: Final = 1
SWAP_SECOND: Final = Decision.SWAP_SECOND
CARDS: Final = len(NAMES)
DECISIONS: Final = len(Decision)


def encode(row: Row, state: Position, seat: int) -> None:
    """Write every field."""
    players = state.players
    seats = len(players)
    row.number("month", state.month)
    row.one_of("decision", state.decision, DECISIONS)
    row.category("to_act", -1 if state.to_act is None else (state.to_act - seat) % seats, seats + 1)
    row.numbers("queue", ranks(state.queue, seat, seats))
    row.numbers("fire_order", ranks(state.order, seat, seats))
    row.categories("rooms.card", state.card, CARDS + 1, len(ROOMS))
    row.categories("rooms.owner", [relative(owner, seat, seats) for owner in state.owner], seats + 1, len(ROOMS))
    row.numbers("rooms.level", state.level)
    mon = [0] * FIRST_BUILDING
    for card, lying in state.row.items():
        mon[card] = lying + 1
    row.numbers("row", mon)
    row.members("starters", state.starters, FIRST_BUILDING)
    row.members("buildings", [card - FIRST_BUILDING for card in state.buildings], len(BUILDINGS))
    row.members("lost", state.lost, CARDS)
    row.number("fish_left", state.fish_left)
    row.number("pipes_sold", state.pipes)
    row.number("tobacco_sold", state.tobacco)
    row.numbers("decks.cards_size", [len(deck) for deck in state.decks])
    row.number("fires_size", len(state.fires))
    row.members("stall_actions_done", state.done, len(STALL_ACTIONS))
    row.flag("traded", state.traded)
    row.flag("cart_used", state.carted)
    swapping = state.decision is SWAP_SECOND
    row.category("swap_room", state.chosen if swapping else -1, len(ROOMS) + 1)
    row.category("chosen", -1 if swapping else state.chosen, CARDS + 1)
    row.category("visited", state.visited, len(ROOMS) + 1)
    row.category("burning.tile", state.fire_tile, len(FIRE_TILES) + 1)
    row.number("burning.room", state.fire_room)
    for n in range(seats):
        row.under("players", n)
        _encode_player(row, players[(seat + n) % seats])
    row.under_nothing()


def _encode_player(row: Row, player: Player) -> None:
    row.numbers("goods", player.goods)
    row.number("fire", player.fire)
    row.number("kobun", player.kobun)
    row.number("space", player.space)
    row.category("ikizama", player.cylinder, 6)
    row.members("retired", player.retired, FIRST_BUILDING)
    row.counts("fish", player.fish, len(SEASONS))
    row.members("pipes", player.pipes, len(PIPES))
    row.members("tobacco", player.tobacco, len(TOBACCO))
    row.number("saves", player.saves)
