"""How rating and fitting grow with the number of results. `python -m bench.ratings`

A result is one bot's place in one match. Seconds are processor time of this process; the exponent is that of the growth
from the row above (1 is linear).
"""

from math import log10
from random import Random
from time import process_time

from arena.ratings import elo
from arena.ratings.fit import fit
from arena.ratings.results import SetResult

BOTS, SEATS = 200, 4
SIZES = (10**4, 10**5, 10**6)


def season(results: int) -> list[SetResult]:
    chance = Random(results)
    names = [f"bot{at}" for at in range(BOTS)]
    skills = {name: chance.gauss(0, 1) for name in names}
    sets = []
    for number in range(results // SEATS**2):
        table = tuple(chance.sample(names, SEATS))
        rows = []
        for _ in range(SEATS):
            marks = [skills[bot] + chance.gauss(0, 1) for bot in table]
            rows.append(tuple(1 + sum(other > mark for other in marks) for mark in marks))
        sets.append(SetResult(f"s{number}", table, tuple(rows)))
    return sets


def timed(work) -> tuple[float, object]:
    start = process_time()
    done = work()
    return process_time() - start, done


def rated(sets: list[SetResult]) -> dict[str, int]:
    points = {f"bot{at}": elo.START for at in range(BOTS)}
    deviations = dict.fromkeys(points, elo.WIDEST)
    for result in sets:
        deviations |= elo.narrowed(deviations, points, result)
        for bot, change in elo.changes(points, result).items():
            points[bot] += change
    return points


def main() -> None:
    fit(season(1600))  # loads what numpy loads late
    print(f"{'results':>9} {'rate s':>8} {'exp':>5} {'fit s':>8} {'exp':>5}")
    before: list[float] | None = None
    for size in SIZES:
        sets = season(size)
        rating, _ = timed(lambda sets=sets: rated(sets))
        fitting, _ = timed(lambda sets=sets: fit(sets))
        now = [rating, fitting]
        growth = [f"{log10(b / a):5.2f}" for a, b in zip(before, now, strict=True)] if before else ["    -"] * 2
        print(f"{size:>9} {rating:8.2f} {growth[0]} {fitting:8.3f} {growth[1]}")
        before = now


if __name__ == "__main__":
    main()
