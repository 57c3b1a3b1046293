"""Many matches between the same players, made fair: seat-rotated sets, and the statistics of their results.

A set is one public set-up played in every rotation of the seats, so that neither seat nor set-up favours anyone. The
hidden draws differ in every match, otherwise a player could learn the deck in one rotation and use it in the next.

Errors are 95 % intervals. The matches of a set share their set-up, so the set is the unit they are computed from, not
the match; they need two whole sets, and are left out (None) before that. A few sets can agree by chance: below FEW_SETS the
error is at least the one that the single matches give.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from math import log, log10
from pathlib import Path
from statistics import fmean
from typing import Any

from arena.matches import PRESETS, Clock, MatchRecord, MatchSpec
from arena.ratings.intervals import half_width
from engine.core.chance import derived

FEW_SETS = 8


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match of a series: its seats and its seeds."""

    number: int
    set_number: int
    entrants: tuple[int, ...]
    """Per seat: the index of its entrant."""
    seed: int
    hidden_seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What to play. Plain values only: it is sent to other processes."""

    game: str
    seats: int
    options: dict[str, Any]
    entrants: tuple[str, ...]
    """Each entrant as written on the command line."""
    names: tuple[str, ...]
    """The names to show; equal entrants get a number."""
    games: int
    seed: int
    save: Path | None = None
    clock: Clock = PRESETS["none"]
    start: dict[str, Any] | None = None
    """A position to play on from."""
    first: int = 0
    """Matches of the series that were played before; the others follow."""

    def match_id(self, pairing: Pairing) -> str:
        """Such as `yokohama-4p-3fa2c1-1-00017`: another series, another tag, so that replays never overwrite each other."""
        series_of = json.dumps([self.options, self.entrants, *([self.start] if self.start else [])], sort_keys=True)
        tag = blake2b(series_of.encode(), digest_size=3).hexdigest()
        return f"{self.game}-{self.seats}p-{tag}-{self.seed}-{pairing.number + 1:05}"

    def pairings(self) -> Iterator[Pairing]:
        """The matches of the series that are left."""
        return islice(pairings(self.games, self.seats, self.seed), self.first, None)

    def spec(self, pairing: Pairing) -> MatchSpec:
        """The match of a pairing."""
        return MatchSpec(
            game=self.game,
            seats=self.seats,
            options=self.options,
            seed=pairing.seed,
            hidden_seed=pairing.hidden_seed,
            clock=self.clock,
            players=tuple(self.names[entrant] for entrant in pairing.entrants),
            match_id=self.match_id(pairing),
            start=self.start,
        )

    def player_seed(self, pairing: Pairing, entrant: int) -> int:
        """The seed of a house bot in that match."""
        return derived(self.seed, f"player {pairing.number} {entrant}")


@dataclass(frozen=True, slots=True)
class Result:
    """What a series keeps of a match. Per entrant, not per seat."""

    number: int
    set_number: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    wins: tuple[float, ...]
    """A shared first place is a part of a win; a solo game says itself whether it is won."""
    decisions: int
    seconds: float
    ended_by: str
    thinking: tuple[float, ...] = ()
    """Processor seconds of each entrant's choices; empty where they were not measured."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with the half-width of its 95 % interval; None where there is too little to say."""

    mean: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Row:
    """The results of one entrant."""

    name: str
    games: int
    score: Figure
    place: Figure
    wins: Figure
    elo: Figure | None
    """Difference to the other entrants of the table together; None in a solo game."""


def pairings(games: int, seats: int, seed: int) -> Iterator[Pairing]:
    """The matches of a series, set by set; the last set may be cut short."""
    for number in range(games):
        set_number, turn = divmod(number, seats)
        yield Pairing(
            number,
            set_number,
            tuple((seat + turn) % seats for seat in range(seats)),
            derived(seed, f"set {set_number}"),
            derived(seed, f"hidden {number}"),
        )


def result_of(record: MatchRecord, pairing: Pairing, seconds: float, thinking: Sequence[float] = ()) -> Result:
    """What a series keeps of a match that was played. *thinking*: processor seconds by seat."""
    seat_of = {entrant: seat for seat, entrant in enumerate(pairing.entrants)}
    seats = [seat_of[entrant] for entrant in range(len(pairing.entrants))]
    firsts = record.places.count(1)
    shares = [1 / firsts if place == 1 else 0.0 for place in record.places]
    if record.outcome.won is not None:
        shares = [float(record.outcome.won)] * len(seats)
    return Result(
        pairing.number,
        pairing.set_number,
        tuple(record.scores[seat] for seat in seats),
        tuple(record.places[seat] for seat in seats),
        tuple(shares[seat] for seat in seats),
        len(record.decisions),
        seconds,
        record.ended_by,
        tuple(thinking[seat] for seat in seats) if thinking else (),
    )


def names(texts: Sequence[str]) -> list[str]:
    """Entrants with a number where they are equal: the second `random` becomes `random (2)`."""
    named: list[str] = []
    for at, text in enumerate(texts):
        before = texts[:at].count(text)
        named.append(f"{text} ({before + 1})" if before else text)
    return named


def table(entrants: Sequence[str], results: Sequence[Result]) -> list[Row]:
    """One row per entrant, in the order of *entrants*."""
    return [_row(index, name, len(entrants), results) for index, name in enumerate(entrants)]


def _row(index: int, name: str, seats: int, results: Sequence[Result]) -> Row:
    sets = [result.set_number for result in results]
    pairs = [_pair_share(result.places, index) for result in results]
    return Row(
        name,
        len(results),
        figure([result.scores[index] for result in results], sets, seats),
        figure([result.places[index] for result in results], sets, seats),
        _clean_sheet(figure([result.wins[index] for result in results], sets, seats), len(results)),
        _elo(figure(pairs, sets, seats), len(pairs) * (seats - 1)) if seats > 1 else None,
    )


def figure(values: Sequence[float], sets: Sequence[int], set_size: int) -> Figure:
    """The mean of all values, with an error from the means of the whole sets."""
    groups: dict[int, list[float]] = {}
    for number, value in zip(sets, values, strict=True):
        groups.setdefault(number, []).append(value)
    means = [fmean(group) for group in groups.values() if len(group) == set_size]
    if len(means) < 2:
        return Figure(fmean(values), None)
    error = half_width(means)
    return Figure(fmean(values), max(error, half_width(values)) if len(means) < FEW_SETS else error)


def _clean_sheet(share: Figure, games: int) -> Figure:
    """All won or none: the matches do not vary, which does not make the next one certain. The rule of three bounds the doubt."""
    if share.error is None or 0 < share.mean < 1:
        return share
    return Figure(share.mean, min(1.0, 3 / games))


def _pair_share(places: Sequence[int], index: int) -> float:
    """Share of the others that the entrant finished ahead of; a tie is half."""
    others = [place for at, place in enumerate(places) if at != index]
    if not others:
        return 0.0
    return fmean((place > places[index]) + 0.5 * (place == places[index]) for place in others)


def _elo(share: Figure, pairs: int) -> Figure:
    """The rating difference that explains a share of won pairs. Half a pair keeps clean sheets finite."""
    edge = 0.5 / pairs
    clipped = min(max(share.mean, edge), 1 - edge)
    slope = 400 / log(10) / (clipped * (1 - clipped))
    error = None if share.error is None else slope * max(share.error, edge)
    return Figure(400 * log10(clipped / (1 - clipped)), error)
