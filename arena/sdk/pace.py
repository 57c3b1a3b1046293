"""How many decisions a seat makes in a match, and how long to think about the next one."""

import math

EXPECTED = {
    "iki": (0, 66, 54, 52),
    "nippon": (0, 64, 63, 65),
    "yokohama": (0, 80, 74, 159),
    "zaibatsu": (81, 77, 68, 73),
}
"""By game: decisions of one seat in a match of 1, 2, 3 and 4 players. Means of matches between house bots (greedy)."""
UNKNOWN_GAME = 80
LEAST_SHARE = 5
"""However long a match lasts, a decision gets no more than this many times the average one's share of the clock."""
RESERVE_MS = 100
"""Never given out: for the way to the arena and back."""


def expected_decisions(game: str, seats: int) -> int:
    """How many decisions one seat makes in a match."""
    by_seats = EXPECTED.get(game, ())
    known = by_seats[seats - 1] if 1 <= seats <= len(by_seats) else 0
    return known or UNKNOWN_GAME


def expected_left(expected: int, number: int) -> int:
    """How many decisions are left before decision *number* (counted from 0), this one included."""
    return max(expected - number, math.ceil(expected / LEAST_SHARE), 1)


def budget_ms(clock_ms: int, increment_ms: int, left: int) -> int:
    """An even share of the clock: what is left, spread over the decisions left, and most of the increment that comes back."""
    usable = max(0, clock_ms - RESERVE_MS)
    return min(usable, usable // left + increment_ms)
