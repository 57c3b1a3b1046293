"""Rulings of the organisers. Results are never edited: a ruling is one more record, and standings are computed from both.

* void: the match does not count (it may be played again under another id)
* forfeit: the entry is placed last in that match, the others keep their order
* disqualify: the entry is placed last in all its matches and leaves the standings
* withdraw: what the entry played counts; what it has not played is forfeited by the match runner, not here
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from arena.leagues.results import Bye, Played


@dataclass(frozen=True, slots=True)
class Ruling:
    """One decision with its public reason."""

    kind: str
    """void, forfeit, disqualify, withdraw"""
    reason: str
    match_id: str = ""
    entry: str = ""

    def __post_init__(self) -> None:
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


def ruled(results: Iterable[Played], rulings: Sequence[Ruling]) -> list[Played]:
    """The results as they count after the rulings."""
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
    """Who is out of the standings."""
    return frozenset(ruling.entry for ruling in rulings if ruling.kind == "disqualify")


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
