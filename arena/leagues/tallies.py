"""What each entry has gathered in a stage: the sums that standings, crosstable and progress read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

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
