"""Timing that survives a busy machine: processor time of this process, in short rounds that take turns.

Every subject is measured once per round, so that a slow minute of the machine touches all of them; the median round counts.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median

import engine

Playout = Callable[[Random], int]
"""Plays one match at random; gives the number of decisions."""
Round = tuple[int, int, float]
"""Decisions, games and seconds of processor time of one round."""


def bare(game: engine.Game, seats: int) -> Playout:
    """The engine alone: legal actions, a draw, apply."""

    def playout(rng: Random) -> int:
        draw = rng.random
        decisions = 0
        state = game.new(seats, rng.randrange(1 << 62))
        while state.to_act is not None:
            legal = state.legal_actions()
            state.apply(legal[int(draw() * len(legal))])
            decisions += 1
        return decisions

    return playout


@dataclass
class Subject:
    """Something that is played at random."""

    name: str
    playout: Playout
    elsewhere: Callable[[int, float], Round] | None = None
    """Plays a round with that seed for that long in another process; *playout* is not used then."""
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
        _measured(subject, 0, 0)  # tables are loaded and caches warm before the clock runs
    for number in range(rounds):
        for subject in subjects:
            decisions, games, spent = _measured(subject, number + 1, seconds)
            subject.decision_rates.append(decisions / spent)
            subject.game_rates.append(games / spent)


def _measured(subject: Subject, seed: int, seconds: float) -> Round:
    if subject.elsewhere is not None:
        return subject.elsewhere(seed, seconds)
    return one_round(subject.playout, Random(seed), seconds)


def one_round(playout: Playout, rng: Random, seconds: float) -> Round:
    """Play whole matches until that much processor time has passed."""
    decisions = games = 0
    begun = time.process_time()
    while True:
        decisions += playout(rng)
        games += 1
        spent = time.process_time() - begun
        if spent >= seconds:
            return decisions, games, spent


def cost(action: Callable[[], object], repeat: int = 200, rounds: int = 5) -> float:
    """Seconds of processor time per call, in the best round (a clone or a view does the same work every time)."""
    best = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        for _ in range(repeat):
            action()
        best = min(best, (time.process_time() - begun) / repeat)
    return best
