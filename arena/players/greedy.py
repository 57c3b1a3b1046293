"""A bot that takes the action after which it soon has the most points.

For each legal action it takes a position that fits its view (hidden parts drawn again), carries the action out on a copy, lets
everyone play on at random until it has made *ahead* more choices, and counts what it would score then. With
`ahead=0` it counts at once; the few random choices let it see that goods, money and cards become points later. It
knows no game and has no plan: a yardstick that is the same everywhere, not a strong player.
"""

from collections.abc import Sequence
from random import Random

from arena.matches import Decision
from engine import Action, State


class Greedy:
    """Most points a few choices ahead; equal actions are drawn by lot."""

    __slots__ = ("_ahead", "_noise", "_redraws", "_rng")

    def __init__(self, seed: int, noise: float = 0.0, redraws: int = 1, ahead: int = 8) -> None:
        self._rng = Random(seed)
        self._noise = noise
        self._redraws = redraws
        self._ahead = ahead

    def choose(self, decision: Decision) -> int:
        """The index of the best action; in a share *noise* of decisions, any index."""
        legal, seat = decision.legal, decision.seat
        if self._rng.random() < self._noise:
            return self._any(len(legal))
        totals = [0] * len(legal)
        for _ in range(self._redraws):
            start = decision.determinize(self._rng)
            for index, action in enumerate(legal):
                totals[index] += self._worth(start, action, seat)
        return self._best(totals)

    def _worth(self, start: State, action: Action, seat: int) -> int:
        """The seat's points after the action and some random choices."""
        state = start.clone()
        state.apply(action)
        draw, left = self._rng.random, self._ahead
        while state.to_act is not None:
            if state.to_act == seat:
                if not left:
                    break
                left -= 1
            legal = state.legal_actions()
            state.apply(legal[int(draw() * len(legal))])
        return state.standing(seat)

    def _best(self, totals: Sequence[int]) -> int:
        top = max(totals)
        indices = [index for index, total in enumerate(totals) if total == top]
        return indices[self._any(len(indices))]

    def _any(self, count: int) -> int:
        return int(self._rng.random() * count)
