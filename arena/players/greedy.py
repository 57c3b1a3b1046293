"""A bot that looks to the end of its own turn and counts points.

It draws the hidden parts of its view anew, tries every legal action on a copy, follows up its own remaining choices of
that turn the same way (each the best by itself), and compares what it would score. It plans nothing beyond that: it is
a yardstick that is the same in every game, not a strong player.
"""

from collections.abc import Sequence
from random import Random

from arena.matches import Decision
from engine import Action, State

WIDTH = 12  # follow-up choices longer than this are sampled: a list of hundreds would cost more than it tells


class Greedy:
    """Most points at the end of the own turn; equal actions are drawn by lot."""

    __slots__ = ("_depth", "_noise", "_redraws", "_rng")

    def __init__(self, seed: int, noise: float = 0.0, redraws: int = 1, depth: int = 8) -> None:
        self._rng = Random(seed)
        self._noise = noise
        self._redraws = redraws
        self._depth = depth

    def choose(self, decision: Decision) -> int:
        """The index of the best action, or with the chance *noise* any index."""
        legal = decision.legal
        if self._rng.random() < self._noise:
            return self._any(len(legal))
        totals = [0] * len(legal)
        for _ in range(self._redraws):
            start = decision.determinize(self._rng)
            for index, action in enumerate(legal):
                totals[index] += self._worth(start, action, decision.seat)
        return self._best(totals)

    def _worth(self, start: State, action: Action, seat: int) -> int:
        after = _after(start, action)
        for _ in range(self._depth):
            if after.to_act != seat:
                break
            after = self._followed(after, seat)
        return after.standing(seat)

    def _followed(self, state: State, seat: int) -> State:
        """The state after the best by itself of some follow-up choices."""
        options: Sequence[Action] = state.legal_actions()
        if len(options) > WIDTH:
            options = [options[self._any(len(options))] for _ in range(WIDTH)]
        ends = [_after(state, action) for action in options]
        return ends[self._best([end.standing(seat) for end in ends])]

    def _best(self, totals: Sequence[int]) -> int:
        top = max(totals)
        indices = [index for index, total in enumerate(totals) if total == top]
        return indices[self._any(len(indices))]

    def _any(self, count: int) -> int:
        return int(self._rng.random() * count)


def _after(state: State, action: Action) -> State:
    after = state.clone()
    after.apply(action)
    return after
