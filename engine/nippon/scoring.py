"""Scorings I to III (N-SCORE) and the final scoring (N-FINAL)."""

from collections.abc import Sequence
from typing import Final

from engine.core.outcome import Outcome, places, prize
from engine.nippon.budget import income, pay_wages
from engine.nippon.data import tables
from engine.nippon.player import Line, Player
from engine.nippon.position import Position

SCORING: Final = int(Line.SCORING_1)
ACHIEVEMENTS_LINE: Final = int(Line.ACHIEVEMENTS)
LINES: Final = Line.labels()[:ACHIEVEMENTS_LINE]
"""All lines but the last, whose parts are listed one by one."""
PLACES: Final = tables().influence.places
"""By scoring: the points of the places."""
SHIP_LAST_PLACE: Final = tables().influence.ship_last_place
REGIONS: Final = tables().regions
FOREIGN: Final = tuple(tuple(value for city in region.foreign for value in city) for region in REGIONS)
"""By region: the printed foreign influence of its eight slots."""
ACHIEVEMENTS: Final = tables().achievements
CONTRACTS: Final = len(tables().contracts)
LEVELS: Final = tables().levels
TRACKS: Final = tables().tracks
ROWS: Final = tables().rows


def score_regions(state: Position, scoring: int) -> None:
    """Score every region, left to right; *scoring* is 0, 1 or 2."""
    for region in range(len(REGIONS)):
        for player, points in zip(state.players, region_points(state, region, scoring), strict=True):
            player.score[SCORING + scoring] += points
    if state.events is not None:
        gained = " ".join(str(player.score[SCORING + scoring]) for player in state.players)
        state.note(f"scoring {scoring + 1} {gained}")


def region_points(state: Position, region: int, scoring: int) -> list[int]:
    """The points each seat gains in a region (N-SCORE-2 to N-SCORE-5)."""
    values = influence(state, region)
    return [seat_points(state, region, scoring, seat, values) for seat in range(state.setup.seats)]


def seat_points(state: Position, region: int, scoring: int, seat: int, values: Sequence[int]) -> int:
    """The points of one seat in a region where everyone's influence is *values*."""
    value = values[seat]
    if value <= 0:
        return 0
    gained = prize(value, values, PLACES[scoring])  # N-SCORE-3, N-SCORE-5
    ships = state.ships[4 * region + seat]
    if ships and sum([other > value for other in values]) < SHIP_LAST_PLACE:  # N-SCORE-4
        gained += state.players[seat].perks.ship_points * ships
    return gained


def influence(state: Position, region: int) -> list[int]:
    """Influence by seat, and last that of the foreigners (N-SCORE-1)."""
    seats = state.setup.seats
    values = [0] * (seats + 1)
    tiles, first = state.tiles, 8 * region
    for slot, printed in enumerate(FOREIGN[region]):
        tile = tiles[first + slot]
        if tile:
            values[tile >> 3] += tile & 7
        else:
            values[seats] += printed
    for seat in range(seats):
        if values[seat]:
            values[seat] += state.players[seat].perks.train_value * state.trains[4 * region + seat]
    return values


def score_end(state: Position) -> None:
    """Income, wages and achievements of every player (N-FINAL-1, N-FINAL-2)."""
    for player in state.players:
        income(player)
        pay_wages(player)
        player.score[ACHIEVEMENTS_LINE] = sum(achievements(player).values())


def standing(state: Position, seat: int) -> int:
    """The points of a seat if the match ended now, by scoring III and the final scoring."""
    player = state.players[seat].clone()
    if state.to_act is not None:
        income(player)
        pay_wages(player)
        player.score[ACHIEVEMENTS_LINE] = sum(achievements(player).values())
        last = len(PLACES) - 1
        player.score[SCORING + last] = sum(region_points(state, at, last)[seat] for at in range(len(REGIONS)))
    return sum(player.score)


def achievements(player: Player) -> dict[str, int]:
    """Points by achievement (N-FINAL-2)."""
    return {
        kind.name: count // kind.per * (reward or kind.printed)
        for kind, count, reward in zip(ACHIEVEMENTS, counts(player), player.rewards, strict=True)
    }


def counts(player: Player) -> tuple[int, ...]:
    """What each achievement counts, in the order of data.ACHIEVEMENTS (N-FINAL-3)."""
    return (
        CONTRACTS - player.contracts.bit_count(),
        player.yen,
        TRACKS["knowledge"].stars[player.knowledge_track] + player.perks.knowledge_stars,
        ROWS["ships"].stars[player.ships],
        ROWS["trains"].stars[player.trains],
        TRACKS["coal"].stars[player.coal_track],
        TRACKS["money"].stars[player.money_track],
        sum(LEVELS[good] > 1 for good in player.perks.owned),
        sum(player.machines),
    )


def sheets(state: Position) -> tuple[dict[str, int], ...]:
    """By seat: points by line, the achievements one by one as they are now."""
    return tuple(
        dict(zip(LINES, player.score, strict=False))
        | {f"achievement_{name}": points for name, points in achievements(player).items()}
        for player in state.players
    )


def outcome(state: Position) -> Outcome:
    """Points by line, and the places with their tie-breaks (N-FINAL-4)."""
    seats = state.setup.seats
    yen = tuple(player.yen for player in state.players)
    coal = tuple(player.coal for player in state.players)
    order = tuple((seat - state.first_player) % seats for seat in range(seats))
    keys = [
        (sum(player.score), *ties)
        for player, ties in zip(state.players, zip(yen, coal, order, strict=True), strict=True)
    ]
    return Outcome(sheets(state), places(keys), state.ended_by, {"yen": yen, "coal": coal, "turn_order": order})
