"""What-if: how often does the best bot win a format? Plays formats on synthetic skills many times. Needs numpy.

Every format gets the same number of matches as the round robin, the same skills in the same run, and tables that play as
many matches as they have seats: as a table set, or as single matches on other set-ups with seats by lot.
Ladders and random tables are ranked by the season fit, round robin and swiss by points.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import log
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from arena.leagues.round_robin import round_robin
from arena.leagues.season import Season
from arena.leagues.swiss import SwissRound, first_round, history, next_round
from arena.ratings import elo
from arena.ratings.fit import fit
from arena.ratings.results import SetResult
from arena.scheduling.pairing import Candidate, pair

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int64]

LUCK = 400 / log(10)
"""Scale of the luck of a match, in Elo points: the one that makes skills Elo."""


@dataclass(frozen=True, slots=True)
class World:
    """How strong and how lucky things are, in Elo points (standard deviations)."""

    skill: float = 100.0
    seat: float = 120.0
    """What a set-up gives one seat over another."""
    suits: float = 40.0
    """How a set-up suits a bot. Rotating the seats of a set does not remove it."""


@dataclass(frozen=True)
class Round:
    """Matches of some tables: table, match, bot of the table -> place and seat."""

    tables: "Numbers"
    places: "Numbers"
    seats: "Numbers"


def skills(world: World, bots: int, chance: "Generator") -> "Floats":
    """Skills of a field."""
    return chance.normal(0.0, world.skill, bots)


def play(world: World, strength: "Floats", tables: "Numbers", *, sets: bool, chance: "Generator") -> Round:
    """Each table plays as many matches as it has seats: as a set, or on other set-ups with seats drawn by lot."""
    count, size = tables.shape
    shape = (count, size, size)
    if sets:
        start = chance.integers(0, size, (count, 1, 1))
        seats = (np.arange(size)[None, None, :] + np.arange(size)[None, :, None] + start) % size
        tilt = np.broadcast_to(chance.normal(0.0, world.seat, (count, 1, size)), shape)
        suits = chance.normal(0.0, world.suits, (count, 1, size))
    else:
        seats = chance.random(shape).argsort(axis=2)
        tilt = chance.normal(0.0, world.seat, shape)
        suits = chance.normal(0.0, world.suits, shape)
    marks = (
        strength[tables][:, None, :] + np.take_along_axis(tilt, seats, axis=2) + suits + chance.gumbel(0.0, LUCK, shape)
    )
    return Round(tables, 1 + (marks[:, :, None, :] > marks[:, :, :, None]).sum(axis=3), seats)


KINDS = ("random", "ladder", "round_robin", "swiss")
TICK = 30.0
"""Seconds between the ladder's rounds, for the pairing's urgency."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What is played."""

    kind: str
    entries: int
    seats: int
    sets: bool
    rounds: int
    """ladder, random and swiss: tables per entry."""
    meetings: int = 1
    world: World = field(default_factory=World)
    final: int = 0
    """How many play a decider afterwards; 0 is none."""
    final_tables: int = 0

    @property
    def title(self) -> str:
        """The format in words."""
        first = {"random": "random tables", "round_robin": "round robin"}.get(self.kind, self.kind)
        return f"{first} + final of {self.final}" if self.final else first


@dataclass(frozen=True, slots=True)
class Figures:
    """The results over all runs."""

    trial: Trial
    runs: int
    best_wins: float
    """Share of runs that the best bot won."""
    error: float
    """Standard error of that share."""
    champion: float
    """Mean true rank of the winner; 1 is best."""
    order: float
    """Mean rank correlation (Kendall) of the final table with the true order."""
    order_error: float
    matches: float
    seat_spread: float
    """Mean over runs of the most less the least often that a bot sat in a seat."""


def trials(entries: int, seats: int, meetings: int = 1, world: World | None = None) -> list[Trial]:
    """Every format with and without sets, on as many matches as the round robin takes."""
    plays = round_robin(entries, seats, meetings, sets=True).balance().plays[0]
    return [
        Trial(kind, entries, seats, sets, plays, meetings, world or World()) for kind in KINDS for sets in (False, True)
    ]


def of_season(season: Season, world: World) -> list[Trial]:
    """The first stage of a season with its final, with and without sets, beside random tables on as many matches.

    Of a season with divisions the highest is played.
    """
    stage, last = season.stages[0], season.stages[-1]
    size = min(season.field_size, season.divisions.sizes[0]) if season.divisions else season.field_size
    rounds = (
        stage.rounds
        or stage.tables_each
        or round_robin(size, season.seats, stage.meetings, sets=True).balance().plays[0]
    )
    top, repeats = (last.top, last.meetings) if last.format == "final" else (0, 0)
    return [
        Trial(kind, size, season.seats, sets, rounds, stage.meetings, world, top, repeats)
        for kind in ("random", stage.format)
        for sets in (False, True)
    ]


def simulate(trial: Trial, runs: int, seed: int, numbers: Iterable[int] | None = None) -> Figures:
    """Play a format many times; the same seed gives the same skills to every format. *numbers* may watch the runs 0, 1, 2 …"""
    wins, ranks, matches, spreads = 0, 0, 0, 0
    orders: list[float] = []
    for run in range(runs) if numbers is None else numbers:
        strength = skills(trial.world, trial.entries, np.random.default_rng([seed, run]))
        season = _Season(
            trial, strength, np.random.default_rng([seed, run, KINDS.index(trial.kind), trial.sets]), 1000 * seed + run
        )
        table = season.table()
        true = np.argsort(np.argsort(-strength))
        wins += int(true[table[0]] == 0)
        ranks += 1 + int(true[table[0]])
        orders.append(_kendall([int(true[bot]) for bot in table]))
        matches += season.matches
        spreads += season.seat_spread()
    share = wins / runs
    errors = (share * (1 - share) / runs) ** 0.5, float(np.std(orders)) / runs**0.5
    return Figures(
        trial, runs, share, errors[0], ranks / runs, fmean(orders), errors[1], matches / runs, spreads / runs
    )


def _kendall(order: Sequence[int]) -> float:
    agree = sum(1 if one < other else -1 for one, other in combinations(order, 2))
    return 2 * agree / (len(order) * (len(order) - 1))


class _Season:
    """One run of a trial."""

    def __init__(self, trial: Trial, strength: "Floats", chance: "Generator", seed: int) -> None:
        self.trial, self.strength, self.chance, self.seed = trial, strength, chance, seed
        self.matches = 0
        self.points = np.zeros(trial.entries)
        self.held = np.zeros((trial.entries, trial.seats), dtype=np.int64)
        self.results: list[SetResult] = []

    def table(self) -> list[int]:
        """The final table, best first."""
        order = {
            "random": self._random,
            "ladder": self._ladder,
            "round_robin": self._round_robin,
            "swiss": self._swiss,
        }[self.trial.kind]()
        if not self.trial.final:
            return order
        top = order[: self.trial.final]
        self.points = np.zeros(self.trial.entries)
        design = round_robin(self.trial.final, self.trial.seats, self.trial.final_tables, sets=True)
        self._play(np.array([[top[at] for at in table] for table in design.tables]))
        return sorted(top, key=lambda entry: (-self.points[entry], order.index(entry))) + order[self.trial.final :]

    def seat_spread(self) -> int:
        return int((self.held.max(axis=1) - self.held.min(axis=1)).max())

    def _play(self, tables: "Numbers") -> Round:
        played = play(self.trial.world, self.strength, tables, sets=self.trial.sets, chance=self.chance)
        self.matches += tables.shape[0] * self.trial.seats
        every = np.broadcast_to(tables[:, None, :], played.places.shape)
        np.add.at(self.points, every, self.trial.seats - played.places)
        np.add.at(self.held, (every, played.seats), 1)
        return played

    def _rank_by_points(self) -> list[int]:
        # Equal points: by lot.
        lots = self.chance.permutation(self.trial.entries)
        return sorted(range(self.trial.entries), key=lambda bot: (-self.points[bot], lots[bot]))

    def _rank_by_fit(self) -> list[int]:
        return [int(line.bot) for line in fit(self.results).table()]

    def _record(self, played: Round) -> list[SetResult]:
        records = []
        for table, places in zip(played.tables.tolist(), played.places.tolist(), strict=True):
            records.append(SetResult(str(len(self.results)), tuple(map(str, table)), tuple(map(tuple, places))))
            self.results.append(records[-1])
        return records

    def _round_robin(self) -> list[int]:
        design = round_robin(self.trial.entries, self.trial.seats, self.trial.meetings, sets=True)
        self._play(self.chance.permutation(self.trial.entries)[np.array(design.tables)])
        return self._rank_by_points()

    def _random(self) -> list[int]:
        size = self.trial.entries // self.trial.seats
        for _ in range(self.trial.rounds):
            drawn = self.chance.permutation(self.trial.entries)[: size * self.trial.seats]
            self._record(self._play(drawn.reshape(size, self.trial.seats)))
        return self._rank_by_fit()

    def _swiss(self) -> list[int]:
        names = [str(one) for one in self.chance.permutation(self.trial.entries)]
        rounds: list[SwissRound] = []
        for _ in range(self.trial.rounds):
            if rounds:
                standing = [str(bot) for bot in self._rank_by_points()]
                rounds.append(next_round(standing, self.trial.seats, history(rounds), kicks=0))
            else:
                rounds.append(first_round(names, self.trial.seats))
            self._play(np.array([[int(one) for one in table] for table in rounds[-1].tables]))
            for one in rounds[-1].byes:
                self.points[int(one)] += self.trial.seats * (self.trial.seats - 1) / 2
        return self._rank_by_points()

    def _ladder(self) -> list[int]:
        points = {str(number): elo.START for number in range(self.trial.entries)}
        deviations = dict.fromkeys(points, elo.WIDEST)
        waiting = dict.fromkeys(points, TICK)
        recent: dict[str, dict[str, int]] = {bot: {} for bot in points}
        for tick in range(self.trial.rounds):
            people = [
                Candidate(
                    bot,
                    frozenset({bot}),
                    points[bot] / elo.MILLI,
                    deviations[bot] / elo.MILLI,
                    waiting[bot],
                    recent=recent[bot],
                )
                for bot in points
            ]
            tables = pair(people, self.trial.seats, seed=self.seed * 1000 + tick).tables
            waiting = {bot: waiting[bot] + TICK for bot in points}
            for result in self._record(self._play(np.array([[int(bot) for bot in table] for table in tables]))):
                deviations.update(elo.narrowed(deviations, points, result))
                for bot, change in elo.changes(points, result).items():
                    points[bot] += change
                    waiting[bot] = TICK
                    recent[bot] = dict.fromkeys(set(result.bots) - {bot}, 1)
        return self._rank_by_fit()
