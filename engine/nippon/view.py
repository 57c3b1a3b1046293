"""The position as plain data. Everything in Nippon is open but the seeds and the order of the coming draws."""

from collections.abc import Hashable
from operator import attrgetter
from typing import Any, Final

from engine.core.parts import Part, Take, fresh
from engine.nippon.actions import SLOT_NAMES
from engine.nippon.data import TRACKS, tables
from engine.nippon.decisions import Decision, Piece
from engine.nippon.phases.clock import draw_order
from engine.nippon.player import Line, Player
from engine.nippon.position import Position
from engine.nippon.tracks import COAL_VALUES, KNOWLEDGE_VALUES, MONEY_VALUES
from engine.nippon.workers import COLOURS, SMALL_GROUPS, size

GOODS: Final = tables().goods
REWARDS: Final = tables().rewards
ACHIEVEMENTS: Final = tuple(kind.name for kind in tables().achievements)
CONTRACTS: Final = range(len(tables().contracts))
REGIONS: Final = range(len(tables().regions))
PIECES: Final = Piece.labels()
LINES: Final = Line.labels()
OVER: Final = Decision.OVER
STEPS: Final = Decision.STEPS
PLACE: Final = Decision.PLACE
CONTRACT_GOOD: Final = Decision.CONTRACT_GOOD
MARKET_SLOT: Final = Decision.MARKET_SLOT
MARKET_COUNT: Final = Decision.MARKET_COUNT
MARKET_RETURN: Final = Decision.MARKET_RETURN
ACHIEVEMENT: Final = Decision.ACHIEVEMENT

# A view is made for every decision of a bot, so lists that depend on a small number are made once and copied.
GROUP_NAMES: Final = {group: tuple(COLOURS[colour] for colour in workers) for group, workers in SMALL_GROUPS.items()}
PILE_TILES: Final = tuple(tuple(n + 1 for n in range(4) if bits >> n & 1) for bits in range(16))
CONTRACT_NUMBERS: Final = tuple(tuple(n for n in CONTRACTS if bits >> n & 1) for bits in range(1 << len(CONTRACTS)))
CITY_GOODS: Final = tuple(
    tuple(tuple(GOODS[city.goods[(side - rotation) % 4]] for side in range(4)) for rotation in range(4))
    for city in tables().cities
)
CITY_FOREIGN: Final = tuple(city for region in tables().regions for city in region.foreign)
OWNERS: Final = tuple(tile >> 3 if tile & 7 else -1 for tile in range(32))


def whole(state: Position) -> dict[str, Any]:
    """The whole position (docs/positions.md)."""
    position = state.game.header(state.setup, whole=True)
    _fill(position, state, fresh)
    position["draw_order"] = [COLOURS[colour] for colour in draw_order(state)]
    return position


def public(state: Position, take: Take) -> dict[str, Any]:
    """What everyone may know, with its parts as *take* gives them."""
    position = state.game.header(state.setup, whole=False, take=take)
    _fill(position, state, take)
    return position


def _fill(position: dict[str, Any], state: Position, take: Take) -> None:
    position["first_player"] = state.first_player
    if state.to_act is not None:
        position["to_act"] = state.to_act
    position["turns"] = state.turns
    position["marker"] = state.marker
    position["last_turns"] = state.last_turns
    if state.decision is OVER:
        position["ended_by"] = state.ended_by
    position["bag_size"] = size(state.bag)
    position["extra_multipliers"] = state.extra_multipliers
    position["pending"] = take(PENDING, state)
    position["spaces"] = [take(SPACE, group) for group in state.spaces]
    position["rows"] = take(ROWS, state.rows)
    position["bag"] = take(BAG, state.bag)
    position["factory_piles"] = take(PILES, state.piles)
    position["rewards"] = take(REWARDS_LEFT, state.rewards)
    position["regions"] = take(BOARD, state)
    position["players"] = [take(PLAYER, player, take) for player in state.players]


def _group(group: int) -> dict[str, Any]:
    return {"workers": [*GROUP_NAMES[group]]}


def _bag(bag: int) -> dict[str, int]:
    return {name: bag >> 4 * colour & 15 for colour, name in enumerate(COLOURS)}


def _piles(piles: int) -> list[dict[str, Any]]:
    return [{"good": name, "tiles": [*PILE_TILES[piles >> 4 * good & 15]]} for good, name in enumerate(GOODS)]


def _rewards(rewards: list[int]) -> list[dict[str, Any]]:
    return [
        {"multiplier": kind.multiplier, "front": kind.front, "amount": kind.amount, "left": left}
        for kind, left in zip(REWARDS, rewards, strict=True)
    ]


def _regions(state: Position) -> list[dict[str, Any]]:
    return [_region(state, region) for region in REGIONS]


def _board(state: Position) -> Hashable:
    """All that the regions depend on."""
    return state.setup.seats, state.cities, *state.trains, *state.ships, *state.tiles


def _possessions(player: Player, take: Take) -> Hashable:  # noqa: ARG001  it says how, not what
    """All that a player's part depends on; the lists have one length each."""
    score, factories, machines, goods, influence, rewards = _LISTS(player)
    return *_NUMBERS(player), *score, *factories, *machines, *goods, *influence, *rewards


def _pending(state: Position) -> dict[str, Any]:
    """The pending decision; fields that do not belong to it are left out, lists are empty."""
    decision, spot, used = state.decision, state.spot, state.used
    places = decision is PLACE
    pending: dict[str, Any] = {
        "kind": decision.label,
        "activations": state.times,
        "free": state.free,
        "used_goods": [name for good, name in enumerate(GOODS) if used >> good & 1] if used and not places else [],
        "used_regions": [region for region in REGIONS if used >> region & 1] if places else [],
        "paid_goods": [GOODS[good] for good in state.paid],
    }
    if decision is STEPS:
        pending["track"] = TRACKS[spot]
    elif places:
        pending["piece"] = PIECES[spot]
    elif decision is CONTRACT_GOOD:
        pending["contract"] = spot
    elif decision is MARKET_SLOT and spot >= 0:
        pending["region"] = spot
    elif decision is MARKET_COUNT or decision is MARKET_RETURN:
        pending["city"] = spot >> 2
        pending["slot"] = SLOT_NAMES[spot & 3]
    elif decision is ACHIEVEMENT:
        pending["multiplier"] = spot
    return pending


def _region(state: Position, region: int) -> dict[str, Any]:
    first, seats = 4 * region, state.setup.seats
    return {
        "trains": state.trains[first : first + seats],
        "ships": state.ships[first : first + seats],
        "cities": [_city(state, 2 * region), _city(state, 2 * region + 1)],
    }


def _city(state: Position, city: int) -> dict[str, Any]:
    """A city's slots in the order north, east, south, west; owner -1 and value 0 where there is no tile."""
    first = 4 * city
    tile, rotation = state.cities[city]
    tiles = state.tiles[first : first + 4]
    return {
        "tile": tile,
        "rotation": rotation,
        "goods": [*CITY_GOODS[tile][rotation]],
        "foreign": [*CITY_FOREIGN[city]],
        "owners": [OWNERS[tile] for tile in tiles],
        "values": [tile & 7 for tile in tiles],
    }


def _score(score: list[int]) -> dict[str, int]:
    return dict(zip(LINES, score, strict=True))


def _factories(player: Player) -> list[dict[str, Any]]:
    return [
        {
            "good": GOODS[good],
            "tile": player.factories[good],
            "machine": player.machines[good],
            "goods": player.goods[good],
        }
        for good in player.perks.owned
    ]


def _stock(influence: list[int]) -> list[int]:
    """The tiles in stock one by one."""
    return [value for value, number in enumerate(influence) for _ in range(number)]


def _rewards_held(rewards: list[int]) -> dict[str, int]:
    return {name: value for name, value in zip(ACHIEVEMENTS, rewards, strict=True) if value}


def _player(player: Player, take: Take) -> dict[str, Any]:
    """`_possessions` must name every field that is read here."""
    return {
        "points": sum(player.score),
        "score": take(SCORE, player.score),
        "yen": player.yen,
        "coal": player.coal,
        "blueprints": player.blueprints,
        "coal_position": player.coal_track,
        "money_position": player.money_track,
        "knowledge_position": player.knowledge_track,
        "coal_income": COAL_VALUES[player.coal_track],
        "yen_income": MONEY_VALUES[player.money_track],
        "knowledge": KNOWLEDGE_VALUES[player.knowledge_track],
        "workers": [COLOURS[colour] for colour in player.workers],
        "factories": take(FACTORIES, player),
        "reserve_machines": player.reserve,
        "contracts": [*CONTRACT_NUMBERS[player.contracts]],
        "influence": take(STOCK, player.influence),
        "trains_built": player.trains,
        "ships_built": player.ships,
        "rewards": take(REWARDS_HELD, player.rewards),
    }


_NUMBERS: Final = attrgetter(
    *("yen", "coal", "blueprints", "coal_track", "money_track", "knowledge_track"),
    *("workers", "reserve", "contracts", "trains", "ships"),
)
_LISTS: Final = attrgetter(
    "score", "factories", "machines", "goods", "influence", "rewards"
)  # perks follow from factories
_AT_HAND: Final = attrgetter("decision", "times", "free", "used", "spot", "paid")
SPACE: Final = Part("spaces", _group, key=int, is_item=True)
ROWS: Final = Part("rows", lambda rows: [_group(group) for group in rows], key=tuple)
BAG: Final = Part("bag", _bag, key=int)
PILES: Final = Part("factory_piles", _piles, key=int)
REWARDS_LEFT: Final = Part("rewards", _rewards, key=tuple)
BOARD: Final = Part("regions", _regions, key=_board)
PENDING: Final = Part("pending", _pending, key=_AT_HAND)
SCORE: Final = Part("players.score", _score, key=tuple)
FACTORIES: Final = Part(
    "players.factories", _factories, key=lambda player: (*player.factories, *player.machines, *player.goods)
)
STOCK: Final = Part("players.influence", _stock, key=tuple)
REWARDS_HELD: Final = Part("players.rewards", _rewards_held, key=tuple)
PLAYER: Final = Part("players", _player, key=_possessions, is_item=True)
