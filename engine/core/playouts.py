"""Random play from a position, in batches: search pays for a whole batch, not for every decision of it."""

from collections.abc import Callable
from random import Random

from engine.core.chance import Rng
from engine.core.state import State

Until = int | Callable[[State], bool] | None
"""Where a playout stops before the end of the match: after that many decisions, or at the first decision for which it is true."""


def playouts(state: State, count: int, rng: Rng, until: Until = None, seat: int | None = None) -> list[State]:
    """*count* copies of the position, each played on with random choices to the end, or as far as *until* says.

    The position itself stays as it is. With a *seat*, every copy first draws again what that seat does not know and all later
    chance (`State.determinize`); without, all copies share the hidden cards and the later chance of this position. Equal
    generators give equal playouts.
    """
    draw = Random(rng.randrange(1 << 64)).random  # a draw from the caller's generator takes five times as long
    most = until if isinstance(until, int) else None
    stop = until if callable(until) else None
    ends: list[State] = []
    for _ in range(count):
        copy = state.clone() if seat is None else state.determinize(seat, rng)
        if stop is None:
            copy.play_randomly(draw, -1 if most is None else most)
        else:
            while copy.to_act is not None and not stop(copy):
                copy.play_randomly(draw, 1)
        ends.append(copy)
    return ends
