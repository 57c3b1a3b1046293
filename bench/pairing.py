"""How ladder pairing grows from 100 to 10,000 bots. `python -m bench.pairing`

Looks are counted, so they are the same on every machine; seconds are processor time, best of five. The last column divides
the time by n log n: it must not grow.
"""

from math import log
from random import Random
from time import process_time

from arena.scheduling.pairing import Candidate, pair


def crowd(size: int, owners: int) -> list[Candidate]:
    chance = Random(size)
    return [
        Candidate(
            f"bot{at}",
            frozenset({f"owner{chance.randrange(owners)}"}),
            chance.gauss(1500, 200),
            chance.uniform(40, 350),
            chance.uniform(0, 100),
        )
        for at in range(size)
    ]


def best(people: list[Candidate]) -> tuple[float, int, int]:
    times = []
    for seed in range(5):
        start = process_time()
        made = pair(people, 4, seed=seed)
        times.append(process_time() - start)
    return min(times), made.looks, len(made.tables)


def main() -> None:
    print(f"{'bots':>6} {'owners':>7} {'tables':>7} {'looks/bot':>10} {'ms':>8} {'us/(n log n)':>13}")
    for share in (1, 10):
        for size in (100, 316, 1000, 3162, 10000):
            seconds, looks, tables = best(crowd(size, size // share))
            print(
                f"{size:>6} {size // share:>7} {tables:>7} {looks / size:>10.1f} {1000 * seconds:>8.1f} {1e6 * seconds / (size * log(size)):>13.2f}"
            )


if __name__ == "__main__":
    main()
