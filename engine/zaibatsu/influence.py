"""Influence in the regions: scoring at the end of a period (Z-SCORE-1 to 5), and leaders of shared objectives (Z-SHARED-2)."""

from collections.abc import Sequence
from typing import Final

from engine.core.outcome import prize
from engine.zaibatsu.catalogue import STRONG_TRAIN_VALUE, STRONG_TRAINS
from engine.zaibatsu.data import BOARD, TOKENS
from engine.zaibatsu.pieces import RAILS
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import PRINTED

FOREIGN: Final = -1
INFLUENCE: Final = TOKENS.objectives.index("influence")


def shares(state: Position, region: int) -> list[int]:
    """Influence in a region: foreign companies first, then by owner (Z-SCORE-1, Z-SCORE-2)."""
    shared = [0] * (state.table + 1)
    at, board = region * 8, state.board
    for slot in range(at, at + 8):
        token = board[slot]
        if token:
            shared[token >> 3] += token & 7
        else:
            shared[0] += PRINTED[slot]
    trains = state.rails[region * RAILS : region * RAILS + RAILS]
    for owner in range(state.table):
        # Trains need a token beside them; the automa's always count (Z-SOLO-8).
        if shared[owner + 1] or owner >= state.seats:
            count = trains.count(owner)
            if count:
                shared[owner + 1] += count * train_value(state, owner)
    return shared


def train_value(state: Position, owner: int) -> int:
    """What one of the owner's trains counts: 2, with lenses 5A 3 (Z-FAC-16)."""
    strong = owner < state.seats and STRONG_TRAINS in state.players[owner].tiles
    return STRONG_TRAIN_VALUE if strong else BOARD.train_value


def of(state: Position, owner: int, region: int) -> int:
    """An owner's influence in a region."""
    return shares(state, region)[owner + 1]


def foreign(state: Position, region: int) -> int:
    """Printed values that no token covers (Z-SCORE-2)."""
    return shares(state, region)[0]


def awards(owned: Sequence[tuple[int, int]], values: Sequence[int]) -> dict[int, int]:
    """Points by owner from (owner, influence) and the values of the places; ties divide, rounded down (Z-SCORE-3, 4)."""
    amounts = [amount for _, amount in owned]
    return {owner: prize(amount, amounts, values) for owner, amount in owned if amount > 0}


def region_awards(state: Position, region: int, period: int) -> dict[int, int]:
    """What each owner gets for a region in a period; foreign companies only take their place."""
    return awards(list(enumerate(shares(state, region), FOREIGN)), prizes(state, period))


def prizes(state: Position, period: int) -> list[int]:
    """The values of the places in a period (Z-SCORE-5)."""
    values = BOARD.periods[period - 1]
    return [values[rank] for rank in state.limits.score_ranks]


def score(state: Position, period: int) -> None:
    """Score all regions, left to right."""
    for region in range(4):
        points = region_awards(state, region, period)
        for seat, player in enumerate(state.players):
            earned = points.get(seat, 0)
            player.score += earned
            player.influence_points += earned
            if earned and state.events is not None:
                state.note(f"score region {region} seat {seat} points {earned}")


def measure(state: Position, seat: int, objective: int) -> int:
    """How far a seat has come in what an objective names: pieces, position, factories, contracts, tokens on the board."""
    player: Player = state.players[seat]
    if objective < 3:
        return player.built[objective]
    if objective < 6:
        return player.tracks[objective - 3]
    if objective == INFLUENCE:
        return sum(1 for token in state.board if (token >> 3) - 1 == seat)
    return len(player.tiles) if TOKENS.objectives[objective] == "factory" else player.contract_count()


def rewarded(state: Position, period: int) -> list[tuple[int, int]]:
    """Seat and objective of every leader, objective by objective, in turn order from the next player (Z-SHARED-2)."""
    leaders = []
    order = [(state.active + 1 + step) % state.table for step in range(state.table)]
    for objective in state.objectives[period - 1]:
        measures = {seat: measure(state, seat, objective) for seat in order if seat < state.seats}
        best = max(measures.values())
        leaders += [(seat, objective) for seat, reached in measures.items() if reached == best > 0]
    return leaders
