"""Step 5, construction: one shop or one trading house on the card of the action area (Y-BUILD-1 to Y-BUILD-4)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import TABLES, Move
from engine.yokohama.decisions import Decision
from engine.yokohama.phases.rewards import grant
from engine.yokohama.phases.tools import apply_tool, can_mill, can_university
from engine.yokohama.phases.turns import trigger_end
from engine.yokohama.player import EMPTY
from engine.yokohama.position import Position
from engine.yokohama.technologies import ELECTRICAL_LIGHT, GASLIGHT

RECOVERY: Final = Decision.RECOVERY

LEAST_POWER: Final = TABLES.limits.build_power
SHOPS_END: Final = TABLES.limits.shops_built
HOUSES_END: Final = TABLES.limits.trading_houses_built
BUILDINGS: Final = TABLES.buildings
GASLIGHT_VP: Final = 2
ELECTRICAL_LIGHT_VP: Final = 3


def legal_build(state: Position) -> Sequence[Move]:
    """What can be built here with pieces in hand, or nothing."""
    if state.turn.power < LEAST_POWER:
        return ()
    legal = _sites(state)
    if len(legal) == 1:
        return ()
    if can_mill(state):
        legal.append(actions.MILL)
    if can_university(state):
        legal.append(actions.UNIVERSITY)
    return legal


def pass_build(state: Position) -> None:
    """Nothing can be built here: go on to recovery."""
    state.turn.decision = RECOVERY


def _sites(state: Position) -> list[Move]:
    player, area = state.acting, state.turn.area
    legal = [actions.BUILD_NONE]
    if player.shops and not player.shop_at >> area & 1:
        owners = state.shops[area]
        legal += [move for move in actions.BUILD_SHOPS if owners[move.value] == EMPTY]
    if player.houses and state.houses[area] == EMPTY:
        legal.append(actions.BUILD_HOUSE)
    return legal


def apply_build(state: Position, move: Move) -> None:
    """Build, or not; the step ends with either."""
    if move is actions.BUILD_NONE:
        state.turn.decision = RECOVERY
    elif move is actions.BUILD_HOUSE:
        _build_house(state)
    elif move.verb == "build":
        _build_shop(state, move.value)
    else:
        apply_tool(state, move)


def _build_shop(state: Position, slot: int) -> None:
    player, area, seat = state.acting, state.turn.area, state.turn.seat
    player.shops -= 1
    player.shop_at |= 1 << area
    player.built_at |= 1 << area
    owners = state.shops[area]
    state.shops[area] = (*owners[:slot], seat, *owners[slot + 1 :])
    if player.technology_bits & GASLIGHT:
        player.vp += GASLIGHT_VP  # Y-TECH-1
    if player.built_shops >= SHOPS_END:
        trigger_end(state, "shops_built")
    grant(state, BUILDINGS[state.buildings[area]].shops[slot], RECOVERY)


def _build_house(state: Position) -> None:
    player, area = state.acting, state.turn.area
    player.houses -= 1
    player.built_at |= 1 << area
    state.houses[area] = state.turn.seat
    if player.technology_bits & ELECTRICAL_LIGHT:
        player.vp += ELECTRICAL_LIGHT_VP  # Y-TECH-13
    if player.built_houses >= HOUSES_END:
        trigger_end(state, "trading_houses_built")
    grant(state, BUILDINGS[state.buildings[area]].trading_house, RECOVERY)
