"""IKI: points on the track, what artisans will pay, collections, and the dangers of fire and hunger."""

from collections.abc import Sequence
from typing import Final

from arena.players.evaluation.weighing import Features
from engine.iki.board import COLOURED_GROUP, FIRE_PATHS, NAGAYA, SPACES
from engine.iki.cards import ABILITY, FIRST_BUILDING, IKI, INCOME, KOBAN, MON, RICE, SANDAL, TYPE, WOOD
from engine.iki.data import TYPES, tables
from engine.iki.decisions import Decision
from engine.iki.player import NOBODY, Player
from engine.iki.position import Position
from engine.iki.scoring import counted

TABLES: Final = tables()
NUMBERS: Final = TABLES.numbers
TYPE_POINTS, FISH_POINTS = NUMBERS.scoring_types, NUMBERS.scoring_fish
FISH_IKI: Final = tuple(fish.iki for fish in TABLES.fish)
TOBACCO_IKI: Final = tuple(box.iki for box in TABLES.tobacco)
KOBAN_POINTS: Final = NUMBERS.scoring["koban"]
SETTLEMENTS: Final = NUMBERS.settlement_months
FIRES: Final = NUMBERS.fire_strength
LEVELS: Final = NUMBERS.levels
LAST_MONTH: Final = 13
NAMES: Final = (
    "mon",
    "rice",
    "sandal",
    "wood",
    "koban",
    "fire",
    "fire_first",
    "types",
    "income_iki",
    "income_mon",
    "income_rice",
    "income_goods",
    "groups",
    "hungry",
    "burning",
    "experience",
    "retired",
    "employed",
    "buildings",
    "fish",
    "fish_kinds",
    "tobacco",
    "pipe",
    "near_lap",
    "discount",
    "carts",
)


def read(state: Position, seat: int) -> Sequence[float]:
    """The features of a seat."""
    player = state.players[seat]
    goods, fish = player.goods, player.fish
    left = sum(1 for due in SETTLEMENTS if due >= state.month)
    rooms, building_points = _rooms(state, seat)
    income, types = _income_and_types(state, player, rooms)
    employed = len(rooms)
    tobacco = sum(TOBACCO_IKI[box] for box in player.tobacco)
    return (
        goods[MON],
        goods[RICE],
        goods[SANDAL],
        goods[WOOD],
        goods[KOBAN],
        player.fire,
        1.0 if state.order[0] == seat else 0.0,
        TYPE_POINTS[types],
        (income[IKI] + income[KOBAN] * KOBAN_POINTS) * left,
        income[MON] * left,
        income[RICE] * left,
        (income[SANDAL] + income[WOOD]) * left,
        _groups(state, seat) * left,
        max(0, employed - goods[RICE] - income[RICE]) if left else 0.0,
        _burning(state, seat, rooms),
        sum(state.level[room] for room in rooms) * min(left, 3),
        len(player.retired),
        employed * left,
        building_points,
        FISH_POINTS[len(set(fish))] + sum(FISH_IKI[season] for season in fish),
        len(set(fish)) * left,
        tobacco * 2 if player.pipes else tobacco,
        1.0 if player.pipes else 0.0,
        employed * player.space / SPACES if left else 0.0,
        player.discount * left,
        player.carts * left,
    )


def _rooms(state: Position, seat: int) -> tuple[list[int], int]:
    """The rooms with artisans of the seat, and the points of its buildings."""
    rooms, points = [], 0
    for room, owner in enumerate(state.owner):
        if owner == seat:
            card = state.card[room]
            if card < FIRST_BUILDING:
                rooms.append(room)
            else:
                building = TABLES.buildings[card - FIRST_BUILDING]
                points += building.iki_flat + building.iki_per * counted(state.players[seat], building.per)
    return rooms, points


def _income_and_types(state: Position, player: Player, rooms: Sequence[int]) -> tuple[list[int], int]:
    """What a settlement pays now, by good, and how many types count at the end."""
    income = [0] * len(player.goods)
    bits = wild = 0
    for card in player.retired:
        for good, amount in INCOME[card][LEVELS]:
            income[good] += amount
        if ABILITY[card] == "wild_type":
            wild += 1
        else:
            bits |= 1 << TYPE[card]
    for room in rooms:
        card = state.card[room]
        bits |= 1 << TYPE[card]
        for good, amount in INCOME[card][state.level[room]]:
            income[good] += amount
    return income, min(len(TYPES), bits.bit_count() + wild)


def _groups(state: Position, seat: int) -> int:
    """The bonus that the groups would give at a settlement now (I-SETTLE-2)."""
    points = 0
    cards, owners = state.card, state.owner
    for group in (*NAGAYA, COLOURED_GROUP) if len(state.players) > 2 else NAGAYA:
        counts = [0] * len(TYPES)
        own = [0] * len(TYPES)
        for room in group:
            card = cards[room]
            if NOBODY < card < FIRST_BUILDING:
                kind = TYPE[card]
                counts[kind] += 1
                if owners[room] == seat:
                    own[kind] += 1
        for kind, count in enumerate(counts):
            if count > 1:
                points += own[kind] * count
    return points


def _burning(state: Position, seat: int, rooms: Sequence[int]) -> float:
    """Cards of the seat that the next fire would take, on average over the four tiles."""
    due = next((month for month in FIRES if month >= state.month), None)
    if due is None or not rooms:
        return 0.0
    strength = FIRES[due]
    if state.players[seat].fire >= strength:
        return 0.0
    cards, owners, players = state.card, state.owner, state.players
    lost = 0
    for path in FIRE_PATHS:
        heat = strength
        for room in path:
            owner = owners[room]
            if cards[room] != NOBODY and owner != NOBODY:
                if players[owner].fire >= heat:
                    break
                if owner == seat:
                    lost += 1
            heat -= 1
    return lost / len(FIRE_PATHS)


def sure(state: Position, seat: int) -> float:
    """IKI on the track."""
    return state.players[seat].goods[IKI]


def progress(state: Position) -> float:
    """By month."""
    return min(1.0, (state.month - 1) / (LAST_MONTH - 1))


def turn_over(state: Position, seat: int) -> bool:
    """An ikizama is chosen for the turn that comes of it: the turn lasts until the cylinder is off the track again."""
    if state.players[seat].cylinder != NOBODY:
        return False
    return state.to_act != seat or state.decision is IKIZAMA


IKIZAMA: Final = Decision.IKIZAMA
FEATURES: Final = Features(NAMES, read, sure, progress, turn_over)
