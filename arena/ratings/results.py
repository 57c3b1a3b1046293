"""What ratings are made from: finished table sets, as places per bot and match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.errors import Invalid


class RatingError(Invalid):
    """Results or a log that cannot be rated: the sentence says why."""


@dataclass(frozen=True, slots=True)
class SetResult:
    """One finished table set. Places are those awarded: a seat that faulted was placed last already."""

    set_id: str
    bots: tuple[str, ...]
    """Who sat at the table, each once; the order has no meaning."""
    places: tuple[tuple[int, ...], ...]
    """Per match, per bot in the order of *bots*: 1 is first, equal numbers are ties."""

    def __post_init__(self) -> None:
        if len(self.bots) < 2 or len(set(self.bots)) != len(self.bots):
            raise RatingError(f"set {self.set_id}: needs two or more different bots, got {list(self.bots)}")
        if not self.places:
            raise RatingError(f"set {self.set_id}: has no match")
        for number, row in enumerate(self.places):
            if len(row) != len(self.bots):
                raise RatingError(f"set {self.set_id}: match {number} has {len(row)} places for {len(self.bots)} bots")

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Every two bots of the table once, as indexes."""
        return ((i, j) for i in range(len(self.bots)) for j in range(i + 1, len(self.bots)))

    def half_points(self, i: int, j: int) -> int:
        """What bot *i* took from bot *j* over the set: 2 for each match ahead, 1 for each tie."""
        return sum(2 if row[i] < row[j] else row[i] == row[j] for row in self.places)


def from_seats(set_id: str, matches: Sequence[tuple[Sequence[str], Sequence[int]]]) -> SetResult:
    """A set from its matches, each given as (bot per seat, place per seat)."""
    if not matches:
        raise RatingError(f"set {set_id}: has no match")
    bots = tuple(sorted(matches[0][0]))
    rows = []
    for number, (seats, places) in enumerate(matches):
        if tuple(sorted(seats)) != bots:
            raise RatingError(f"set {set_id}: match {number} has other bots than match 0")
        by_bot = dict(zip(seats, places, strict=True))
        rows.append(tuple(by_bot[bot] for bot in bots))
    return SetResult(set_id, bots, tuple(rows))
