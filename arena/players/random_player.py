"""The bot every other bot should beat."""

from random import Random

from arena.matches import Decision


class RandomPlayer:
    """Takes any legal action, each equally likely."""

    __slots__ = ("_draw",)

    def __init__(self, seed: int) -> None:
        # Python promises that random() gives the same numbers for a seed in every version; it promises less for the rest.
        self._draw = Random(seed).random

    def choose(self, decision: Decision) -> int:
        """Any index, each equally likely."""
        return int(self._draw() * len(decision.legal))
