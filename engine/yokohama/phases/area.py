"""Step 3, the area action: its power, the visit yen, then the module of the area (Y-ACT-1 to Y-ACT-4)."""

from collections.abc import Callable
from typing import Final

from engine.yokohama.actions import AREAS, TABLES
from engine.yokohama.phases import agency, chinatown, church, customs, laboratory, port, production
from engine.yokohama.player import EMPTY, Player
from engine.yokohama.position import Position

Enter = Callable[[Position, int], None]
"""Begins an area's action with its effect at the power of the action."""

MOST_POWER: Final = TABLES.limits.power
VISIT_YEN: Final = TABLES.amounts.trading_house_visit_yen
ENTER: Final[dict[str, Enter]] = {
    "copper_mine": production.copper,
    "silk_factory": production.silk,
    "tea_plantation": production.tea,
    "fishing_ground": production.fish,
    "bank": production.bank,
    "port": port.enter,
    "laboratory": laboratory.enter,
    "employment_agency": agency.enter,
    "chinatown": chinatown.enter,
    "church": church.enter,
    "customs": customs.enter,
}
"""By kind of area; the Canal has no action (Y-ACT-CAN-1)."""
EFFECTS: Final = tuple(area.effect for area in AREAS)
ENTER_BY_AREA: Final = tuple(ENTER.get(area.kind) for area in AREAS)


def power(state: Position, player: Player, area: int) -> int:
    """President, assistants, shop, trading house, station: 1 each, at most 5 (Y-ACT-2)."""
    seat = state.turn.seat
    total = (
        player.on_area[area]
        + (player.president == area)
        + (player.shop_at >> area & 1)
        + (state.houses[area] == seat)
        + (state.station == area)
    )
    return min(MOST_POWER, total)


def begin_action(state: Position, area: int) -> None:
    """Act in *area*: fix the power, pay the owner of the trading house, start the effect."""
    turn = state.turn
    turn.area = area
    turn.power = power(state, state.acting, area)
    owner = state.houses[area]
    if owner not in (EMPTY, turn.seat):
        state.players[owner].yen += VISIT_YEN  # Y-ACT-3, R-6
    enter = ENTER_BY_AREA[area]
    assert enter is not None
    enter(state, EFFECTS[area][turn.power])
