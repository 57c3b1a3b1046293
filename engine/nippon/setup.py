"""A new match (N-SETUP). What lies open comes from the public seed; only later draws are hidden."""

from dataclasses import replace
from typing import Final

from engine.core.chance import stream
from engine.core.game import Setup
from engine.nippon.data import tables
from engine.nippon.data.records import PlayerCount
from engine.nippon.decisions import Decision
from engine.nippon.perks import ALL_TILES, perks_of
from engine.nippon.phases.clock import deal
from engine.nippon.phases.market import weigh_city, weigh_goods
from engine.nippon.phases.network import open_regions
from engine.nippon.player import Line, Player
from engine.nippon.state import NipponState

TURN: Final = Decision.TURN
START: Final = Line.START
_TABLES: Final = tables()
GOODS: Final = len(_TABLES.goods)
CITIES: Final = 2 * len(_TABLES.regions)
SIDES: Final = 4


def start(setup: Setup) -> NipponState:
    """The position at the first player's first turn."""
    state = blank(setup)
    state.first_player = state.to_act = state.acting = stream(setup.seed, "first_player").randrange(setup.seats)
    state.players = [new_player() for _ in range(setup.seats)]
    for order in range(setup.seats):  # N-SETUP-2
        seat = (state.first_player + order) % setup.seats
        state.players[seat].score[START] = _TABLES.start.points[order]
    _lay_cities(state)
    _sort_rewards(state)
    _deal_workers(state)
    finish_board(state)
    return state


def player_count(setup: Setup) -> PlayerCount:
    """What depends on the number of players; option two_player_row_size changes one figure (N-SETUP-8)."""
    count = _TABLES.players[setup.seats]
    size = setup.options["two_player_row_size"]
    assert isinstance(size, int)
    return replace(count, row_size=size) if setup.seats == 2 else count


def blank(setup: Setup) -> NipponState:
    """A board with nothing on it, at the first turn."""
    state = NipponState(setup)
    state.count = player_count(setup)
    state.spaces = [0] * len(_TABLES.spaces)
    state.rows = [0] * state.count.rows
    state.bag = 0
    state.tiles = [0] * (CITIES * SIDES)
    state.trains = [0] * (4 * len(_TABLES.regions))
    state.ships = [0] * (4 * len(_TABLES.regions))
    state.piles = ALL_TILES  # N-SETUP-4
    state.rewards = [kind.count for kind in _TABLES.rewards]
    state.extra_multipliers = _TABLES.start.extra_multipliers
    state.marker = state.turns = state.last_turns = 0  # N-SETUP-3
    state.ended_by = ""
    state.paid = ()
    state.decide_next(TURN)
    return state


def new_player() -> Player:
    """A player board at the start (N-SETUP-1)."""
    player = Player()
    start = _TABLES.start
    player.yen, player.coal, player.blueprints = start.yen, start.coal, start.blueprints
    player.coal_track = player.money_track = player.knowledge_track = 0
    player.trains = player.ships = player.reserve = 0
    player.workers = ()
    player.factories, player.machines, player.goods = [0] * GOODS, [0] * GOODS, [0] * GOODS
    player.contracts = (1 << len(_TABLES.contracts)) - 1
    player.influence = [start.influence.count(value) for value in range(8)]
    player.stock = stock_of(player)
    player.rewards = [0] * len(_TABLES.achievements)
    player.score = [0] * len(Line)
    player.perks = perks_of(tuple(player.factories))
    return player


def stock_of(player: Player) -> int:
    """Bits of the influence values in stock."""
    return sum(1 << value for value, tiles in enumerate(player.influence) if tiles)


def finish_board(state: NipponState) -> None:
    """Work out what follows from the pieces on the board."""
    state.slot_goods = tuple(
        _TABLES.cities[tile].goods[(side - rotation) % SIDES]
        for tile, rotation in state.cities
        for side in range(SIDES)
    )
    state.open_regions = open_regions(state)
    state.needs = [0] * (CITIES * SIDES)
    for city in range(CITIES):
        weigh_city(state, city)
    weigh_goods(state)


def _lay_cities(state: NipponState) -> None:
    """Lay city tiles at random, each turned at random (N-SETUP-6)."""
    drawn = list(range(len(_TABLES.cities)))
    draw = stream(state.setup.seed, "cities")
    draw.shuffle(drawn)
    state.cities = tuple((tile, draw.randrange(SIDES)) for tile in drawn[:CITIES])


def _sort_rewards(state: NipponState) -> None:
    """Take some reward tiles of each multiplier out of the game (N-SETUP-5)."""
    draw = stream(state.setup.seed, "rewards")
    for multiplier in sorted({kind.multiplier for kind in _TABLES.rewards}):
        tiles = [
            n for n, kind in enumerate(_TABLES.rewards) if kind.multiplier == multiplier for _ in range(kind.count)
        ]
        draw.shuffle(tiles)
        for tile in tiles[: state.count.rewards_out]:
            state.rewards[tile] -= 1


def _deal_workers(state: NipponState) -> None:
    """Deal the workers of all colours to spaces and rows (N-SETUP-7)."""
    each = _TABLES.workers.per_colour - state.count.workers_out
    workers = [colour for colour in range(len(_TABLES.workers.colours)) for _ in range(each)]
    stream(state.setup.seed, "workers").shuffle(workers)
    deal(state, workers)
