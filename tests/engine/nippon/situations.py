"""Setting up situations: a new match with fields changed, checked by a trip through `to_dict` and `from_dict`."""

from collections.abc import Iterable, Mapping
from typing import Any

import engine
from engine.nippon.data import tables
from engine.nippon.perks import perks_of
from engine.nippon.player import Player
from engine.nippon.setup import finish_board, stock_of
from engine.nippon.state import NipponState
from engine.nippon.workers import COLOURS, UNIT, pack

GAME = engine.game("nippon")
GOODS = tables().goods
ACHIEVEMENTS = tuple(kind.name for kind in tables().achievements)
CONTRACTS = tables().contracts


def table(seats: int = 2, *, seed: int = 1, **options: Any) -> NipponState:
    """A new match in which seat 0 begins and city n has city tile n, not rotated."""
    state = GAME.new(seats, seed, options=options)
    assert isinstance(state, NipponState)
    state.first_player = state.acting = state.to_act = 0
    for seat, player in enumerate(state.players):
        player.score[0] = 10 + seat
    state.cities = tuple((tile, 0) for tile in range(8))
    return state


def set_player(
    player: Player,
    *,
    factories: Mapping[str, int] | None = None,
    machines: Mapping[str, int] | None = None,
    goods: Mapping[str, int] | None = None,
    workers: Iterable[str] | None = None,
    contracts: Iterable[int] | None = None,
    rewards: Mapping[str, int] | None = None,
    **numbers: int,
) -> None:
    """Change fields of a player board; goods and machines come with a factory 2 of their kind if there is none."""
    for name, value in numbers.items():
        assert hasattr(player, name), name
        setattr(player, name, value)
    for name, number in (factories or {}).items():
        player.factories[GOODS.index(name)] = number
    for held, values in ((player.machines, machines), (player.goods, goods)):
        for name, value in (values or {}).items():
            held[GOODS.index(name)] = value
            player.factories[GOODS.index(name)] = player.factories[GOODS.index(name)] or 2
    if workers is not None:
        player.workers = tuple(COLOURS.index(name) for name in workers)
    if contracts is not None:
        player.contracts = sum(1 << number for number in contracts)
    for name, multiplier in (rewards or {}).items():
        player.rewards[ACHIEVEMENTS.index(name)] = multiplier


def put_tile(state: NipponState, city: int, side: int, owner: int, value: int) -> None:
    """An influence tile out of its owner's stock; sides are north 0, east 1, south 2, west 3."""
    state.tiles[4 * city + side] = 8 * owner + value


def put_workers(state: NipponState, spaces: Iterable[Iterable[str]] | None = None, rows: Any = None) -> None:
    """Lay out spaces and rows; the rest of the workers goes to the bag in `settled`."""
    if spaces is not None:
        state.spaces = [pack(COLOURS.index(name) for name in names) for names in spaces]
    if rows is not None:
        state.rows = [pack(COLOURS.index(name) for name in names) for names in rows]


def settled(state: NipponState) -> NipponState:
    """The situation as a checked position: what follows from other fields is worked out, the rest must be lawful."""
    for seat, player in enumerate(state.players):
        player.perks = perks_of(tuple(player.factories))
        start = tables().start.influence
        placed = [tile & 7 for tile in state.tiles if tile and tile >> 3 == seat]
        player.influence = [start.count(value) - placed.count(value) for value in range(8)]
        player.stock = stock_of(player)
        for good in player.perks.owned:
            state.piles &= ~(1 << 4 * good + player.factories[good] - 1)
        player.trains, player.ships = sum(state.trains[seat::4]), sum(state.ships[seat::4])
    _fill_bag(state)
    _return_rewards(state)
    finish_board(state)
    again = GAME.from_dict(state.to_dict())
    assert isinstance(again, NipponState)
    return again


def _fill_bag(state: NipponState) -> None:
    """Put every worker that is nowhere else into the bag; where a colour is short, one on the board changes colour."""
    each = tables().workers.per_colour - state.count.workers_out
    board = [*state.spaces, *state.rows, *(pack(player.workers) for player in state.players)]
    left = [each - sum(group >> 4 * colour & 15 for group in board) for colour in range(len(COLOURS))]
    for groups in (state.rows, state.spaces):
        for at in range(len(groups)):
            for colour in range(len(COLOURS)):
                while left[colour] < 0 and groups[at] >> 4 * colour & 15:
                    other = left.index(max(left))
                    groups[at] += UNIT[other] - UNIT[colour]
                    left[colour] += 1
                    left[other] -= 1
    assert min(left) >= 0, "too many workers of a colour"
    state.bag = sum(number * unit for number, unit in zip(left, UNIT, strict=True))


def _return_rewards(state: NipponState) -> None:
    """Take the tiles that players hold out of the stock, first those with the fewest left to need."""
    for multiplier in (2, 3, 4, 5):
        kinds = [n for n, kind in enumerate(tables().rewards) if kind.multiplier == multiplier]
        total = sum(tables().rewards[n].count for n in kinds) - state.count.rewards_out
        if multiplier == 2:
            total += 4 - state.extra_multipliers
        surplus = sum(state.rewards[n] for n in kinds) + held(state, multiplier) - total
        for n in kinds:
            taken = min(max(surplus, 0), state.rewards[n])
            state.rewards[n] -= taken
            surplus -= taken


def held(state: NipponState, multiplier: int) -> int:
    """Tiles of a multiplier on player boards."""
    return sum(player.rewards.count(multiplier) for player in state.players)


def texts(state: NipponState) -> list[str]:
    """The legal actions in notation."""
    return [action.text for action in state.legal_actions()]


def do(state: NipponState, *actions: str) -> NipponState:
    """Take these actions one after another."""
    for text in actions:
        state.apply(GAME.parse(text))
    return state


def listed(state: NipponState, verb: str) -> list[str]:
    """The legal actions of one verb, without the verb."""
    return [text.removeprefix(verb).strip() for text in texts(state) if text.split(" ")[0] == verb]


def takes(state: NipponState) -> set[str]:
    """The actions that some worker can be taken for."""
    return {text.split(" ")[1] for text in listed(state, "take")}


def take(state: NipponState, action: str) -> NipponState:
    """Take any worker for the action."""
    return do(state, next(text for text in texts(state) if text.startswith("take ") and text.endswith(f" {action}")))


def pending(state: NipponState) -> str:
    """The kind of the decision at hand."""
    kind: str = state.to_dict()["pending"]["kind"]
    return kind
