"""Elo for any number of seats, in whole thousandths of a point.

Everything is integer arithmetic over a table that `decimal` fills, so that every machine computes the same ladder
to the last digit. For each two bots of a set, K / (n - 1) times (share of the half points - expected share) moves from one to
the other: what one gains the other loses, so a set never creates or destroys points.
"""

from collections.abc import Mapping
from decimal import Context, Decimal
from functools import cache
from math import isqrt

from arena.ratings.results import SetResult

MILLI = 1000
START = 1500 * MILLI
"""Rating of a bot without results."""
K = 32
"""Points at stake for one bot in one set."""
WIDEST = 350 * MILLI
"""Deviation of a bot we know nothing about, as in Glicko."""
NARROWEST = 40 * MILLI
"""The deviation never falls below: opponents and skills go on changing."""
HALF_WIDTH = 1.96
"""A 95 % interval reaches this many deviations to each side: the one figure behind every ± of a rating."""
VERSION_STEP = 120 * MILLI
"""What a new version adds to the deviation (in squares): it may be better or worse by about that."""

SHARE = 10**9
"""Expected shares are whole billionths."""
_FARTHEST = 1500
"""Beyond this difference in points the expectation stays the same: 1 in 5,600."""


@cache
def _curve() -> tuple[int, ...]:
    """Expected share in billionths for differences of 0, 1, 2 … points. Decimal's exp is exact to the last digit everywhere."""
    context = Context(prec=28)
    slope = context.divide(context.ln(Decimal(10)), Decimal(400))
    rows = []
    for difference in range(_FARTHEST + 2):
        odds = context.exp(context.multiply(slope, Decimal(-difference)))
        rows.append(int(context.divide(Decimal(SHARE), context.add(Decimal(1), odds)).to_integral_value()))
    return tuple(rows)


def expected(difference: int) -> int:
    """The share, in billionths, expected by a bot rated *difference* milli-points above the other."""
    if difference < 0:
        return SHARE - expected(-difference)
    whole, rest = divmod(min(difference, _FARTHEST * MILLI), MILLI)
    curve = _curve()
    return curve[whole] + (curve[whole + 1] - curve[whole]) * rest // MILLI


def _nearest(numerator: int, denominator: int) -> int:
    """Rounded to the nearest whole number, halves away from zero: the same for both sides of a pair."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size


def changes(points: Mapping[str, int], result: SetResult, k: int = K) -> dict[str, int]:
    """What a set adds to each bot, in milli-points; the values sum to zero."""
    change = dict.fromkeys(result.bots, 0)
    matches, rivals = len(result.places), len(result.bots) - 1
    for i, j in result.pairs():
        one, other = result.bots[i], result.bots[j]
        surprise = result.half_points(i, j) * SHARE - 2 * matches * expected(points[one] - points[other])
        moved = _nearest(k * MILLI * surprise, 2 * matches * rivals * SHARE)
        change[one] += moved
        change[other] -= moved
    return change


def narrowed(deviations: Mapping[str, int], points: Mapping[str, int], result: SetResult) -> dict[str, int]:
    """Each bot's deviation after a set: every opponent met tells as much as one Glicko game.

    Only pairing and provisional marks use it; the interval to publish comes from the season fit.
    """
    after = {}
    for bot in result.bots:
        information = sum(_information(points[bot] - points[other]) for other in result.bots if other != bot)
        size = deviations[bot]
        # 1/after^2 = 1/before^2 + told
        shrunk = isqrt(size * size * _UNIT // (_UNIT + size * size * information))
        after[bot] = max(NARROWEST, shrunk) if size > NARROWEST else size
    return after


_UNIT = 10**18
_SLOPE_SQUARED = 33_136_863
"""(ln 10 / 400)^2 per point squared, in 1e-18 per milli-point squared."""


def _information(difference: int) -> int:
    """Fisher information of one meeting about the difference, in 1e-18 per milli-point squared."""
    share = expected(difference)
    return _SLOPE_SQUARED * share * (SHARE - share) // (SHARE * SHARE)


def widened(deviation: int) -> int:
    """The deviation of a bot whose new version was put in."""
    return min(WIDEST, isqrt(deviation * deviation + VERSION_STEP * VERSION_STEP))
