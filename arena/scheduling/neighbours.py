"""Free bots in the order of their rating, as a linked list: leaving and looking around cost the same for any size."""

from collections.abc import Sequence

from arena.scheduling.candidates import Candidate


class Neighbours:
    """Who is free, by rating."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self._row = sorted(candidates, key=lambda one: (one.points, one.bot))
        self._at = {one.bot: at for at, one in enumerate(self._row)}
        size = len(self._row)
        # One place before the first and one after the last, shared: index `size` is the end on both sides.
        self._lower = [at - 1 if at else size for at in range(size)] + [size - 1]
        self._higher = [at + 1 for at in range(size)] + [0]

    def remove(self, one: Candidate) -> None:
        """Take a bot out."""
        at = self._at.pop(one.bot)
        lower, higher = self._lower[at], self._higher[at]
        self._higher[lower] = higher
        self._lower[higher] = lower

    def around(self, one: Candidate, most: int) -> list[Candidate]:
        """The nearest free bots, nearest first, at most *most*."""
        end = len(self._row)
        at = self._at[one.bot]
        lower, higher = self._lower[at], self._higher[at]
        near: list[Candidate] = []
        while len(near) < most and (lower != end or higher != end):
            if higher == end or (
                lower != end and one.points - self._row[lower].points <= self._row[higher].points - one.points
            ):
                near.append(self._row[lower])
                lower = self._lower[lower]
            else:
                near.append(self._row[higher])
                higher = self._higher[higher]
        return near
