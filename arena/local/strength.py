"""Which of two bots is stronger, and by how much: seat-rotated sets, played until a sequential test is sure or a budget is spent.

The challenger sits alone at a table of the other bot, in every seat in turn. A *duel* does so once, or both ways round where there are
more than two seats: then it is fair to both. Results are kept in a file as they come, so an interrupted duel goes on where it was.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import log10, sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

from arena.errors import Invalid
from arena.ratings.intervals import anytime_half_width
from arena.series import Figure, Order, Result, figure

FIRST_LOOK = 6
"""Whole sets before a verdict is possible."""

Play = Callable[[Order], Iterable[Result]]
"""Plays the matches of an order that are left, in processes or over the wire."""


class OtherResults(Invalid):
    """A file of results that belongs to something else."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What to find out: the order seats the challenger first, then the other bot in every other seat."""

    order: Order
    """Its `games` are the most that are played one way round."""
    both_ways: bool = False
    """Also play the other bot alone against challengers. At two seats one way is both."""
    early: bool = True
    """Stop as soon as the verdict is sure."""
    batch: int = 1
    """Sets between two looks: starting processes takes time."""

    @property
    def ways(self) -> tuple[Order, ...]:
        """The orders to play side by side."""
        first = self.order
        if not self.both_ways or first.seats == 2:
            return (first,)
        challenger, other, *_ = first.entrants
        challenger_name, other_name, *_ = first.names
        turned = (other, *(challenger for _ in first.entrants[1:]))
        names = (other_name, *(f"{challenger_name} ({at})" for at in range(2, first.seats + 1)))
        return (first, replace(first, entrants=turned, names=names))

    @property
    def chance(self) -> float:
        """The share of wins between equal bots."""
        return 0.5 if len(self.ways) == 2 else 1 / self.order.seats


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known so far."""

    matches: int
    share: Figure
    """The challenger's share of wins, with the usual error: for one look at the end. Both ways round: against the same share of the other bot."""
    low: float
    """The interval that holds at every look, and so when the duel stops early."""
    high: float
    chance: float
    scores: tuple[float, float]
    """Mean scores: of the challenger, and of the others."""
    seconds: float
    thinking: tuple[float, float] | None
    """Mean processor seconds of a seat in a match: of the challenger, and of the others; None where they were not measured."""

    @property
    def stronger(self) -> bool | None:
        """Whether the challenger is stronger than the other bot; None: not sure."""
        if self.low > self.chance:
            return True
        return False if self.high < self.chance else None

    @property
    def elo(self) -> float | None:
        """The rating difference that the share means, at two seats or both ways round; None where chance is not one half."""
        if self.chance != 0.5:
            return None
        edge = 0.5 / self.matches
        share = min(max(self.share.mean, edge), 1 - edge)
        return 400 * log10(share / (1 - share))


def fight(duel: Duel, play: Play, kept: "Kept") -> Iterator[Verdict]:
    """Play the duel set by set; a verdict after each set, the last one final."""
    seats, ways = duel.order.seats, duel.ways
    results = kept.results(len(ways))
    sets = duel.order.games // seats
    if all(results):
        yield verdict(duel, results)
    for start in range(0, sets, duel.batch):
        if all(results) and duel.early and verdict(duel, results).stronger is not None:
            return
        fresh = False
        for way, order in enumerate(ways):
            for first, after in _missing(results[way], range(start, min(start + duel.batch, sets)), seats):
                results[way] = [result for result in results[way] if not first <= result.set_number < after]
                for result in play(replace(order, games=after * seats, first=first * seats)):
                    results[way].append(result)
                    kept.add(way, result)
                fresh = True
        if fresh:
            yield verdict(duel, results)


def _missing(results: Sequence[Result], sets: Iterable[int], seats: int) -> list[tuple[int, int]]:
    """The sets that are not whole yet, from the first of them to the end."""
    played = [result.set_number for result in results]
    lacking = [number for number in sets if played.count(number) < seats]
    return [(lacking[0], lacking[-1] + 1)] if lacking else []


def verdict(duel: Duel, results: Sequence[Sequence[Result]]) -> Verdict:
    """What the results say."""
    shares = _set_shares(duel, results)
    values = list(shares.values())
    flat = [result for way in results for result in way]
    chance = duel.chance
    if len(values) >= FIRST_LOOK:
        deviation = sqrt(chance * (1 - chance) / (duel.order.seats * len(results)))
        reach = anytime_half_width(values, deviation)
    else:
        reach = 1.0
    mean = fmean(values) if values else chance
    own = [result.scores[0] for result in results[0]]
    others = [score for result in results[0] for score in result.scores[1:]]
    timed = [result.thinking for result in results[0] if result.thinking]
    return Verdict(
        matches=len(flat),
        share=figure(values, list(shares), 1) if values else Figure(chance, None),
        low=max(0.0, mean - reach),
        high=min(1.0, mean + reach),
        chance=chance,
        scores=(fmean(own), fmean(others)),
        seconds=sum(result.seconds for result in flat),
        thinking=(fmean(seat for seat, *_ in timed), fmean(of for _, *rest in timed for of in rest)) if timed else None,
    )


def _set_shares(duel: Duel, results: Sequence[Sequence[Result]]) -> dict[int, float]:
    """By set that is whole: the challenger's share of wins; both ways round, one half and half of the difference."""
    by_way = []
    for way in results:
        sets: dict[int, list[float]] = {}
        for result in way:
            sets.setdefault(result.set_number, []).append(result.wins[0])
        by_way.append({number: fmean(wins) for number, wins in sets.items() if len(wins) == duel.order.seats})
    if len(by_way) == 1:
        return by_way[0]
    first, turned = by_way
    return {number: 0.5 + (first[number] - turned[number]) / 2 for number in first if number in turned}


class Kept:
    """Results in a file, a line for each match; the first line says what they belong to."""

    def __init__(self, path: Path, duel: Duel) -> None:
        """OtherResults if the file belongs to another duel."""
        self._path = path
        self._lines: list[dict[str, Any]] = []
        about = {"ways": [_about(order) for order in duel.ways]}
        if path.exists() and path.stat().st_size:
            first, *lines = path.read_text("utf-8").splitlines()
            if json.loads(first) != about:
                raise OtherResults(f"{path} holds the results of another duel; name another file, or remove it")
            self._lines = [json.loads(line) for line in lines if line.endswith("}")]
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(about) + "\n", "utf-8")

    def __len__(self) -> int:
        return len(self._lines)

    def results(self, ways: int) -> list[list[Result]]:
        """What was played before, by way round."""
        played: list[dict[int, Result]] = [{} for _ in range(ways)]
        for line in self._lines:
            plain = dict(line["result"])
            for name in ("scores", "places", "wins", "thinking"):
                plain[name] = tuple(plain.get(name, ()))
            played[line["way"]][plain["number"]] = Result(**plain)  # a set that was interrupted is played again
        return [list(way.values()) for way in played]

    def add(self, way: int, result: Result) -> None:
        """Keep a match."""
        with self._path.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"way": way, "result": asdict(result)}) + "\n")


def _about(order: Order) -> dict[str, Any]:
    """What a file of results belongs to: not how many matches were asked for."""
    return {
        "game": order.game,
        "seats": order.seats,
        "options": order.options,
        "seed": order.seed,
        "entrants": list(order.entrants),
    }
