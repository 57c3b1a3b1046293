"""Nippon (2015): points so far, regions at the scorings to come, achievements with their multipliers, tracks, factories and goods."""

from collections.abc import Sequence
from typing import Final

from arena.players.evaluation.weighing import Features
from engine.nippon.budget import UNPAID, WAGE
from engine.nippon.player import Player
from engine.nippon.position import Position
from engine.nippon.scoring import ACHIEVEMENTS, LEVELS, REGIONS, counts, influence, seat_points
from engine.nippon.tracks import COAL_VALUES, MONEY_VALUES

NAMES: Final = (
    "region_points",
    "later_points",
    "presence",
    "achievements",
    "multipliers",
    "progress_on_multiplied",
    "yen",
    "coal",
    "blueprints",
    "coal_track",
    "money_track",
    "knowledge_track",
    "factories_1",
    "factories_2",
    "factories_3",
    "machines",
    "reserve",
    "goods_1",
    "goods_2",
    "goods_3",
    "goods_kinds",
    "contracts",
    "trains",
    "ships",
    "workers",
    "reward_due",
    "colours",
    "unpaid",
    "strong_tiles",
    "perks",
)
GOLD: Final = 5
"""The first gold space of the scoring track, from 0."""
SCORED_ON_LEAVING: Final = (1, 3)
"""Spaces of scorings I and II."""
REWARD_BY_WORKERS: Final = (0, 0, 0, 2, 3, 4, 5)
"""Multiplier of the reward that so many workers give."""


def read(state: Position, seat: int) -> Sequence[float]:
    """The features of a seat."""
    player = state.players[seat]
    perks = player.perks
    reached = counts(player)
    colours = len(set(player.workers))
    income = MONEY_VALUES[player.money_track]
    return (
        *_regions(state, seat),
        sum(
            count // kind.per * (reward or kind.printed)
            for kind, count, reward in zip(ACHIEVEMENTS, reached, player.rewards, strict=True)
        ),
        sum(player.rewards),
        sum(
            count / kind.per * reward for kind, count, reward in zip(ACHIEVEMENTS, reached, player.rewards, strict=True)
        ),
        player.yen,
        player.coal,
        player.blueprints,
        COAL_VALUES[player.coal_track] + 0.3 * player.coal_track,
        player.money_track,
        player.knowledge_track,
        *_factories(player),
        player.contracts.bit_count(),
        player.trains,
        player.ships,
        len(player.workers),
        REWARD_BY_WORKERS[len(player.workers)],
        colours,
        UNPAID * max(0, colours - income // WAGE),
        player.influence[5] + player.influence[6] + player.influence[7],
        (5 - perks.train_cost)
        + (5 - perks.ship_cost)
        + (5 - perks.machine_cost)
        + perks.knowledge_bonus
        + perks.coal_bonus,
    )


def _regions(state: Position, seat: int) -> tuple[int, int, int]:
    """Points if the next scoring came now, those of the last one if that comes later, and regions with influence."""
    coming = 0 if state.marker <= SCORED_ON_LEAVING[0] else 1 if state.marker <= SCORED_ON_LEAVING[1] else 2
    now = later = presence = 0
    for region in range(len(REGIONS)):
        values = influence(state, region)
        if values[seat]:
            presence += 1
            now += seat_points(state, region, coming, seat, values)
            if coming < 2:
                later += seat_points(state, region, 2, seat, values)
    return now, later, presence


def _factories(player: Player) -> tuple[int, ...]:
    """Factories by level, machines on them and in reserve, goods by level, and kinds of goods."""
    built, goods = [0, 0, 0], [0, 0, 0]
    kinds = 0
    for good in player.perks.owned:
        level = LEVELS[good] - 1
        built[level] += 1
        held = player.goods[good]
        goods[level] += held
        kinds += held > 0
    return (*built, sum(player.machines), player.reserve, *goods, kinds)


def sure(state: Position, seat: int) -> float:
    """Points so far."""
    return sum(state.players[seat].score)


def progress(state: Position) -> float:
    """By the scoring track, and within a space by the workers taken."""
    marker = state.marker
    if marker >= GOLD:
        left = state.last_turns / (3 * len(state.players))
        return min(1.0, 1.0 - 0.25 * left)
    rows = sum(1 for row in state.rows if row) / max(1, len(state.rows))
    return min(0.75, 0.15 * (marker + 1 - rows))


def turn_over(state: Position, seat: int) -> bool:
    """Once another seat is to act."""
    return state.to_act != seat


FEATURES: Final = Features(NAMES, read, sure, progress, turn_over, turns_to_tell=3)  # workers count once they are hired
