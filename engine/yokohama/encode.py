"""The position as numbers, for programs that learn (engine/core/encoding.py). Of other hands it tells only the size (Y-INFO)."""

from typing import Final

from engine.core.rows import Row
from engine.yokohama.actions import AREAS, PAY_BITS, TABLES
from engine.yokohama.decisions import Decision, Phase
from engine.yokohama.player import Player
from engine.yokohama.position import Position

VERSION: Final = 1
DECISIONS: Final = len(Decision)
PHASES: Final = len(Phase)
AREA_COUNT: Final = len(AREAS)
BUILDINGS: Final = len(TABLES.buildings)
FIVE_POWERS: Final = len(TABLES.five_powers)
ORDERS: Final = len(TABLES.orders)
TECHNOLOGIES: Final = len(TABLES.technologies)
ACHIEVEMENTS: Final = len(TABLES.achievements)
OBJECTIVES: Final = len(TABLES.objective_rewards)
SLOTS: Final = 6
"""Of a port or a laboratory."""
EDITIONS: Final = tuple(TABLES.editions)


def encode(row: Row, state: Position, seat: int) -> None:
    """Write every field."""
    seats = len(state.players)
    row.one_of("edition", EDITIONS.index(state.edition.id), len(EDITIONS))
    row.category("to_act", -1 if state.to_act is None else (state.to_act - seat) % seats, seats + 1)
    row.number("round", state.round)
    row.number("last_round", state.last_round)
    _encode_areas(row, state, seat)
    for n in range(2):
        row.under("ports", n)
        row.categories("cards", state.ports[n] if n < len(state.ports) else (), ORDERS + 1, SLOTS)
    for n in range(2):
        row.under("laboratories", n)
        row.categories("cards", state.laboratories[n] if n < len(state.laboratories) else (), TECHNOLOGIES + 1, SLOTS)
    row.under_nothing()
    row.number("order_deck_size", len(state.order_deck))
    row.number("technology_deck_size", len(state.technology_deck))
    row.number("orders_removed_size", len(state.orders_removed))
    owners = _owners(seat, seats)
    row.categories("church", [owners[owner] for owner in state.church], seats + 2, len(state.church))
    row.categories("customs", [owners[owner] for owner in state.customs], seats + 2, len(state.customs))
    row.categories("achievements.card", state.achievements, ACHIEVEMENTS + 1, 3)
    row.numbers("agents_left", state.agents_left)
    row.members("objective_rewards", state.objectives, OBJECTIVES)
    _encode_turn(row, state, seat)
    for n in range(seats):
        row.under("players", n)
        player = (seat + n) % seats
        _encode_player(row, state.players[player], own=n == 0)
        row.numbers("achieved", [_place(seats_there, player) for seats_there in state.achievers])
    row.under_nothing()


def _owners(seat: int, seats: int) -> list[int]:
    """By owner: from a seat 0 is that seat. The last two are for the neutral assistant (-2), behind all seats, and nobody (-1)."""
    return [(owner - seat) % seats for owner in range(seats)] + [seats, -1]


def _place(seats: tuple[int, ...], seat: int) -> int:
    """From 1 for the first; 0 if the seat is not there."""
    return seats.index(seat) + 1 if seat in seats else 0


def _encode_areas(row: Row, state: Position, seat: int) -> None:
    seats = len(state.players)
    places = [0] * AREA_COUNT
    for place, area in enumerate(state.board.layout):
        places[area] = place + 1
    row.numbers("areas.place", places)
    row.categories("areas.building", state.buildings, BUILDINGS + 1, AREA_COUNT)
    row.categories("areas.five_power", state.five_powers, FIVE_POWERS + 1, AREA_COUNT)
    seen = _owners(seat, seats)
    shops = [seen[owner] for owners in state.shops for owner in owners]
    row.categories("areas.shops", shops, seats + 2, 4 * AREA_COUNT)
    houses = [seen[owner] for owner in state.houses]
    row.categories("areas.trading_house", houses, seats + 2, AREA_COUNT)
    row.category("station", state.station, AREA_COUNT + 1)


def _encode_turn(row: Row, state: Position, seat: int) -> None:
    turn = state.turn
    seats = len(state.players)
    row.category("turn.seat", (turn.seat - seat) % seats, seats + 1)
    row.one_of("turn.step", turn.decision, DECISIONS)
    row.one_of("turn.phase", turn.phase, PHASES)
    row.flag("turn.agent_used", turn.agent_used)
    row.flag("turn.mill_used", turn.mill_used)
    row.flag("turn.university_used", turn.university_used)
    row.bits("turn.church_paid", turn.church_paid, len(PAY_BITS))
    row.category("turn.area", turn.area, AREA_COUNT + 1)
    row.number("turn.power", turn.power)
    row.flag("turn.by_agent", turn.by_agent)
    row.number("turn.placed", turn.placed)
    row.category("turn.spot", turn.spot, AREA_COUNT + 1)
    row.number("turn.slot", turn.slot)
    row.number("turn.left", turn.left)
    row.number("turn.any_left", turn.any_left)
    row.number("turn.warehouse_left", turn.warehouse_left)
    row.number("turn.move_left", turn.move_left)
    row.flag("turn.copper_gained", turn.copper_gained)
    row.one_of("turn.after", turn.after, DECISIONS)


def _encode_player(row: Row, player: Player, own: bool) -> None:
    """The hand only if *own*: the row is of that seat."""
    row.number("vp", player.vp)
    row.number("yen", player.yen)
    row.number("imports", player.imports)
    row.numbers("goods", player.goods)
    row.number("assistants", player.assistants)
    row.number("shops", player.shops)
    row.number("trading_houses", player.houses)
    row.number("warehouse_assistants", player.stored_assistants)
    row.number("warehouse_shops", player.stored_shops)
    row.number("warehouse_trading_houses", player.stored_houses)
    row.numbers("on_area", player.on_area)
    row.category("president", player.president, AREA_COUNT + 1)
    row.number("orders_size", len(player.orders))
    row.members("completed", player.completed, ORDERS)
    row.bits("technologies", player.technology_bits, TECHNOLOGIES)
    row.members("five_powers", player.five_powers, FIVE_POWERS)
    row.numbers("agents", player.agents)
    row.numbers("agents_used", player.agents_used)
    row.category("objective_reward", player.objective, OBJECTIVES + 1)
    if own:
        row.members("orders", player.orders, ORDERS)
        row.category("put_away", player.put_away, ORDERS + 1)
