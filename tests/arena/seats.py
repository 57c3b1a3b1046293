"""Players and drivers that tests of matches share."""

import random

from arena.matches import Chosen


class First:
    """Always takes the first choice."""

    def choose(self, decision):
        return 0


class Picks:
    """Picks at random, the same for the same seed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def choose(self, decision):
        return self.rng.randrange(len(decision.legal))


def finish(loop, ask=None, choose=lambda ask: Chosen(0)):
    """Drive the loop to its end; the record."""
    try:
        ask = ask or next(loop)
        while True:
            ask = loop.send(choose(ask))
    except StopIteration as over:
        return over.value


class Ticks:
    """A clock that goes on by so many milliseconds whenever it is read."""

    def __init__(self, step_ms=0):
        self.step_ms = step_ms
        self.ms = 0

    def __call__(self):
        self.ms += self.step_ms
        return self.ms / 1000
