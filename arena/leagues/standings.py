"""Standings: points by place, then tie-breaks in a fixed order.

Order: points; head to head; strength of schedule; mean place; forfeits; mean score margin; Elo; lot by seed. Each is applied to
those whom everything before it left tied; a group that one of them parts goes on with the next one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b

from arena.leagues.results import Bye, Played
from arena.leagues.tallies import Tally, tally

TIE_BREAKS = ("head to head", "strength of schedule", "mean place", "forfeits", "score margin", "Elo", "lot")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table."""

    place: int
    entry: str
    points: Fraction
    matches: int
    wins: int
    """Matches placed first, shared first places included."""
    mean_place: Fraction
    margin: Fraction
    """Mean of own score less the mean of the others at the table."""
    strength: Fraction
    """Mean points per match of the opponents, met ones counted as often as met."""
    forfeits: int
    """Matches it did not play to the end, by its own fault or by a ruling."""
    decided_by: str
    """What put this line below the one above it; empty for the first."""


def standings(
    entries: Iterable[str],
    results: Sequence[Played],
    points: Sequence[Fraction],
    *,
    byes: Sequence[Bye] = (),
    bye_points: Fraction = Fraction(0),
    elo: Mapping[str, float] | None = None,
    seed: int = 0,
) -> list[Line]:
    """The table of a stage. *points* are those of place 1, 2 …; a bye is worth *bye_points* per match of the round."""
    book = tally(entries, results, tuple(points), byes, bye_points)
    groups: list[tuple[list[str], str]] = [(sorted(book), "")]
    groups = _parted(groups, "points", lambda group: {one: -book[one].points for one in group})
    for name, key in _keys(book, elo or {}, seed):
        groups = _parted(groups, name, key)
    return [_line(at + 1, group[0], why, book) for at, (group, why) in enumerate(groups)]


Keys = Callable[[list[str]], Mapping[str, Fraction | float]]


def _parted(groups: list[tuple[list[str], str]], name: str, key: Keys) -> list[tuple[list[str], str]]:
    """Each tied group cut into smaller ones by a key, lower first; the first part keeps why the group was below the one before."""
    parted: list[tuple[list[str], str]] = []
    for group, why in groups:
        keys = key(group) if len(group) > 1 else dict.fromkeys(group, Fraction())
        for at, value in enumerate(sorted(set(keys.values()))):
            parted.append(([one for one in group if keys[one] == value], name if at else why))
    return parted


def _keys(book: Mapping[str, Tally], elo: Mapping[str, float], seed: int) -> list[tuple[str, Keys]]:
    return list(
        zip(
            TIE_BREAKS,
            (
                lambda group: _head_to_head(book, group),
                lambda group: {one: -_strength(book, one) for one in group},
                lambda group: {one: book[one].mean_place for one in group},
                lambda group: {one: Fraction(book[one].forfeits) for one in group},
                lambda group: {one: -book[one].margin for one in group},
                lambda group: {one: -elo.get(one, 0.0) for one in group},
                lambda group: {one: Fraction(_lot(seed, one)) for one in group},
            ),
            strict=True,
        )
    )


def _head_to_head(book: Mapping[str, Tally], group: list[str]) -> dict[str, Fraction]:
    """Mean share of those tied taken from each other; nothing unless every two of them have met."""
    shares = dict.fromkeys(group, Fraction())
    for one in group:
        for other in group:
            if one != other:
                meeting = book[one].against.get(other)
                if meeting is None:
                    return dict.fromkeys(group, Fraction())
                shares[one] -= meeting.share
    return shares


def _strength(book: Mapping[str, Tally], one: str) -> Fraction:
    met = [(book[other], meeting.matches) for other, meeting in book[one].against.items() if other in book]
    count = sum(times for _, times in met)
    return sum((times * other.points_per_match for other, times in met), Fraction()) / count if count else Fraction()


def _lot(seed: int, entry: str) -> int:
    return int.from_bytes(blake2b(f"{seed}/{entry}".encode(), digest_size=16, person=b"meiji-lot").digest(), "big")


def _line(place: int, entry: str, why: str, book: Mapping[str, Tally]) -> Line:
    row = book[entry]
    return Line(
        place,
        entry,
        row.points,
        row.matches,
        row.wins,
        row.mean_place,
        row.margin,
        _strength(book, entry),
        row.forfeits,
        why,
    )


def progress(
    entries: Sequence[str],
    results: Sequence[Played],
    points: Sequence[Fraction],
    *,
    byes: Sequence[Bye] = (),
    bye_points: Fraction = Fraction(0),
) -> dict[str, list[tuple[Fraction, int]]]:
    """Per entry, after each round: points so far and place (those with equal points share it)."""
    rounds = sorted({match.round for match in results} | {bye.round for bye in byes})
    rows: dict[str, list[tuple[Fraction, int]]] = {entry: [] for entry in entries}
    for last in rounds:
        book = tally(
            entries,
            [m for m in results if m.round <= last],
            tuple(points),
            [b for b in byes if b.round <= last],
            bye_points,
        )
        for entry in entries:
            mine = book[entry].points
            rows[entry].append((mine, 1 + sum(row.points > mine for row in book.values())))
    return rows


def crosstable(entries: Sequence[str], results: Sequence[Played]) -> dict[str, dict[str, tuple[int, Fraction]]]:
    """Per entry and opponent: matches together, and the share in which the entry was placed ahead (ties count half)."""
    seats = max((len(match.entries) for match in results), default=0)
    book = tally(entries, results, (Fraction(),) * seats, (), Fraction())
    return {
        one: {
            other: (meeting.matches, meeting.share)
            for other, meeting in sorted(book[one].against.items())
            if other in book
        }
        for one in entries
    }
