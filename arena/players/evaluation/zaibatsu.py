"""Nippon: Zaibatsu: points so far, regions at the scorings to come, favours with their objectives, tracks, rows, factories and goods."""

from collections.abc import Sequence
from typing import Final

from arena.players.evaluation.weighing import Features
from engine.core.outcome import prize
from engine.zaibatsu import influence
from engine.zaibatsu.data import BOARD, TOKENS
from engine.zaibatsu.decisions import Decision, Phase
from engine.zaibatsu.player import EXPERT, Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.scoring import leftover_points, objective
from engine.zaibatsu.terms import FINANCE, MINES, RND, TILE_LEVEL, TRACK_VALUES

NAMES: Final = (
    "region_points",
    "later_points",
    "presence",
    "favour_points",
    "favour_levels",
    "favour_progress",
    "leftovers",
    "money",
    "coal",
    "silk",
    "iron",
    "stored_coal",
    "rnd",
    "mines",
    "finance",
    "ships",
    "machines",
    "trains",
    "factories_1",
    "factories_2",
    "factories_3",
    "fitted",
    "goods_1",
    "goods_2",
    "goods_3",
    "goods_kinds",
    "upgrades",
    "contracts",
    "unlocked",
    "tokens_out",
    "workers",
    "favour_due",
    "colours",
    "unpaid",
    "in_reserve",
    "goals",
    "leading",
)
PERIOD: Final = BOARD.period_of_round
FAVOUR_BY_WORKERS: Final = (0, *BOARD.favour_level_by_cell)
WAGE: Final = BOARD.wage_per_colour
ROUNDS, LAST_PERIOD = len(PERIOD), max(PERIOD)
MEASURES: Final = 6
"""Categories of objectives that have a low and a high threshold."""
HIGH: Final = (BOARD.row_high,) * 3 + tuple(track.high for track in BOARD.tracks)


def read(state: Position, seat: int) -> Sequence[float]:
    """The features of a seat."""
    player = state.players[seat]
    regions, tokens = _presence(state, seat)
    now, later = _region_points(state, seat)
    colours = len({cell % EXPERT for cell in player.cells})
    finance = TRACK_VALUES[FINANCE][player.tracks[FINANCE]]
    favours = player.favours
    return (
        now,
        later,
        regions,
        sum(objective(player, category) for category, level in enumerate(favours) if level),
        sum(favours),
        _favour_progress(player),
        leftover_points(player),
        player.money,
        player.coal,
        player.silk,
        player.iron,
        player.stored_coal,
        player.tracks[RND],
        player.tracks[MINES],
        player.tracks[FINANCE],
        *player.built,
        *_factories(player),
        player.upgrades.bit_count(),
        player.contracts.bit_count(),
        -player.locked.bit_count(),
        tokens,
        len(player.cells),
        FAVOUR_BY_WORKERS[len(player.cells)],
        colours,
        max(0, WAGE * colours - finance + 1),
        player.reserve_machine + player.reserve_goods + player.discount,
        _goals(state),
        _leading(state, seat),
    )


def _region_points(state: Position, seat: int) -> tuple[int, int]:
    """Points if the period ended now, and those of the last period if that comes later."""
    if state.final:
        return 0, 0
    period = PERIOD[min(state.round, ROUNDS) - 1]
    prizes, last_prizes = influence.prizes(state, period), influence.prizes(state, LAST_PERIOD)
    now = later = 0
    for region in range(4):
        shares = influence.shares(state, region)
        own = shares[seat + 1]
        if own:
            now += prize(own, shares, prizes)
            if period < LAST_PERIOD:
                later += prize(own, shares, last_prizes)
    return now, later


def _presence(state: Position, seat: int) -> tuple[int, int]:
    """Regions with influence tokens of the seat, and how many tokens there are."""
    own = seat + 1
    regions = tokens = 0
    for slot, token in enumerate(state.board):
        if token >> 3 == own:
            regions |= 1 << (slot >> 3)
            tokens += 1
    return regions.bit_count(), tokens


def _factories(player: Player) -> tuple[int, ...]:
    """Factories by level, machines on them, goods by level, and factories with goods."""
    built, goods = [0, 0, 0], [0, 0, 0]
    kinds = 0
    for tile, held in zip(player.tiles, player.goods, strict=True):
        level = TILE_LEVEL[tile] - 1
        built[level] += 1
        goods[level] += held
        kinds += held > 0
    return (*built, sum(player.fitted), *goods, kinds)


def _favour_progress(player: Player) -> float:
    """For objectives with a favour: how far they are on the way to the high threshold, times the level."""
    total = 0.0
    for category, level in enumerate(player.favours[:MEASURES]):
        if level:
            reached = player.built[category] if category < 3 else player.tracks[category - 3]
            total += level * min(1.0, reached / HIGH[category])
    return total


def _goals(state: Position) -> float:
    """Solo: how much of the goals is missing, as a part of each; 0 at a table."""
    automa = state.automa
    if automa is None:
        return 0.0
    missing = 0.0
    for goal in automa.goals:
        wanted = TOKENS.solo_goals[goal]
        missing += max(0.0, wanted - influence.measure(state, 0, goal)) / wanted
    return missing


def _leading(state: Position, seat: int) -> float:
    """Shared objectives of the period that the seat leads in."""
    if state.round > ROUNDS or not state.objectives[PERIOD[state.round - 1] - 1]:
        return 0.0
    leads = 0
    for goal in state.objectives[PERIOD[state.round - 1] - 1]:
        own = influence.measure(state, seat, goal)
        if own and all(own >= influence.measure(state, other, goal) for other in range(state.seats)):
            leads += 1
    return leads


def sure(state: Position, seat: int) -> float:
    """Points so far."""
    return state.players[seat].score


def progress(state: Position) -> float:
    """By round: five long ones of about six turns, three of one turn each."""
    if state.final or state.phase is OVER:
        return 1.0
    if state.round > 5:
        return 0.8 + 0.2 * (state.round - 6) / 3
    rows = len(state.queue) / max(1, state.limits.queue_rows)
    return 0.16 * (state.round - min(1.0, rows))


def turn_over(state: Position, seat: int) -> bool:
    """Once another seat is to act; in a solo game once the next turn begins."""
    return state.to_act != seat or (state.seats == 1 and state.decision is TURN)


TURN, OVER = Decision.TURN, Phase.OVER
FEATURES: Final = Features(NAMES, read, sure, progress, turn_over, turns_to_tell=2)  # workers count once they are hired
