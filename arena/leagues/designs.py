"""A design: which entries sit at which table in which round, and how balanced that is."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from arena.wording import between, counted, times_between

Table = tuple[int, ...]
"""Entry number per seat."""


@dataclass(frozen=True, slots=True)
class Balance:
    """Figures of a design: least and most over all entries or pairs."""

    rounds: int
    tables: int
    plays: tuple[int, int]
    """Tables per entry."""
    meetings: tuple[int, int]
    """Tables per pair of entries."""
    seats: tuple[int, int]
    """Times an entry sits in one seat, over entries and seats, as the tables stand."""
    byes: tuple[int, int]
    """Rounds without a table, per entry."""

    def describe(self, *, sets: bool = False) -> str:
        """The figures in a sentence. Table sets rotate the seats, so how the tables stand then does not matter."""
        held = "every table rotates the seats" if sets else f"each seat is held {times_between(*self.seats)}"
        idle = "" if self.byes == (0, 0) else f" and sits out {between(*self.byes, 'round')}"
        return (
            f"{counted(self.rounds, 'round')}, {counted(self.tables, 'table')}; each entry plays {between(*self.plays, 'table')}{idle}; "
            f"each pair meets {times_between(*self.meetings)}; {held}"
        )


@dataclass(frozen=True, slots=True)
class Design:
    """All rounds of a stage for entries 0, 1, 2 … In one round nobody sits at two tables."""

    entries: int
    seats: int
    rounds: tuple[tuple[Table, ...], ...]

    @property
    def tables(self) -> list[Table]:
        """Every table in the order of play."""
        return [table for row in self.rounds for table in row]

    def balance(self) -> Balance:
        """How even the design is."""
        plays, pairs, held = Counter[int](), Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for table in self.tables:
            plays.update(table)
            pairs.update(combinations(sorted(table), 2))
            held.update(enumerate(table))
        everyone = range(self.entries)
        return Balance(
            len(self.rounds),
            len(self.tables),
            _span(plays[one] for one in everyone),
            _span(pairs[pair] for pair in combinations(everyone, 2)),
            _span(held[seat, one] for seat in range(self.seats) for one in everyone),
            _span(len(self.rounds) - plays[one] for one in everyone),
        )


def _span(values: Iterable[int]) -> tuple[int, int]:
    row = list(values)
    return (min(row), max(row)) if row else (0, 0)
