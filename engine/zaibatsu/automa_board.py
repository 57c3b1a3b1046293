"""What lies on the automa's board in a solo game. Its turn is in automa.py."""

from typing import Final

from engine.zaibatsu.data import TOKENS

AUTOMA: Final = 1
"""Its number among the owners of pieces and in the turn order."""


class AutomaBoard:
    """The automa's pieces and piles."""

    __slots__ = ("goals", "level", "pile", "priority", "region_colours", "rows", "shuffles", "trains")

    def __init__(self, of: "AutomaBoard | None" = None) -> None:
        if of is not None:
            self._copy(of)
            return
        self.level = 1
        """Difficulty, 1 to 3."""
        self.goals: tuple[int, ...] = ()
        """Solo objectives to reach."""
        self.region_colours: tuple[int, ...] = ()
        """The colour of each region."""
        self.priority: list[int] = []
        self.pile: list[int] = []
        """Action tokens in hidden order; the next revealed is the last."""
        self.trains = TOKENS.automa_trains
        self.rows = [list(row) for row in TOKENS.automa_rows]
        """Influence tokens left, by period, lowest first."""
        self.shuffles = 0
        """Number of shuffles of the pile."""

    def _copy(self, of: "AutomaBoard") -> None:
        self.level = of.level
        self.goals = of.goals
        self.region_colours = of.region_colours
        self.priority = of.priority[:]
        self.pile = of.pile[:]
        self.trains = of.trains
        self.rows = [row[:] for row in of.rows]
        self.shuffles = of.shuffles

    def clone(self) -> "AutomaBoard":
        """An independent copy."""
        return AutomaBoard(self)
