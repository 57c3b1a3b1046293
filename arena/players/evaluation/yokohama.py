"""Yokohama: points and majorities so far, orders and achievements in reach, goods, pieces, and where the president can go next."""

from collections.abc import Sequence
from typing import Final

from arena.players.evaluation.weighing import Features
from engine import State
from engine.core.chance import Rng
from engine.core.game import Setup
from engine.yokohama.actions import AREAS, TABLES
from engine.yokohama.data.records import Reward
from engine.yokohama.phases.achievements import CONDITIONS
from engine.yokohama.player import ALL_HOUSES, ALL_SHOPS, EMPTY, NOWHERE, Player
from engine.yokohama.position import Position
from engine.yokohama.scoring import countries
from engine.yokohama.unseen import deal_unseen

SCORING, LIMITS = TABLES.scoring, TABLES.limits
VALUE: Final = tuple(card.value for card in TABLES.technologies)
COMMERCIAL: Final = tuple(area.commercial for area in AREAS)
ORDER_GOODS: Final = tuple(order.goods for order in TABLES.orders)
CUSTOMS_PRICE: Final = tuple(space.price for space in TABLES.customs)
CHURCH_PRICE: Final = tuple(space.price for space in TABLES.church)
ORDERS_IN_DECK: Final = {2: 10, 3: 13, 4: 16}
TOP_POWER, BUILD_POWER = LIMITS.power, LIMITS.build_power
FINISHING: Final = 0.93
"""Progress once the end was called."""
NAMES: Final = (
    "church",
    "customs",
    "technology",
    "countries",
    "icons",
    "yen",
    "imports",
    "copper",
    "silk",
    "tea",
    "fish",
    "goods_over",
    "assistants",
    "on_areas",
    "shops",
    "houses",
    "built",
    "industry",
    "technologies",
    "agents",
    "orders_ready",
    "orders_near",
    "orders",
    "achievements",
    "customs_open",
    "church_open",
    "reach_power",
    "reach_build",
    "reach",
    "at_hand",
    "next_power",
)


def _worth(reward: Reward) -> float:
    """A reward in points, roughly."""
    return reward.vp + 1.2 * reward.yen + 3.0 * reward.imports + 2.0 * reward.warehouse + 1.5 * reward.any


ORDER_WORTH: Final = tuple(_worth(order.reward) + 2.0 for order in TABLES.orders)
CUSTOMS_WORTH: Final = tuple(_worth(space.reward) for space in TABLES.customs)
CHURCH_WORTH: Final = tuple(_worth(space.reward) for space in TABLES.church)


def read(state: Position, seat: int) -> Sequence[float]:
    """The features of a seat."""
    player = state.players[seat]
    goods = player.goods
    copper, silk, tea, fish = goods
    ready, near = _orders(player)
    best, buildable, reached, second = _reach(state, player, seat)
    icons = player.icons
    return (
        _majority(state.church, seat, SCORING.church),
        _majority(state.customs, seat, SCORING.customs),
        _technology(state, seat),
        countries(icons),
        sum(1 for number in icons if number),
        min(player.yen, 10),
        min(player.imports, 5),
        min(copper, 5),
        min(silk, 6),
        min(tea, 7),
        min(fish, 7),
        max(0, copper + silk + tea + fish - 12),
        player.assistants,
        sum(player.on_area),
        player.shops,
        player.houses,
        player.built_at.bit_count(),
        sum(VALUE[card] for card in player.technologies),
        len(player.technologies),
        sum(player.agents),
        ready,
        near,
        len(player.orders),
        _achievements(state, player),
        _customs(state, player),
        _church(state, player),
        best,
        buildable,
        reached,
        1.0 if player.president == NOWHERE else 0.0,
        second,
    )


def _orders(player: Player) -> tuple[float, float]:
    """What the orders in hand are worth: those that the goods cover, and others by how much is there."""
    ready = near = 0.0
    goods = player.goods
    for card in player.orders:
        there = needed = 0
        for have, need in zip(goods, ORDER_GOODS[card], strict=True):
            needed += need
            there += min(have, need)
        if there == needed:
            ready += ORDER_WORTH[card]
        else:
            share = there / needed
            near += ORDER_WORTH[card] * share * share
    return ready, near


def _majority(board: Sequence[int], seat: int, prizes: Sequence[int]) -> float:
    """The prize for assistants on a management board if scored now; half of the next one for being close."""
    counts: dict[int, int] = {}
    for owner in board:
        if owner >= 0:
            counts[owner] = counts.get(owner, 0) + 1
    own = counts.pop(seat, 0)
    if not own:
        return 0.0
    ahead = sum(1 for other in counts.values() if other > own)
    level = sum(1 for other in counts.values() if other == own)
    shares = [prizes[place] if place < len(prizes) else 0 for place in range(ahead, ahead + level + 1)]
    return sum(shares) / len(shares)


def _technology(state: Position, seat: int) -> float:
    """The prize for the highest industrial value if scored now."""
    sums = [sum(VALUE[card] for card in player.technologies) for player in state.players]
    own = sums[seat]
    if not own:
        return 0.0
    ahead = sum(1 for other, value in enumerate(sums) if value > own or (value == own and other < seat))
    return SCORING.technology[ahead] if ahead < len(SCORING.technology) else 0.0


def _achievements(state: Position, player: Player) -> float:
    """Points of open achievements by how near they are: the square of the part that is done."""
    worth = 0.0
    for pile, card in enumerate(state.achievements):
        if player.achieved >> pile & 1:
            continue
        measure, number, other, least = CONDITIONS[card]
        done = min(measure(player), number)
        needed = number
        if other is not measure:
            done += min(other(player), least)
            needed += least
        share = done / needed
        achievement = TABLES.achievements[card]
        points = achievement.later_vp if state.achievers[pile] else achievement.first_vp
        worth += points * share * share
    return worth


def _customs(state: Position, player: Player) -> float:
    """The best open Customs space that the imports pay for."""
    imports = player.imports
    if not imports:
        return 0.0
    board = state.customs
    return max(
        (CUSTOMS_WORTH[at] for at, owner in enumerate(board) if owner == EMPTY and CUSTOMS_PRICE[at] <= imports),
        default=0.0,
    )


def _church(state: Position, player: Player) -> float:
    """The best open Church space that a power of 4 and the goods pay for."""
    kinds = sum(1 for good in player.goods if good) + (player.imports > 0) + (player.yen >= state.edition.church_yen)
    faith = 4 + kinds
    board = state.church
    return max(
        (CHURCH_WORTH[at] for at, owner in enumerate(board) if owner == EMPTY and CHURCH_PRICE[at] <= faith),
        default=0.0,
    )


def _reach(state: Position, player: Player, seat: int) -> tuple[int, int, int, int]:
    """Areas the president can act in next: the highest power, how many allow building, how many there are, the second power."""
    on_area = player.on_area
    start = player.president
    taken = {other.president for other in state.players if other is not player}
    if start == NOWHERE:
        areas = [area for area in state.board.land if on_area[area]]
    else:
        areas = _walk(state, on_area, start, player.yen > 0)
    best = second = buildable = reached = 0
    bits, houses, station = player.shop_at, state.houses, state.station
    for area in areas:
        if area in taken:
            continue
        power = 1 + on_area[area] + (bits >> area & 1) + (houses[area] == seat) + (station == area)
        power = min(power, TOP_POWER)
        reached += 1
        if power >= BUILD_POWER:
            buildable += 1
        if power > best:
            best, second = power, best
        elif power > second:
            second = power
    return best, buildable, reached, second


def _walk(state: Position, on_area: Sequence[int], start: int, can_pay: bool) -> list[int]:
    """Areas with own assistants that a way over own assistants leads to; the Canal for a yen."""
    neighbours, canal = state.board.neighbours, state.board.canal
    seen = {start}
    front = [start]
    areas = []
    while front:
        for area in neighbours[front.pop()]:
            if area in seen:
                continue
            if on_area[area]:
                areas.append(area)
            elif area != canal or not can_pay:
                continue
            seen.add(area)
            front.append(area)
    return areas


def sure(state: Position, seat: int) -> float:
    """Points on the track."""
    return state.players[seat].vp


def progress(state: Position) -> float:
    """How near the nearest end is (Y-END-1)."""
    if state.last_round:
        return FINISHING if state.round < state.last_round else 1.0
    seats = len(state.players)
    limit = state.edition.management_end[seats]
    near = 1 - len(state.order_deck) / ORDERS_IN_DECK[seats]
    for board in (state.church, state.customs):
        near = max(near, (len(board) - board.count(EMPTY)) / limit)
    for player in state.players:
        near = max(
            near,
            (ALL_HOUSES - player.houses - player.stored_houses) / LIMITS.trading_houses_built,
            (ALL_SHOPS - player.shops - player.stored_shops) / LIMITS.shops_built,
        )
    return max(0.0, min(FINISHING, 0.9 * near, 0.05 * state.round + 0.2))


def turn_over(state: Position, seat: int) -> bool:
    """Once another seat is to act."""
    return state.to_act != seat


def redrawn(state: Position, rng: Rng) -> State:
    """The same hands, with other decks and other chance to come."""
    copy: Position = state.clone()
    copy.setup = Setup(copy.setup.seats, rng.randrange(1 << 64), rng.randrange(1 << 64), copy.setup.options)
    deal_unseen(copy, {}, len(copy.orders_removed), rng)
    return copy


FEATURES: Final = Features(NAMES, read, sure, progress, turn_over, redrawn)
