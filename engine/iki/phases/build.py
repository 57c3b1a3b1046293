"""Buildings (I-BUILD): built at the foreman's, or with an artisan's *build_discount*."""

from typing import Final

from engine.iki.actions import BUILD, STALL_ACTIONS, Move, places
from engine.iki.board import PLAIN
from engine.iki.cards import KOBAN, KOBAN_COST, MON, WOOD, WOOD_COST, price
from engine.iki.data import tables
from engine.iki.decisions import Decision
from engine.iki.player import NOBODY, Player
from engine.iki.position import Position

BUILD_ROOM: Final = Decision.BUILD_ROOM

DISCOUNT: Final = tables().numbers.economy["build_discount_wood"]
SURCHARGE: Final = tables().numbers.economy["coloured_room_surcharge"]
FEE: Final = next(price(action.pay, action.id)[1] for action in STALL_ACTIONS if action.build)
"""Mon for the foreman (I-STALL-7)."""


def possible(state: Position, player: Player, fee: int, discount: int) -> bool:
    """Whether any building can be built; *fee* in mon, *discount* in wood (D-COMMIT)."""
    if player.kobun == 0 or not state.empty:  # I-BUILD-2
        return False
    mon = player.goods[MON] - fee
    if mon < 0 or (mon < SURCHARGE and not state.empty & PLAIN):
        return False
    wood, koban = player.goods[WOOD] + discount, player.goods[KOBAN]
    return any(WOOD_COST[building] <= wood and KOBAN_COST[building] <= koban for building in state.buildings)


def _terms(state: Position) -> tuple[int, int]:
    """Fee in mon and discount in wood: an artisan's help, or the foreman's."""
    return (FEE, 0) if state.visited == NOBODY else (0, DISCOUNT)


def legal_build_pick(state: Position) -> list[Move]:
    """D-10: the buildings that wood and koban reach for."""
    goods = state.players[state.queue[0]].goods
    wood, koban = goods[WOOD] + _terms(state)[1], goods[KOBAN]
    return [
        BUILD[building] for building in state.buildings if WOOD_COST[building] <= wood and KOBAN_COST[building] <= koban
    ]


def apply_build_pick(state: Position, move: Move) -> None:
    """Choose the building; its room comes next."""
    state.chosen = move.value
    state.decision = BUILD_ROOM


def legal_build_room(state: Position) -> tuple[Move, ...]:
    """D-11: the empty rooms that can be paid for."""
    mon = state.players[state.queue[0]].goods[MON] - _terms(state)[0]
    return places(state.empty if mon >= SURCHARGE else state.empty & PLAIN)


def put_up(state: Position, room: int) -> None:
    """Pay for the chosen building and put it into the room with a kobun (I-BUILD-1)."""
    seat = state.queue[0]
    player = state.players[seat]
    building = state.chosen
    fee, discount = _terms(state)
    wood = WOOD_COST[building] - discount
    player.goods[WOOD] -= max(0, wood)  # I-SKILL-5
    player.goods[KOBAN] -= KOBAN_COST[building]
    player.goods[MON] -= fee if PLAIN >> room & 1 else fee + SURCHARGE
    player.kobun -= 1
    state.buildings = tuple(other for other in state.buildings if other != building)
    state.card[room] = building
    state.owner[room] = seat
    state.empty &= ~(1 << room)
    state.chosen = NOBODY
