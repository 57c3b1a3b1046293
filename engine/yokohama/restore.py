"""From a position or a view back to a state. Each field is checked alone here, the whole in checks/."""

from collections.abc import Sequence
from typing import Final

from engine.core.chance import Rng
from engine.core.game import Setup
from engine.core.positions import Reader
from engine.yokohama.actions import AREAS, CANAL_KIND, PAY_BITS, PAY_KINDS, TABLES
from engine.yokohama.board import board
from engine.yokohama.checks import check
from engine.yokohama.data.records import AGENT_NAMES, COUNTRIES, GOODS, PILES
from engine.yokohama.decisions import Decision, Phase
from engine.yokohama.phases.laboratory import LABORATORY_AREAS
from engine.yokohama.phases.port import PORT_AREAS
from engine.yokohama.player import EMPTY, NEUTRAL, NO_ICONS, Player
from engine.yokohama.setup import boards_in_use, displays_in_use
from engine.yokohama.state import YokohamaState
from engine.yokohama.technologies import NUMBERS as TECHNOLOGIES
from engine.yokohama.turn import Turn
from engine.yokohama.unseen import deal_unseen

Names = dict[str, int]
NONE: Final[Names] = {"": EMPTY}
ORDERS: Final[Names] = {card.id: number for number, card in enumerate(TABLES.orders)}
BUILDINGS: Final[Names] = {card.id: number for number, card in enumerate(TABLES.buildings)}
FIVE_POWERS: Final[Names] = {token.id: number for number, token in enumerate(TABLES.five_powers)}
OBJECTIVES: Final[Names] = {token.id: number for number, token in enumerate(TABLES.objective_rewards)}
ACHIEVEMENTS: Final[Names] = {card.id: number for number, card in enumerate(TABLES.achievements)}
ALL_AREAS: Final[Names] = {area.id: number for number, area in enumerate(AREAS)}
LAND_OR_NONE: Final[Names] = {area.id: number for number, area in enumerate(AREAS) if area.kind != CANAL_KIND} | NONE
DECISIONS: Final = {decision.label: decision for decision in Decision}
PHASES: Final = {phase.label: phase for phase in Phase}
ORDERS_OR_NONE: Final = ORDERS | NONE
TECHNOLOGIES_OR_NONE: Final = TECHNOLOGIES | NONE
BUILDINGS_OR_NONE: Final = BUILDINGS | NONE
FIVE_POWERS_OR_NONE: Final = FIVE_POWERS | NONE
OBJECTIVES_OR_NONE: Final = OBJECTIVES | NONE
END_TRIGGERS: Final = ("", "trading_houses_built", "shops_built", "orders_exhausted", "church_full", "customs_full")


def restore(reader: Reader, setup: Setup) -> YokohamaState:
    """A state from a whole position; InvalidPosition names what is wrong."""
    state = _visible(reader, setup)
    state.order_deck = tuple(_numbers(reader, "order_deck", ORDERS))
    state.technology_deck = tuple(_numbers(reader, "technology_deck", TECHNOLOGIES))
    state.orders_removed = tuple(_numbers(reader, "orders_removed", ORDERS))
    for player, fields in zip(state.players, reader.parts("players"), strict=True):
        _own_hand(player, fields)
    check(state, reader)
    return state


def fill(reader: Reader, setup: Setup, rng: Rng) -> YokohamaState:
    """A state from a view; what it hides is drawn again."""
    state = _visible(reader, setup)
    sizes: dict[int, int] = {}
    for seat, fields in enumerate(reader.parts("players")):
        if fields.has("put_away"):  # only the seat's own view has it; an empty hand may be left out
            _own_hand(state.players[seat], fields)
        else:
            sizes[seat] = fields.number("orders_size", 0, TABLES.limits.order_hand)
    deal_unseen(state, sizes, reader.number("orders_removed_size"), rng)
    check(state, reader)
    return state


def _visible(reader: Reader, setup: Setup) -> YokohamaState:
    """Read everything that every view shows."""
    state = YokohamaState(setup)
    state.edition = TABLES.editions[str(setup.options["edition"])]
    state.round = reader.number("round")
    state.end_trigger = reader.text("end_trigger", END_TRIGGERS)
    state.last_round = reader.number("last_round")
    state.players = [_player(fields) for fields in reader.parts("players", setup.seats)]
    _read_areas(state, reader)
    _read_displays(state, reader)
    _read_turn(state, reader)
    reader.ignore("order_deck_size", "technology_deck_size", "orders_removed_size")
    return state


def _read_areas(state: YokohamaState, reader: Reader) -> None:
    seats = state.setup.seats
    in_use = {AREAS[area].id: area for area in boards_in_use(seats)}
    entries = reader.parts("areas", len(in_use))
    state.board = board(tuple(_number(entry, "id", in_use) for entry in entries), seats)
    state.shops = [(EMPTY,) * 4] * len(AREAS)
    state.houses = [EMPTY] * len(AREAS)
    state.five_powers = [EMPTY] * len(AREAS)
    buildings = [EMPTY] * len(AREAS)
    for area, entry in zip(state.board.layout, entries, strict=True):
        buildings[area] = _number(entry, "building", BUILDINGS_OR_NONE)
        state.five_powers[area] = _number(entry, "five_power", FIVE_POWERS_OR_NONE)
        state.shops[area] = tuple(entry.numbers("shops", EMPTY, seats - 1, 4))
        state.houses[area] = entry.number("trading_house", EMPTY, seats - 1)
        for seat, number in enumerate(entry.numbers("assistants", 0, None, seats)):
            _note_on_area(state, seat, area, number)
        entry.done()
    state.buildings = tuple(buildings)
    state.station = _number(reader, "station", LAND_OR_NONE)


def _note_on_area(state: YokohamaState, seat: int, area: int, assistants: int) -> None:
    player = state.players[seat]
    player.on_area[area] = assistants
    if seat in state.shops[area]:
        player.shop_at |= 1 << area
    if player.shop_at >> area & 1 or state.houses[area] == seat:
        player.built_at |= 1 << area


def _read_displays(state: YokohamaState, reader: Reader) -> None:
    seats = state.setup.seats
    state.ports = _displays(reader, "ports", PORT_AREAS, seats, ORDERS_OR_NONE)
    state.laboratories = _displays(reader, "laboratories", LABORATORY_AREAS, seats, TECHNOLOGIES_OR_NONE)
    state.church = reader.numbers("church", NEUTRAL, seats - 1, len(TABLES.church))
    state.customs = reader.numbers("customs", NEUTRAL, seats - 1, len(TABLES.customs))
    cards = reader.parts("achievements", len(PILES))
    state.achievements = tuple(_number(card, "id", _pile(pile)) for pile, card in enumerate(cards))
    state.achievers = [tuple(card.numbers("seats", 0, seats - 1)) for card in cards]
    for card in cards:
        card.done()
    for pile, achievers in enumerate(state.achievers):
        for seat in achievers:
            state.players[seat].achieved |= 1 << pile
    agents = reader.counts("agents_left", COUNTRIES)
    state.agents_left = [agents.get(country, 0) for country in COUNTRIES]
    state.objectives = tuple(_numbers(reader, "objective_rewards", OBJECTIVES))


def _pile(pile: int) -> Names:
    return {name: number for name, number in ACHIEVEMENTS.items() if TABLES.achievements[number].pile == pile}


def _displays(reader: Reader, key: str, areas: Sequence[int], seats: int, names: Names) -> list[list[int]]:
    slots = len(TABLES.port_levels) if areas is PORT_AREAS else len(TABLES.laboratory_surcharge)
    displays: list[list[int]] = []
    for entry, area in zip(reader.parts(key, displays_in_use(areas, seats)), areas, strict=False):
        entry.text("area", (AREAS[area].id,))
        displays.append([names[card] for card in entry.texts("cards", names, slots)])
        entry.done()
    return displays


def _player(fields: Reader) -> Player:
    player = Player()
    player.vp, player.yen, player.imports = (fields.number(key) for key in ("vp", "yen", "imports"))
    player.goods = [fields.number(good) for good in GOODS]
    player.assistants, player.shops, player.houses = (
        fields.number(key) for key in ("assistants", "shops", "trading_houses")
    )
    player.stored_assistants, player.stored_shops, player.stored_houses = (
        fields.number(f"warehouse_{key}") for key in ("assistants", "shops", "trading_houses")
    )
    player.president = _number(fields, "president", LAND_OR_NONE)
    player.completed = tuple(_numbers(fields, "completed", ORDERS))
    player.technologies = tuple(_numbers(fields, "technologies", TECHNOLOGIES))
    player.technology_bits = sum(1 << card for card in set(player.technologies))
    player.five_powers = tuple(_numbers(fields, "five_powers", FIVE_POWERS))
    player.agents = _agents(fields, "agents")
    player.agents_used = _agents(fields, "agents_used")
    player.objective = _number(fields, "objective_reward", OBJECTIVES_OR_NONE)
    player.icons = _icons(player)
    fields.ignore("orders_size", "orders", "put_away")
    fields.done()
    return player


def _own_hand(player: Player, fields: Reader) -> None:
    player.orders = tuple(sorted(_numbers(fields, "orders", ORDERS)))
    player.put_away = _number(fields, "put_away", ORDERS_OR_NONE)


def _agents(fields: Reader, key: str) -> tuple[int, ...]:
    counts = fields.counts(key, AGENT_NAMES)
    return tuple(counts.get(name, 0) for name in AGENT_NAMES)


def _icons(player: Player) -> tuple[int, ...]:
    icons = list(NO_ICONS)
    for card in player.completed:
        icons[TABLES.orders[card].country] += 1
    for card in player.technologies:
        icons[TABLES.technologies[card].country] += 1
    if player.objective != EMPTY:
        flag = TABLES.objective_rewards[player.objective].flag
        if flag is not None:
            icons[flag] += 1
    return tuple(icons)


def _read_turn(state: YokohamaState, reader: Reader) -> None:
    seats = state.setup.seats
    fields = reader.part("turn")
    turn = state.turn = Turn(fields.number("seat", 0, seats - 1))
    turn.decision = DECISIONS[fields.text("step", DECISIONS)]
    turn.phase = PHASES[fields.text("phase", PHASES)]
    turn.agent_used, turn.mill_used, turn.university_used = (
        fields.flag(key) for key in ("agent_used", "mill_used", "university_used")
    )
    turn.church_paid = sum(PAY_BITS[PAY_KINDS.index(kind)] for kind in set(fields.texts("church_paid", PAY_KINDS)))
    turn.area = _number(fields, "area", LAND_OR_NONE)
    turn.power = fields.number("power", 0, TABLES.limits.power)
    turn.by_agent = fields.flag("by_agent")
    turn.placed = fields.number("placed", 0, 4)
    turn.spot = _number(fields, "spot", LAND_OR_NONE)
    turn.slot = fields.number("slot", 0, 7)
    turn.left = fields.number("left", 0, TABLES.limits.power)
    turn.any_left, turn.warehouse_left, turn.move_left = (
        fields.number(f"{icon}_left", 0, 9) for icon in ("any", "warehouse", "move")
    )
    turn.copper_gained = fields.flag("copper_gained")
    turn.after = DECISIONS[fields.text("after", DECISIONS)]
    fields.done()
    state.acting = state.players[turn.seat]
    state.to_act = reader.number("to_act", 0, seats - 1) if reader.has("to_act") else None


def _number(reader: Reader, key: str, names: Names) -> int:
    return names[reader.text(key, names)]


def _numbers(reader: Reader, key: str, names: Names) -> list[int]:
    return [names[name] for name in reader.texts(key, names)]
