"""Step 5, construction: one shop or one trading house on the card of the action area (Y-BUILD-1 to Y-BUILD-4)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import TABLES, Play
from engine.yokohama.phases import NOTHING
from engine.yokohama.phases.rewards import grant
from engine.yokohama.phases.tools import can_mill, can_university, used
from engine.yokohama.phases.turns import trigger_end
from engine.yokohama.player import EMPTY
from engine.yokohama.technologies import ELECTRICAL_LIGHT, GASLIGHT

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

LEAST_POWER = TABLES.limits.build_power
SHOPS_END = TABLES.limits.shops_built
HOUSES_END = TABLES.limits.trading_houses_built
BUILDINGS = TABLES.buildings
GASLIGHT_VP = 2
ELECTRICAL_LIGHT_VP = 3


def options(state: "YokohamaState") -> Sequence[Play]:
    """What can be built here with pieces in hand, or nothing."""
    turn = state.turn
    if turn.power >= LEAST_POWER:
        legal = _sites(state)
        if len(legal) > 1:
            if can_mill(state):
                legal.append(actions.MILL)
            if can_university(state):
                legal.append(actions.UNIVERSITY)
            return legal
    turn.step = steps.RECOVERY
    return NOTHING


def _sites(state: "YokohamaState") -> list[Play]:
    player, area = state.acting, state.turn.area
    legal = [actions.BUILD_NONE]
    if player.shops and not player.shop_at >> area & 1:
        owners = state.shops[area]
        legal += [play for play in actions.BUILD_SHOPS if owners[play.value] == EMPTY]
    if player.houses and state.houses[area] == EMPTY:
        legal.append(actions.BUILD_HOUSE)
    return legal


def chosen(state: "YokohamaState", play: Play) -> None:
    """Build, or not; the step ends with either."""
    if play is actions.BUILD_NONE:
        state.turn.step = steps.RECOVERY
    elif play is actions.BUILD_HOUSE:
        _build_house(state)
    elif play.verb == "build":
        _build_shop(state, play.value)
    else:
        used(state, play)


def _build_shop(state: "YokohamaState", slot: int) -> None:
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
    grant(state, BUILDINGS[state.buildings[area]].shops[slot], steps.RECOVERY)


def _build_house(state: "YokohamaState") -> None:
    player, area = state.acting, state.turn.area
    player.houses -= 1
    player.built_at |= 1 << area
    state.houses[area] = state.turn.seat
    if player.technology_bits & ELECTRICAL_LIGHT:
        player.vp += ELECTRICAL_LIGHT_VP  # Y-TECH-13
    if player.built_houses >= HOUSES_END:
        trigger_end(state, "trading_houses_built")
    grant(state, BUILDINGS[state.buildings[area]].trading_house, steps.RECOVERY)
