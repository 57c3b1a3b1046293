"""Takes the action that gives the most points at once.

It rebuilds a position of the engine from what it sees (hidden parts are drawn at random), tries each action in a copy, and
compares the points. Try it: arena local yokohama --bot "python bots/python/greedy_bot.py" --bot house:random
"""

import random

from arena.sdk import Bot, Decision, run


class GreedyBot(Bot):
    """Looks one action ahead."""

    version = "1.0"

    def __init__(self) -> None:
        self.rng = random.Random()

    def choose(self, decision: Decision) -> int:
        position = decision.determinize(self.rng)
        points = []
        for action in decision.legal:
            copy = position.clone()
            copy.apply(action)
            points.append(copy.standing(decision.seat))
        best = max(points)
        decision.value = float(best)
        return self.rng.choice([index for index, sum_ in enumerate(points) if sum_ == best])


if __name__ == "__main__":
    run(GreedyBot())
