"""From watched matches to figures: scores, length, seats, the score sheet, and every use of an action with its share of wins."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from arena.ratings.intervals import wilson

WON = 1
ALWAYS = 0.98
"""A use by this share of the seats says little about who wins: everyone does it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A watched match. Plain values only."""

    seats: int
    seed: int
    decisions: int
    scores: list[int]
    places: list[int]
    sheets: list[dict[str, int]]
    """By seat the lines of the score sheet."""
    uses: list[dict[str, int]]
    """By seat, how often it did each thing."""


@dataclass(frozen=True, slots=True)
class SeatWins:
    """How often a seat came first; shared first places count in part."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the score sheet."""

    name: str
    mean: float
    winners: float
    """Mean of the winners."""
    correlation: float
    """Correlation of the points with winning."""


@dataclass(frozen=True, slots=True)
class Use:
    """Something that seats did: a kind of action, or a kind of action with a card, area or colour."""

    name: str
    times: float
    """Mean number of times per seat and match."""
    used: float
    """Share of seats that did it at least once."""
    won: float | None
    """Share of wins among the seats that did it; None: no seat did."""
    correlation: float
    """Correlation of how often with winning."""
    reach: float
    """How far the 95 % interval of the correlation reaches to each side."""

    @property
    def tells(self) -> bool:
        """Whether the correlation is above the noise."""
        return abs(self.correlation) > self.reach


@dataclass(frozen=True, slots=True)
class Table:
    """Matches of one number of seats."""

    seats: int
    matches: int
    first_seed: int
    score: float
    winning_score: float
    decisions: float
    wins: list[SeatWins]
    """By seat."""
    sheet: list[Line]
    uses: list[Use]
    """The most frequent first."""
    never: list[str]
    """What the rules allow and nobody did."""


@dataclass(frozen=True, slots=True)
class Lens:
    """What is known of a game."""

    game: str
    rules_version: int
    bot: str
    tables: list[Table]


def use_names(action: str) -> list[str]:
    """The uses that an action counts for: its verb, and its verb with each card, area or colour it names.

    `take black factory` counts for `take`, `take black` and `take factory`. Numbers count where nothing else is named; other seats never.
    """
    verb, *words = action.split()
    named = [word for word in words if not word.startswith("seat_") and word != "paying"]
    telling = [word for word in named if not word.isdecimal()] or named
    return list(dict.fromkeys([verb, *(f"{verb} {word}" for word in telling)]))


def counted(seen: Sequence[Seen], vocabulary: Collection[str]) -> Table:
    """The figures of matches with the same number of seats. *vocabulary*: every action that the rules know."""
    seats = seen[0].seats
    wins = [share for match in seen for share in _wins(match)]
    sheets = [sheet for match in seen for sheet in match.sheets]
    uses = [use for match in seen for use in match.uses]
    names = sorted({name for use in uses for name in use})
    known = {name for action in vocabulary for name in use_names(action)}
    every_use = [_use(name, [use.get(name, 0) for use in uses], wins) for name in names]
    return Table(
        seats=seats,
        matches=len(seen),
        first_seed=min(match.seed for match in seen),
        score=_round(fmean(score for match in seen for score in match.scores)),
        winning_score=_round(fmean(max(match.scores) for match in seen)),
        decisions=_round(fmean(match.decisions for match in seen)),
        wins=[_seat_wins(wins[seat::seats]) for seat in range(seats)],
        sheet=[_line(name, [sheet.get(name, 0) for sheet in sheets], wins) for name in sheets[0]],
        uses=sorted(every_use, key=lambda use: (-use.used, -use.times, use.name)),
        never=sorted(known.difference(names)),
    )


def _wins(match: Seen) -> list[float]:
    """By seat: 1 for the winner; a shared first place is divided."""
    firsts = match.places.count(WON)
    return [1 / firsts if place == WON else 0.0 for place in match.places]


def _seat_wins(wins: Sequence[float]) -> SeatWins:
    low, high = wilson(sum(wins), len(wins))
    return SeatWins(_round(fmean(wins)), _round(low), _round(high))


def _line(name: str, points: Sequence[int], wins: Sequence[float]) -> Line:
    total = sum(wins)
    winners = sum(point * won for point, won in zip(points, wins, strict=True)) / total if total else 0.0
    return Line(name, _round(fmean(points)), _round(winners), _round(correlation(points, wins)))


def _use(name: str, counts: Sequence[int], wins: Sequence[float]) -> Use:
    users = [won for count, won in zip(counts, wins, strict=True) if count]
    return Use(
        name=name,
        times=_round(fmean(counts)),
        used=_round(len(users) / len(counts)),
        won=_round(fmean(users)) if users else None,
        correlation=_round(correlation(counts, wins)),
        reach=_round(2 / sqrt(len(counts))),
    )


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Pearson's correlation; 0 where one of the two never changes."""
    first, second = fmean(one), fmean(other)
    along = sum((a - first) * (b - second) for a, b in zip(one, other, strict=True))
    spread = sqrt(sum((a - first) ** 2 for a in one) * sum((b - second) ** 2 for b in other))
    return along / spread if spread else 0.0


def _round(value: float) -> float:
    return round(value, 3)
