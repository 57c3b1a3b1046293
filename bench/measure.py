"""Timing that survives a busy machine: processor time of this process, in short rounds that take turns.

Every subject is measured once per round, so that a slow minute of the machine touches all of them; the median round counts.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median

Playout = Callable[[Random], int]
"""Plays one match at random; gives the number of decisions."""


@dataclass
class Subject:
    """Something that is played at random."""

    name: str
    playout: Playout
    ours: bool = False
    decision_rates: list[float] = field(default_factory=list)
    game_rates: list[float] = field(default_factory=list)

    @property
    def decisions(self) -> float:
        """Per second of processor time, in the median round."""
        return median(self.decision_rates)

    @property
    def games(self) -> float:
        """Per second of processor time, in the median round."""
        return median(self.game_rates)


def take_turns(subjects: Sequence[Subject], rounds: int, seconds: float) -> None:
    """Measure all of them, round by round."""
    for subject in subjects:
        subject.playout(Random(0))  # tables are loaded and caches warm before the clock runs
    for number in range(rounds):
        for subject in subjects:
            _one_round(subject, Random(number + 1), seconds)


def _one_round(subject: Subject, rng: Random, seconds: float) -> None:
    decisions = games = 0
    begun = now = time.process_time()
    while now - begun < seconds:
        decisions += subject.playout(rng)
        games += 1
        now = time.process_time()
    subject.decision_rates.append(decisions / (now - begun))
    subject.game_rates.append(games / (now - begun))


def cost(action: Callable[[], object], repeat: int = 200, rounds: int = 5) -> float:
    """Seconds of processor time per call, in the best round (a clone or a view does the same work every time)."""
    best = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        for _ in range(repeat):
            action()
        best = min(best, (time.process_time() - begun) / repeat)
    return best
