"""What standings are made from: played matches and byes."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Played:
    """One finished match of a stage, with the places awarded."""

    match_id: str
    round: int
    entries: tuple[str, ...]
    """By seat."""
    places: tuple[int, ...]
    scores: tuple[int, ...]
    forfeited: frozenset[str] = frozenset()
    """Entries that did not play it to the end by their own fault or by a ruling: the match says nothing of score margins."""

    def __post_init__(self) -> None:
        if not len(self.entries) == len(self.places) == len(self.scores):
            raise ValueError(f"match {self.match_id}: entries, places and scores differ in number")
        if len(set(self.entries)) != len(self.entries):
            raise ValueError(f"match {self.match_id}: an entry sits twice")


@dataclass(frozen=True, slots=True)
class Bye:
    """An entry without a table in a round, through no fault of its own."""

    entry: str
    round: int
    matches: int = 1
    """How many matches the others play in that round."""


def shared_points(places: tuple[int, ...], table: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """Points by seat: those who share places share the points of the places they cover."""
    return tuple(sum(_covered(places, place, table), Fraction()) / places.count(place) for place in places)


def _covered(places: tuple[int, ...], place: int, table: tuple[Fraction, ...]) -> list[Fraction]:
    ahead = sum(other < place for other in places)
    return [table[at] for at in range(ahead, ahead + places.count(place))]
