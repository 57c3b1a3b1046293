"""Influence in the regions: scoring at the end of a period (Z-SCORE-1 to 5), and leaders of shared objectives (Z-SHARED-2)."""

from collections.abc import Sequence

from engine.zaibatsu.catalogue import STRONG_TRAIN_VALUE, STRONG_TRAINS
from engine.zaibatsu.data import BOARD, TOKENS
from engine.zaibatsu.pieces import RAILS
from engine.zaibatsu.player import Player
from engine.zaibatsu.state import ZaibatsuState
from engine.zaibatsu.terms import PRINTED

FOREIGN = -1
INFLUENCE = TOKENS.objectives.index("influence")


def tokens_of(state: ZaibatsuState, owner: int, region: int) -> int:
    """Sum of an owner's tokens in a region."""
    return sum(token & 7 for token in state.board[region * 8 : region * 8 + 8] if (token >> 3) - 1 == owner)


def trains_of(state: ZaibatsuState, owner: int, region: int) -> int:
    """How many trains an owner has in a region."""
    return state.rails[region * RAILS : region * RAILS + RAILS].count(owner)


def of(state: ZaibatsuState, owner: int, region: int) -> int:
    """An owner's influence: tokens, and trains if there is a token (Z-SCORE-1); the automa's trains always count (Z-SOLO-8)."""
    tokens = tokens_of(state, owner, region)
    if owner >= state.seats:
        return tokens + BOARD.train_value * trains_of(state, owner, region)
    if not tokens:
        return 0
    strong = STRONG_TRAINS in state.players[owner].tiles  # Z-FAC-16
    return tokens + (STRONG_TRAIN_VALUE if strong else BOARD.train_value) * trains_of(state, owner, region)


def foreign(state: ZaibatsuState, region: int) -> int:
    """Printed values that no token covers (Z-SCORE-2)."""
    return sum(PRINTED[slot] for slot in range(region * 8, region * 8 + 8) if not state.board[slot])


def awards(shares: Sequence[tuple[int, int]], values: Sequence[int]) -> dict[int, int]:
    """Points by owner from (owner, influence) and the values of the places; ties divide, rounded down (Z-SCORE-3, 4)."""
    ranked = sorted((share for share in shares if share[1] > 0), key=lambda share: -share[1])
    points: dict[int, int] = {}
    place = 0
    while place < len(ranked):
        tied = [owner for owner, amount in ranked if amount == ranked[place][1]]
        pot = sum(values[place : place + len(tied)])
        points.update({owner: pot // len(tied) for owner in tied})
        place += len(tied)
    return points


def region_awards(state: ZaibatsuState, region: int, period: int) -> dict[int, int]:
    """What each owner gets for a region in a period; foreign companies only take their place."""
    shares = [(owner, of(state, owner, region)) for owner in range(state.table)]
    shares.append((FOREIGN, foreign(state, region)))
    values = [BOARD.periods[period - 1][rank] for rank in state.limits.score_ranks]  # Z-SCORE-5
    return awards(shares, values)


def score(state: ZaibatsuState, period: int) -> None:
    """Score all regions, left to right."""
    for region in range(4):
        points = region_awards(state, region, period)
        for seat, player in enumerate(state.players):
            earned = points.get(seat, 0)
            player.score += earned
            player.influence_points += earned
            if earned and state.events is not None:
                state.note(f"score region {region} seat {seat} points {earned}")


def measure(state: ZaibatsuState, seat: int, objective: int) -> int:
    """How far a seat has come in what an objective names: pieces, position, factories, contracts, tokens on the board."""
    player: Player = state.players[seat]
    if objective < 3:
        return player.built[objective]
    if objective < 6:
        return player.tracks[objective - 3]
    if objective == INFLUENCE:
        return sum(1 for token in state.board if (token >> 3) - 1 == seat)
    return len(player.tiles) if TOKENS.objectives[objective] == "factory" else player.contract_count()


def rewarded(state: ZaibatsuState, period: int) -> list[tuple[int, int]]:
    """Seat and objective of every leader, objective by objective, in turn order from the next player (Z-SHARED-2)."""
    found = []
    order = [(state.active + 1 + step) % state.table for step in range(state.table)]
    for objective in state.objectives[period - 1]:
        measures = {seat: measure(state, seat, objective) for seat in order if seat < state.seats}
        best = max(measures.values())
        found += [(seat, objective) for seat, reached in measures.items() if reached == best > 0]
    return found
