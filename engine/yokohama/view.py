"""The position as plain data: whole, or as one seat sees it (Y-INFO-1 to Y-INFO-5).

One schema for both; a view leaves out other hands, what was put away or removed unseen, and the order of both decks. Where there is nothing,
a text is empty and an owner is -1 (a neutral assistant: -2). docs/positions.md describes the fields.
"""

from collections.abc import Hashable
from operator import attrgetter
from typing import Any, Final

from engine.core.parts import Part, Take, fresh
from engine.yokohama.actions import AREAS, PAY_BITS, PAY_KINDS, TABLES
from engine.yokohama.data.records import AGENT_NAMES, COUNTRIES
from engine.yokohama.phases.laboratory import LABORATORY_AREAS
from engine.yokohama.phases.port import PORT_AREAS
from engine.yokohama.player import Player
from engine.yokohama.position import Position
from engine.yokohama.turn import Turn

# Names by number, with the empty text in the last place, where EMPTY and NOWHERE (-1) find it.
AREA_IDS: Final = (*(area.id for area in AREAS), "")
BUILDING_IDS: Final = (*(card.id for card in TABLES.buildings), "")
FIVE_POWER_IDS: Final = (*(token.id for token in TABLES.five_powers), "")
ORDER_IDS: Final = (*(card.id for card in TABLES.orders), "")
TECHNOLOGY_IDS: Final = (*(card.id for card in TABLES.technologies), "")
ACHIEVEMENT_IDS: Final = tuple(card.id for card in TABLES.achievements)
OBJECTIVE_IDS: Final = (*(token.id for token in TABLES.objective_rewards), "")


def whole(state: Position) -> dict[str, Any]:
    """The whole position, with hidden parts and seeds."""
    position = state.game.header(state.setup, whole=True)
    _public(state, position, None, fresh)
    position["order_deck"] = [ORDER_IDS[card] for card in state.order_deck]
    position["technology_deck"] = [TECHNOLOGY_IDS[card] for card in state.technology_deck]
    position["orders_removed"] = [ORDER_IDS[card] for card in state.orders_removed]
    for player, fields in zip(state.players, position["players"], strict=True):
        _own_hand(player, fields)
    return position


def seen(state: Position, seat: int | None, take: Take) -> dict[str, Any]:
    """What that seat may know; None: what everyone may. Parts are as *take* gives them."""
    position = state.game.header(state.setup, whole=False, take=take)
    _public(state, position, seat, take)
    return position


def _own_hand(player: Player, fields: dict[str, Any]) -> None:
    fields["orders"] = [ORDER_IDS[card] for card in player.orders]
    fields["put_away"] = ORDER_IDS[player.put_away]


def _public(state: Position, position: dict[str, Any], seat: int | None, take: Take) -> None:
    """What everyone may know, and the hand of that seat."""
    if state.to_act is not None:
        position["to_act"] = state.to_act
    position["round"] = state.round
    position["end_trigger"] = state.end_trigger
    position["last_round"] = state.last_round
    position["turn"] = take(TURN, state.turn)
    position["areas"] = take(AREAS_NOW, state, take)
    position["station"] = AREA_IDS[state.station]
    position["ports"] = take(PORTS, state)
    position["laboratories"] = take(LABORATORIES, state)
    position["order_deck_size"] = len(state.order_deck)
    position["technology_deck_size"] = len(state.technology_deck)
    position["orders_removed_size"] = len(state.orders_removed)
    position["church"] = state.church[:]
    position["customs"] = state.customs[:]
    position["achievements"] = take(ACHIEVEMENTS, state)
    position["agents_left"] = dict(zip(COUNTRIES, state.agents_left, strict=True))
    position["objective_rewards"] = [OBJECTIVE_IDS[token] for token in state.objectives]
    position["players"] = [take(PLAYER, player, at == seat) for at, player in enumerate(state.players)]


def _areas(state: Position, take: Take) -> list[dict[str, Any]]:
    return [take(AREA, state, area) for area in state.board.layout]


def _ports(state: Position) -> list[dict[str, Any]]:
    return [
        {"area": AREA_IDS[area], "cards": [ORDER_IDS[card] for card in cards]}
        for area, cards in zip(PORT_AREAS, state.ports, strict=False)
    ]


def _laboratories(state: Position) -> list[dict[str, Any]]:
    return [
        {"area": AREA_IDS[area], "cards": [TECHNOLOGY_IDS[card] for card in cards]}
        for area, cards in zip(LABORATORY_AREAS, state.laboratories, strict=False)
    ]


def _achievements(state: Position) -> list[dict[str, Any]]:
    return [
        {"id": ACHIEVEMENT_IDS[card], "seats": list(seats)}
        for card, seats in zip(state.achievements, state.achievers, strict=True)
    ]


def _area(state: Position, area: int) -> dict[str, Any]:
    return {
        "id": AREA_IDS[area],
        "building": BUILDING_IDS[state.buildings[area]],
        "five_power": FIVE_POWER_IDS[state.five_powers[area]],
        "shops": list(state.shops[area]),
        "trading_house": state.houses[area],
        "assistants": [player.on_area[area] for player in state.players],
    }


def _player(player: Player, own: bool) -> dict[str, Any]:
    """With the hand if *own*: the view is of that seat. `_possessions` must name every field that is read here."""
    copper, silk, tea, fish = player.goods
    fields = {
        "vp": player.vp,
        "yen": player.yen,
        "imports": player.imports,
        "copper": copper,
        "silk": silk,
        "tea": tea,
        "fish": fish,
        "assistants": player.assistants,
        "shops": player.shops,
        "trading_houses": player.houses,
        "warehouse_assistants": player.stored_assistants,
        "warehouse_shops": player.stored_shops,
        "warehouse_trading_houses": player.stored_houses,
        "president": AREA_IDS[player.president],
        "orders_size": len(player.orders),
        "completed": [ORDER_IDS[card] for card in player.completed],
        "technologies": [TECHNOLOGY_IDS[card] for card in player.technologies],
        "five_powers": [FIVE_POWER_IDS[token] for token in player.five_powers],
        "agents": {name: number for name, number in zip(AGENT_NAMES, player.agents, strict=True) if number},
        "agents_used": {name: number for name, number in zip(AGENT_NAMES, player.agents_used, strict=True) if number},
        "objective_reward": OBJECTIVE_IDS[player.objective],
    }
    if own:
        _own_hand(player, fields)
    return fields


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "seat": turn.seat,
        "step": turn.decision.label,
        "phase": turn.phase.label,
        "agent_used": turn.agent_used,
        "mill_used": turn.mill_used,
        "university_used": turn.university_used,
        "church_paid": [kind for kind, bit in zip(PAY_KINDS, PAY_BITS, strict=True) if turn.church_paid & bit],
        "area": AREA_IDS[turn.area],
        "power": turn.power,
        "by_agent": turn.by_agent,
        "placed": turn.placed,
        "spot": AREA_IDS[turn.spot],
        "slot": turn.slot,
        "left": turn.left,
        "any_left": turn.any_left,
        "warehouse_left": turn.warehouse_left,
        "move_left": turn.move_left,
        "copper_gained": turn.copper_gained,
        "after": turn.after.label,
    }


# What parts of a view depend on


def _possessions(player: Player, own: bool) -> Hashable:
    hand = (player.orders, player.put_away) if own else len(player.orders)
    return hand, *player.goods, *_OPEN(player)


def _on_areas(state: Position, take: Take) -> Hashable:  # noqa: ARG001  it says how, not what
    built = (*state.five_powers, *state.shops, *state.houses)
    return state.board.layout, state.buildings, built, *(tuple(player.on_area) for player in state.players)


def _on_area(state: Position, area: int) -> Hashable:
    built = state.buildings[area], state.five_powers[area], state.shops[area], state.houses[area]
    return area, built, *(player.on_area[area] for player in state.players)


_OPEN: Final = attrgetter(
    *("vp", "yen", "imports", "assistants", "shops", "houses", "stored_assistants", "stored_shops", "stored_houses"),
    *("president", "completed", "technologies", "five_powers", "agents", "agents_used", "objective"),
)
_SETTLED: Final = attrgetter(
    *(
        "seat",
        "decision",
        "phase",
        "agent_used",
        "mill_used",
        "university_used",
        "church_paid",
        "area",
        "power",
        "by_agent",
    ),
    *("placed", "spot", "slot", "left", "any_left", "warehouse_left", "move_left", "copper_gained", "after"),
)
TURN: Final = Part("turn", _turn, key=_SETTLED)
PLAYER: Final = Part("players", _player, key=_possessions, is_item=True)
AREAS_NOW: Final = Part("areas", _areas, key=_on_areas)
AREA: Final = Part("areas", _area, key=_on_area, is_item=True)
PORTS: Final = Part("ports", _ports, key=lambda state: tuple(map(tuple, state.ports)))
LABORATORIES: Final = Part("laboratories", _laboratories, key=lambda state: tuple(map(tuple, state.laboratories)))
ACHIEVEMENTS: Final = Part("achievements", _achievements, key=lambda state: (state.achievements, *state.achievers))
