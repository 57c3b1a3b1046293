"""The position as plain data. Everything in Nippon is open but the seeds and the order of the coming draws."""

from collections.abc import Hashable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from engine.core.parts import Part, Take, fresh
from engine.nippon.actions import SLOT_NAMES
from engine.nippon.clock import draw_order
from engine.nippon.data import TRACKS, tables
from engine.nippon.kinds import (
    ACHIEVEMENT,
    CONTRACT_GOOD,
    KINDS,
    LINES,
    MARKET_COUNT,
    MARKET_RETURN,
    MARKET_SLOT,
    OVER,
    PLACE,
    STEPS,
)
from engine.nippon.tracks import COAL_VALUES, KNOWLEDGE_VALUES, MONEY_VALUES
from engine.nippon.workers import COLOURS, SMALL_GROUPS, size

if TYPE_CHECKING:
    from engine.nippon.state import NipponState, Player

GOODS = tables().goods
REWARDS = tables().rewards
ACHIEVEMENTS = tuple(kind.name for kind in tables().achievements)
CONTRACTS = range(len(tables().contracts))
REGIONS = range(len(tables().regions))
PIECES = ("train", "ship")

# A view is made for every decision of a bot, so lists that depend on a small number are made once and copied.
GROUP_NAMES = {group: tuple(COLOURS[colour] for colour in workers) for group, workers in SMALL_GROUPS.items()}
PILE_TILES = tuple(tuple(n + 1 for n in range(4) if bits >> n & 1) for bits in range(16))
CONTRACT_NUMBERS = tuple(tuple(n for n in CONTRACTS if bits >> n & 1) for bits in range(1 << len(CONTRACTS)))
CITY_GOODS = tuple(
    tuple(tuple(GOODS[city.goods[(side - rotation) % 4]] for side in range(4)) for rotation in range(4))
    for city in tables().cities
)
CITY_FOREIGN = tuple(city for region in tables().regions for city in region.foreign)
OWNERS = tuple(tile >> 3 if tile & 7 else -1 for tile in range(32))


def whole(state: "NipponState") -> dict[str, Any]:
    """The whole position (docs/positions.md)."""
    position = state.game.header(state.setup, whole=True)
    _fill(position, state, fresh)
    position["draw_order"] = [COLOURS[colour] for colour in draw_order(state)]
    return position


def public(state: "NipponState", take: Take) -> dict[str, Any]:
    """What everyone may know, with its parts as *take* gives them."""
    position = state.game.header(state.setup, whole=False, take=take)
    _fill(position, state, take)
    return position


def _fill(position: dict[str, Any], state: "NipponState", take: Take) -> None:
    position["first_player"] = state.first_player
    if state.to_act is not None:
        position["to_act"] = state.to_act
    position["turns"] = state.turns
    position["marker"] = state.marker
    position["last_turns"] = state.last_turns
    if state.kind == OVER:
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


def _regions(state: "NipponState") -> list[dict[str, Any]]:
    return [_region(state, region) for region in REGIONS]


def _board(state: "NipponState") -> Hashable:
    """All that the regions depend on."""
    return state.setup.seats, state.cities, *state.trains, *state.ships, *state.tiles


def _possessions(player: "Player", take: Take) -> Hashable:  # noqa: ARG001  it says how, not what
    """All that a player's part depends on; the lists have one length each."""
    score, factories, machines, goods, influence, rewards = _LISTS(player)
    return *_NUMBERS(player), *score, *factories, *machines, *goods, *influence, *rewards


def _pending(state: "NipponState") -> dict[str, Any]:
    """The decision at hand; what does not belong to its kind is left out, lists are empty."""
    kind, spot, used = state.kind, state.spot, state.used
    pending: dict[str, Any] = {
        "kind": KINDS[kind],
        "activations": state.times,
        "free": state.free,
        "used_goods": [name for good, name in enumerate(GOODS) if used >> good & 1] if used and kind != PLACE else [],
        "used_regions": [region for region in REGIONS if used >> region & 1] if kind == PLACE else [],
        "paid_goods": [GOODS[good] for good in state.paid],
    }
    if kind == STEPS:
        pending["track"] = TRACKS[spot]
    elif kind == PLACE:
        pending["piece"] = PIECES[spot]
    elif kind == CONTRACT_GOOD:
        pending["contract"] = spot
    elif kind == MARKET_SLOT and spot >= 0:
        pending["region"] = spot
    elif kind in {MARKET_COUNT, MARKET_RETURN}:
        pending["city"] = spot >> 2
        pending["slot"] = SLOT_NAMES[spot & 3]
    elif kind == ACHIEVEMENT:
        pending["multiplier"] = spot
    return pending


def _region(state: "NipponState", region: int) -> dict[str, Any]:
    first, seats = 4 * region, state.setup.seats
    return {
        "trains": state.trains[first : first + seats],
        "ships": state.ships[first : first + seats],
        "cities": [_city(state, 2 * region), _city(state, 2 * region + 1)],
    }


def _city(state: "NipponState", city: int) -> dict[str, Any]:
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


def _factories(player: "Player") -> list[dict[str, Any]]:
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


def _player(player: "Player", take: Take) -> dict[str, Any]:
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


_NUMBERS = attrgetter(
    *("yen", "coal", "blueprints", "coal_track", "money_track", "knowledge_track"),
    *("workers", "reserve", "contracts", "trains", "ships"),
)
_LISTS = attrgetter("score", "factories", "machines", "goods", "influence", "rewards")  # perks follow from factories
_AT_HAND = attrgetter("kind", "times", "free", "used", "spot", "paid")
SPACE = Part("spaces", _group, key=int, is_item=True)
ROWS = Part("rows", lambda rows: [_group(group) for group in rows], key=tuple)
BAG = Part("bag", _bag, key=int)
PILES = Part("factory_piles", _piles, key=int)
REWARDS_LEFT = Part("rewards", _rewards, key=tuple)
BOARD = Part("regions", _regions, key=_board)
PENDING = Part("pending", _pending, key=_AT_HAND)
SCORE = Part("players.score", _score, key=tuple)
FACTORIES = Part(
    "players.factories", _factories, key=lambda player: (*player.factories, *player.machines, *player.goods)
)
STOCK = Part("players.influence", _stock, key=tuple)
REWARDS_HELD = Part("players.rewards", _rewards_held, key=tuple)
PLAYER = Part("players", _player, key=_possessions, is_item=True)
