"""Synthetic seasons for the tests: skills in points, places drawn by Plackett-Luce, same on every machine."""

from math import log
from random import Random

from arena.ratings.results import SetResult

POINTS = 400 / log(10)


def gumbel(chance: Random) -> float:
    return -log(-log(chance.random() or 0.5))


def season(chance: Random, bots: int, sets: int, seats: int, alike: float, spread: float = 200.0):
    """True points by bot, and sets of *seats* matches.

    With probability *alike* a bot's luck of a match is the one it has in the whole set: matches of a set then
    resemble each other, while every single match still follows Plackett-Luce exactly.
    """
    points = {f"bot{at:03d}": chance.gauss(1500, spread) for at in range(bots)}
    names = sorted(points)
    results = []
    for number in range(sets):
        table = tuple(chance.sample(names, seats))
        common = [gumbel(chance) for _ in table]
        rows = [_match(chance, [points[bot] for bot in table], common, alike) for _ in range(seats)]
        results.append(SetResult(f"s{number}", table, tuple(rows)))
    return points, results


def _match(chance: Random, points: list[float], common: list[float], alike: float) -> tuple[int, ...]:
    lucks = [luck if chance.random() < alike else gumbel(chance) for luck in common]
    marks = [point / POINTS + luck for point, luck in zip(points, lucks, strict=True)]
    return tuple(1 + sum(other > mark for other in marks) for mark in marks)
