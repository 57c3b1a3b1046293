"""What standings are made from: played matches and byes, and how rulings change them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
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
    """A bye: an entry that has no opponents in a round."""

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


TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True)
class Ruling:
    """One decision with its public reason."""

    kind: str
    """void, forfeit, disqualify, withdraw, take_back"""
    reason: str
    match_id: str = ""
    entry: str = ""
    number: int = 0
    takes_back: int = 0
    """The number of the ruling that this one takes back."""

    def __post_init__(self) -> None:
        if self.kind == TAKE_BACK:
            if not self.takes_back:
                raise ValueError("a ruling that takes another one back names it")
            return
        needs = {"void": (True, False), "forfeit": (True, True), "disqualify": (False, True), "withdraw": (False, True)}
        if self.kind not in needs:
            raise ValueError(f"unknown ruling {self.kind!r}: one of {', '.join(needs)}")
        if (bool(self.match_id), bool(self.entry)) != needs[self.kind]:
            what = {"void": "a match and no entry", "forfeit": "a match and an entry"}.get(
                self.kind, "an entry and no match"
            )
            raise ValueError(f"a ruling to {self.kind} names {what}")
        if not self.reason.strip():
            raise ValueError("a ruling needs a public reason")


def in_force(rulings: Iterable[Ruling]) -> list[Ruling]:
    """The rulings without those that were taken back, and without what took them back."""
    every = list(rulings)
    gone = {ruling.takes_back for ruling in every if ruling.kind == TAKE_BACK}
    return [ruling for ruling in every if ruling.kind != TAKE_BACK and (not ruling.number or ruling.number not in gone)]


def ruled(results: Iterable[Played], rulings: Sequence[Ruling]) -> list[Played]:
    """The results as they count after the rulings."""
    rulings = in_force(rulings)
    void = {ruling.match_id for ruling in rulings if ruling.kind == "void"}
    out = disqualified(rulings)
    forfeits: dict[str, set[str]] = {}
    for ruling in rulings:
        if ruling.kind == "forfeit":
            forfeits.setdefault(ruling.match_id, set()).add(ruling.entry)
    counted = []
    for match in results:
        if match.match_id not in void:
            counted.append(_with_last(match, (forfeits.get(match.match_id, set()) | out) & set(match.entries)))
    return counted


def disqualified(rulings: Iterable[Ruling]) -> frozenset[str]:
    """Entries that are out of the table."""
    return frozenset(ruling.entry for ruling in in_force(rulings) if ruling.kind == "disqualify")


def ruled_byes(byes: Iterable[Bye], rulings: Sequence[Ruling]) -> list[Bye]:
    """The byes of those who are still in."""
    out = disqualified(rulings)
    return [bye for bye in byes if bye.entry not in out]


def _with_last(match: Played, last: set[str]) -> Played:
    """The match with some entries behind all others; several of them share the last place."""
    if not last:
        return match
    keys = [
        (entry in last, 0 if entry in last else place) for entry, place in zip(match.entries, match.places, strict=True)
    ]
    places = tuple(1 + sum(other < key for other in keys) for key in keys)
    return replace(match, places=places, forfeited=match.forfeited | last)
