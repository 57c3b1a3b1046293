"""Plain data back to a state. A person may have edited it: InvalidPosition names the field that is wrong."""

from typing import Final

from engine.core.chance import Rng
from engine.core.game import Setup
from engine.core.positions import Reader
from engine.nippon import checks
from engine.nippon.actions import SLOT_NAMES
from engine.nippon.data import tables
from engine.nippon.decisions import Decision, Piece
from engine.nippon.perks import perks_of
from engine.nippon.phases.clock import draw_order
from engine.nippon.player import Line, Player
from engine.nippon.position import Position
from engine.nippon.setup import blank, finish_board, new_player, stock_of
from engine.nippon.state import NipponState
from engine.nippon.tracks import (
    COAL,
    COAL_END,
    COAL_VALUES,
    KNOWLEDGE,
    KNOWLEDGE_END,
    KNOWLEDGE_VALUES,
    MONEY_END,
    MONEY_VALUES,
)
from engine.nippon.workers import COLOURS, PER_SPACE, pack, size

_TABLES: Final = tables()
GOODS: Final = _TABLES.goods
CLOCK: Final = _TABLES.clock
MULTIPLIERS: Final = tuple(sorted({kind.multiplier for kind in _TABLES.rewards}))
ENDINGS: Final = ("final_scoring", "turn_limit")
MOST: Final = 10_000
"""More yen, coal or blueprints than a match can bring."""
STEP_TRACKS: Final = {"coal": COAL, "knowledge": KNOWLEDGE}
REPEATED: Final = (
    *(Decision.MACHINE, Decision.PRODUCE, Decision.CONTRACT, Decision.CONTRACT_GOOD, Decision.PLACE),
    *(Decision.MARKET_SLOT, Decision.MARKET_COUNT, Decision.MARKET_RETURN),
)
"""Decisions within an action that can be done several times."""
GRANTED: Final = (Decision.MACHINE, Decision.PLACE, Decision.GOODS_TO)
"""Decisions that an effect can bring up."""


def restore(reader: Reader, setup: Setup) -> NipponState:
    """The state of a whole position."""
    state = blank(setup)
    _read_clock(reader, state)
    state.players = [_player(part) for part in reader.parts("players", setup.seats)]
    _read_regions(reader, state)
    _read_workers(reader, state)
    _read_factory_piles(reader, state)
    _read_rewards(reader, state)
    _check_stocks(reader, state)
    finish_board(state)
    _check_slots(reader, state)
    _read_decision(reader, state)
    checks.check_cities(reader, state)
    _read_turn(reader, state)
    if reader.has("draw_order"):
        reader.follows("draw_order", [COLOURS[colour] for colour in draw_order(state)])
    reader.done()
    return state


def fill(reader: Reader, setup: Setup, _rng: Rng) -> NipponState:
    """The state of a view: only the coming draws are hidden, and the fresh seed of *setup* decides them."""
    return restore(reader, setup)


def _read_clock(reader: Reader, state: Position) -> None:
    seats = state.setup.seats
    state.first_player = reader.number("first_player", 0, seats - 1)
    state.turns = reader.number("turns", 0, CLOCK.turns_per_player * seats)
    state.marker = reader.number("marker", 0, CLOCK.spaces - 1)
    state.last_turns = reader.number("last_turns", 0)


def _read_turn(reader: Reader, state: Position) -> None:
    """Whose turn it is follows from the turns played."""
    seats, over = state.setup.seats, state.decision == Decision.OVER
    state.ended_by = reader.text("ended_by", ENDINGS) if over else ""
    state.acting = (state.first_player + state.turns - over) % seats
    state.to_act = None if over else state.acting
    if over and reader.has("to_act"):
        reader.wrong("to_act", "must be left out once the match is over")
    reader.follows("to_act", state.acting)
    checks.check_last_turns(reader, state)
    if not over:
        if state.turns == CLOCK.turns_per_player * seats:
            reader.wrong("turns", "the match would be over (N-ARENA-1)")
        checks.check_spaces(reader, state)
        checks.check_decision(reader.part("pending"), state)


def _read_decision(reader: Reader, state: Position) -> None:
    """The pending decision."""
    part = reader.part("pending")
    decision = Decision.of(part.text("kind", Decision.labels()))
    state.decide_next(decision)
    state.times = part.number("activations", 0, _TABLES.costs.activations - 1 if decision in REPEATED else 0)
    state.free = part.number("free", 0, 3 if decision in GRANTED else 0)
    if state.free and state.times:
        part.wrong("activations", "those granted by an effect are not counted")
    if decision == Decision.GOODS_TO and not state.free:
        part.wrong("free", "expected a whole number of at least 1")
    _read_used(part, state)
    _read_subject(part, state)
    part.done()


def _read_used(part: Reader, state: Position) -> None:
    """Lists of what the action has used up; they are empty for decisions that use nothing up."""
    goods, regions = part.texts("used_goods", GOODS), part.numbers("used_regions", 0, 3)
    paid = part.texts("paid_goods", GOODS)
    for key, listed, allowed in (
        ("used_goods", goods, (Decision.PRODUCE, Decision.GOODS_TO)),
        ("used_regions", regions, (Decision.PLACE,)),
        ("paid_goods", paid, (Decision.CONTRACT_GOOD,)),
    ):
        if listed and state.decision not in allowed:
            part.wrong(key, f"must be empty while deciding {state.decision.label!r}")
    state.used = sum(1 << GOODS.index(name) for name in set(goods)) | sum(1 << region for region in set(regions))
    state.paid = tuple(GOODS.index(name) for name in paid)


def _read_subject(part: Reader, state: Position) -> None:
    """What the decision is about."""
    decision = state.decision
    if decision == Decision.STEPS:
        state.spot = STEP_TRACKS[part.text("track", STEP_TRACKS)]
    elif decision == Decision.PLACE:
        state.spot = Piece.of(part.text("piece", Piece.labels()))
    elif decision == Decision.CONTRACT_GOOD:
        state.spot = part.number("contract", 0, len(_TABLES.contracts) - 1)
        if len(state.paid) >= len(_TABLES.contracts[state.spot].quantities):
            part.wrong("paid_goods", "pays the whole contract")
    elif decision == Decision.MARKET_SLOT and part.has("region"):
        state.spot = part.number("region", 0, len(_TABLES.regions) - 1)
    elif decision in {Decision.MARKET_COUNT, Decision.MARKET_RETURN}:
        state.spot = 4 * part.number("city", 0, 7) + SLOT_NAMES.index(part.text("slot", SLOT_NAMES))
    elif decision == Decision.ACHIEVEMENT:
        state.spot = part.number("multiplier", 2, 5)


def _player(part: Reader) -> Player:
    player = new_player()
    player.yen = part.number("yen", 0, MOST)
    player.coal = part.number("coal", 0, MOST)
    player.blueprints = part.number("blueprints", 0, MOST)
    player.coal_track = part.number("coal_position", 0, COAL_END)
    player.money_track = part.number("money_position", 0, MONEY_END)
    player.knowledge_track = part.number("knowledge_position", 0, KNOWLEDGE_END)
    part.follows("coal_income", COAL_VALUES[player.coal_track])
    part.follows("yen_income", MONEY_VALUES[player.money_track])
    part.follows("knowledge", KNOWLEDGE_VALUES[player.knowledge_track])
    workers = part.texts("workers", COLOURS)
    if len(workers) > _TABLES.workers.cells:
        part.wrong("workers", f"there are {_TABLES.workers.cells} cells")
    player.workers = tuple(COLOURS.index(name) for name in workers)
    _read_factories(part, player)
    player.reserve = part.number("reserve_machines", 0, MOST)
    player.contracts = _bits(part, "contracts", len(_TABLES.contracts))
    names = tuple(kind.name for kind in _TABLES.achievements)
    placed = part.counts("rewards", names, min(MULTIPLIERS), max(MULTIPLIERS))
    player.rewards = [placed.get(name, 0) for name in names]
    score = part.counts("score", Line.labels(), -MOST, MOST)
    player.score = [score.get(line, 0) for line in Line.labels()]
    part.follows("points", sum(player.score))
    return player


def _bits(part: Reader, key: str, count: int) -> int:
    numbers = part.numbers(key, 0, count - 1)
    if len(set(numbers)) < len(numbers):
        part.wrong(key, "names something twice")
    return sum(1 << number for number in numbers)


def _read_factories(part: Reader, player: Player) -> None:
    for factory in part.parts("factories"):
        good = GOODS.index(factory.text("good", GOODS))
        if player.factories[good]:
            factory.wrong("good", f"a player has only one {GOODS[good]} factory (N-ACT-Decision.FACTORY-2)")
        player.factories[good] = factory.number("tile", 1, 4)
        player.machines[good] = factory.number("machine", 0, 2)
        player.goods[good] = factory.number("goods", 0, _TABLES.goods_cap)
        factory.done()
    player.perks = perks_of(tuple(player.factories))


def _read_regions(reader: Reader, state: Position) -> None:
    seats = state.setup.seats
    cities: list[tuple[int, int]] = []
    for region, part in enumerate(reader.parts("regions", len(_TABLES.regions))):
        state.trains[4 * region : 4 * region + seats] = trains = part.numbers("trains", 0, _TABLES.start.trains, seats)
        state.ships[4 * region : 4 * region + seats] = ships = part.numbers("ships", 0, _TABLES.start.ships, seats)
        if sum(trains) + sum(ships) > state.count.region_slots:
            part.wrong("trains", f"trains and ships share {state.count.region_slots} slots (N-ACT-TRAIN-1)")
        for side, city in enumerate(part.parts("cities", 2)):
            tile = city.number("tile", 0, len(_TABLES.cities) - 1)
            if tile in {other for other, _ in cities}:
                city.wrong("tile", f"city tile {tile} lies elsewhere already")
            cities.append((tile, city.number("rotation", 0, 3)))
            _read_slots(city, state, 2 * region + side)
    state.cities = tuple(cities)


def _read_slots(city: Reader, state: Position, number: int) -> None:
    owners = city.numbers("owners", -1, state.setup.seats - 1, 4)
    values = city.numbers("values", 0, 7, 4)
    for side, (owner, value) in enumerate(zip(owners, values, strict=True)):
        if (owner < 0) != (value == 0):
            city.wrong(f"owners[{side}]", "a tile has an owner and a value, an empty slot -1 and 0")
        if value:
            state.tiles[4 * number + side] = 8 * owner + value


def _check_slots(reader: Reader, state: Position) -> None:
    """Goods and foreign values follow from tile and rotation; tiles fit under the limit (N-ACT-MARKET-3)."""
    for region, part in enumerate(reader.parts("regions")):
        for side, city in enumerate(part.parts("cities")):
            first = 8 * region + 4 * side
            city.ignore("tile", "rotation", "owners", "values")
            city.follows("goods", [GOODS[good] for good in state.slot_goods[first : first + 4]])
            city.follows("foreign", list(_TABLES.regions[region].foreign[side]))
            city.done()
        part.ignore("trains", "ships")
        part.done()


def _read_workers(reader: Reader, state: Position) -> None:
    for key, groups, full in (("spaces", state.spaces, PER_SPACE), ("rows", state.rows, state.count.row_size)):
        for number, part in enumerate(reader.parts(key, len(groups))):
            workers = part.texts("workers", COLOURS)
            if len(workers) > full:
                part.wrong("workers", f"at most {full}, got {len(workers)}")
            groups[number] = pack(COLOURS.index(name) for name in workers)
            part.done()
    counted = reader.counts("bag", COLOURS, 0, _TABLES.workers.per_colour)
    state.bag = pack(colour for colour, name in enumerate(COLOURS) for _ in range(counted.get(name, 0)))
    reader.follows("bag_size", size(state.bag))
    there = state.bag + sum(state.spaces) + sum(state.rows) + sum(pack(player.workers) for player in state.players)
    each = _TABLES.workers.per_colour - state.count.workers_out
    expected = pack(colour for colour in range(len(COLOURS)) for _ in range(each))
    if there != expected:
        reader.wrong("bag", f"with spaces, rows and players there must be {each} workers of each colour (N-SETUP-7)")


def _read_factory_piles(reader: Reader, state: Position) -> None:
    for seat, player in enumerate(state.players):
        for good in player.perks.owned:
            bit = 1 << 4 * good + player.factories[good] - 1
            if not state.piles & bit:
                reader.wrong(f"players[{seat}].factories", f"{GOODS[good]} {player.factories[good]} is built already")
            state.piles &= ~bit
    piles = [
        {"good": name, "tiles": [n + 1 for n in range(4) if state.piles >> 4 * good + n & 1]}
        for good, name in enumerate(GOODS)
    ]
    if reader.has("factory_piles"):
        for part, expected in zip(reader.parts("factory_piles", len(GOODS)), piles, strict=True):
            part.follows("good", expected["good"])
            part.follows("tiles", expected["tiles"])
            part.done()


def _read_rewards(reader: Reader, state: Position) -> None:
    """Stock and placed tiles of each multiplier add up to what the set-up left in the game (N-SETUP-5)."""
    for number, part in enumerate(reader.parts("rewards", len(_TABLES.rewards))):
        kind = _TABLES.rewards[number]
        part.follows("multiplier", kind.multiplier)
        part.follows("front", kind.front)
        part.follows("amount", kind.amount)
        state.rewards[number] = part.number("left", 0, kind.count)
        part.done()
    state.extra_multipliers = reader.number("extra_multipliers", 0, _TABLES.start.extra_multipliers)
    held = reader.part("pending")
    waiting = held.number("multiplier") if held.has("multiplier") else 0
    for multiplier in MULTIPLIERS:
        kinds = [n for n, kind in enumerate(_TABLES.rewards) if kind.multiplier == multiplier]
        expected = sum(_TABLES.rewards[n].count for n in kinds) - state.count.rewards_out
        if multiplier == _TABLES.start.extra_multiplier:
            expected += _TABLES.start.extra_multipliers - state.extra_multipliers
        there = sum(state.rewards[n] for n in kinds) + (waiting == multiplier)
        there += sum(player.rewards.count(multiplier) for player in state.players)
        if there != expected:
            reader.wrong(
                "rewards", f"there must be {expected} tiles of {multiplier}x with those on boards, got {there}"
            )


def _check_stocks(reader: Reader, state: Position) -> None:
    """Trains, ships and influence tiles are in stock or on the map; what is on the map decides."""
    for seat, (player, part) in enumerate(zip(state.players, reader.parts("players"), strict=True)):
        player.trains, player.ships = sum(state.trains[seat::4]), sum(state.ships[seat::4])
        for key, built, most in (
            ("trains_built", player.trains, _TABLES.start.trains),
            ("ships_built", player.ships, _TABLES.start.ships),
        ):
            if built > most:
                part.wrong(key, f"a player has {most}, the regions show {built}")
            part.follows(key, built)
        for tile in state.tiles:
            if tile and tile >> 3 == seat:
                player.influence[tile & 7] -= 1
        if min(player.influence) < 0:
            part.wrong("influence", f"has no further tile of {player.influence.index(min(player.influence))}")
        player.stock = stock_of(player)
        stock = [value for value, tiles in enumerate(player.influence) for _ in range(tiles)]
        part.follows("influence", stock)
        _refuse_unknown(part)


def _refuse_unknown(part: Reader) -> None:
    """Every field of a player was read by `_player` through another reader."""
    part.ignore(
        *("yen", "coal", "blueprints", "coal_position", "money_position", "knowledge_position"),
        *("coal_income", "yen_income", "knowledge", "workers", "factories", "reserve_machines"),
        *("contracts", "rewards", "score", "points"),
    )
    part.done()
