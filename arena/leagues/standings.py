"""Standings: points by place, then tie-breaks in a fixed order.

Order: points; head to head; strength of schedule; mean place; forfeits; mean score margin; Elo; lot by seed. Each is applied to
those whom everything before it left tied; a group that one of them parts goes on with the next one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b

from arena.leagues.results import Bye, Played, shared_points


@dataclass(slots=True)
class Meeting:
    """All matches of one entry against another."""

    matches: int = 0
    halves: int = 0
    """2 for each match placed ahead, 1 for each tie."""

    @property
    def share(self) -> Fraction:
        return Fraction(self.halves, 2 * self.matches)


@dataclass(slots=True)
class Tally:
    """One entry's sums."""

    points: Fraction = Fraction(0)
    played_points: Fraction = Fraction(0)
    matches: int = 0
    wins: int = 0
    places: int = 0
    margins: Fraction = Fraction(0)
    margin_matches: int = 0
    forfeits: int = 0
    against: dict[str, Meeting] = field(default_factory=dict)

    @property
    def points_per_match(self) -> Fraction:
        return self.played_points / self.matches if self.matches else Fraction()

    @property
    def mean_place(self) -> Fraction:
        """Without a match there is no place: such an entry comes after all others."""
        return Fraction(self.places, self.matches) if self.matches else Fraction(99)

    @property
    def margin(self) -> Fraction:
        return self.margins / self.margin_matches if self.margin_matches else Fraction()


def tally(
    entries: Iterable[str],
    results: Sequence[Played],
    points: tuple[Fraction, ...],
    byes: Sequence[Bye],
    bye_points: Fraction,
) -> dict[str, Tally]:
    """The sums of the given entries; matches against others count, but others get no line."""
    book = {entry: Tally() for entry in entries}
    for match in results:
        if len(points) < len(match.entries):
            raise ValueError(
                f"match {match.match_id}: points are set for {len(points)} places, but {len(match.entries)} sat down"
            )
        for seat, won in enumerate(shared_points(match.places, points[: len(match.entries)])):
            if match.entries[seat] in book:
                _add(book[match.entries[seat]], match, seat, won)
    for bye in byes:
        if bye.entry in book:
            book[bye.entry].points += bye_points * bye.matches
    return book


def _add(row: Tally, match: Played, seat: int, won: Fraction) -> None:
    place = match.places[seat]
    row.points += won
    row.played_points += won
    row.matches += 1
    row.wins += place == 1
    row.places += place
    # A match with a forfeit has no margin, so a bot must not gain by forfeiting what it would have lost by much.
    row.forfeits += match.entries[seat] in match.forfeited
    if not match.forfeited and len(match.scores) > 1:
        others = sum(match.scores) - match.scores[seat]
        row.margins += match.scores[seat] - Fraction(others, len(match.scores) - 1)
        row.margin_matches += 1
    for other, entry in enumerate(match.entries):
        if other != seat:
            meeting = row.against.setdefault(entry, Meeting())
            meeting.matches += 1
            meeting.halves += 2 * (place < match.places[other]) + (place == match.places[other])


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
        entry: {
            other: (meeting.matches, meeting.share)
            for other, meeting in sorted(book[entry].against.items())
            if other in book
        }
        for entry in entries
    }
