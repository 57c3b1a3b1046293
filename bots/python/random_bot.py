"""Plays any legal action. Try it: arena local iki --bot "python bots/python/random_bot.py" --bot house:random"""

import random

from arena.sdk import Bot, Decision, run


class RandomBot(Bot):
    """The smallest bot there is."""

    version = "1.0"

    def choose(self, decision: Decision) -> int:
        return random.randrange(len(decision.texts))


if __name__ == "__main__":
    run(RandomBot())
