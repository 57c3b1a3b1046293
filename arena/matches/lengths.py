"""How long a match can take if everybody uses up the clock."""

from arena.matches.clocks import Clock

DECISIONS = {"iki": 78, "nippon": 92, "yokohama": 308}
"""The most decisions of a seat in random matches (docs/matches.md): what the longest match of a clock is computed for."""
OTHER_DECISIONS = 150
"""For games that are not measured yet."""
RESERVE_SECONDS = 300.0
"""On top, for everything that is no bot's thinking."""


def longest_seconds(game: str, seats: int, clock: Clock) -> float | None:
    """The longest match that the clock allows, in seconds; None: it has no limit."""
    each = clock.longest_ms(DECISIONS.get(game, OTHER_DECISIONS))
    return None if each is None else seats * each / 1000


def maximum_seconds(game: str, seats: int, clock: Clock, usual: float) -> float:
    """After how many seconds a match is void: *usual*, or more where thinking alone may take longer.

    Otherwise a bot with a long clock could think until the match is void instead of losing it.
    """
    longest = longest_seconds(game, seats, clock)
    return usual if longest is None or longest + RESERVE_SECONDS <= usual else 1.2 * longest + RESERVE_SECONDS
