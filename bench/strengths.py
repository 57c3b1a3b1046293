"""The table of strengths of docs/house-bots.md: each level alone at a table of the level below, in every game, at 2 and 4 seats.

    .venv/bin/python -m bench.strengths --jobs 2                  # plays what is missing, cheapest first, and prints the table
    .venv/bin/python -m bench.strengths --game iki --level hard   # only these cells

Matches are kept as `arena rank-house` keeps them, so that an interrupted table goes on where it was, and one that was played after a level has
changed needs another --seed or another --results. Seeds below 1000 are for tuning.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import engine
from bench.engine import print_table

PAIRS = (("easy", "greedy", 200), ("normal", "easy", 200), ("hard", "normal", 80))
"""Level, level below, matches."""
WANTED = 0.60
"""Share of wins against only the level below."""
LOWEST = {2: 0.50, 4: 0.45}
"""What the interval's lower end must be above, by seats."""
HEAD = ("game", "seats", "level", "against", "matches", "wins", "score", "processor s of a seat", "holds")


@dataclass(frozen=True, slots=True)
class Cell:
    """One line of the table."""

    game: str
    seats: int
    level: str
    below: str
    matches: int

    def command(self, seed: int, jobs: int, results: Path) -> list[str]:
        """How it is measured."""
        numbers = {"--seats": self.seats, "--matches": self.matches, "--seed": seed, "--jobs": jobs}
        words = [str(word) for pair in numbers.items() for word in pair]
        levels = ["--levels", f"{self.below},{self.level}", "--full", "--json", "--results", str(results)]
        return [sys.executable, "-m", "arena.cli", "rank-house", self.game, *words, *levels]


def cells(
    games: Sequence[str], levels: Sequence[str], tables: Sequence[int], matches: int | None = None
) -> Iterator[Cell]:
    """The cheapest first: weak levels at small tables."""
    for (level, below, enough), seats, game in product(PAIRS, tables, games):
        if level in levels:
            yield Cell(game, seats, level, below, matches or enough)


def row(cell: Cell, figures: dict[str, Any]) -> list[str]:
    """A measured cell."""
    share, error = figures["share"], figures["error"]
    own, others = figures["scores"]
    thinking = figures["thinking"]
    interval, holds = "", False
    if error is not None:  # it takes two sets
        interval = f" ({100 * (share - error):.0f} to {100 * (share + error):.0f})"
        holds = share >= WANTED and share - error > LOWEST[cell.seats]
    return [
        cell.game,
        str(cell.seats),
        cell.level,
        cell.below,
        str(figures["matches"]),
        f"{100 * share:.1f} %{interval}",
        f"{own:.0f} : {others:.0f}",
        f"{thinking[0]:.1f} : {thinking[1]:.1f}" if thinking else "-",
        "yes" if holds else "no",
    ]


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=engine.games(), help="only these games")
    parser.add_argument("--level", action="append", choices=[level for level, *_ in PAIRS], help="only these levels")
    parser.add_argument("--seats", action="append", type=int, choices=list(LOWEST), help="only tables of this size")
    parser.add_argument("--matches", type=int, help="of each cell, instead of 200, and 80 where hard plays")
    parser.add_argument("--seed", type=int, default=2001)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("bench-results/strengths"))
    given = parser.parse_args()
    rows = []
    levels = given.level or [level for level, *_ in PAIRS]
    for cell in cells(given.game or engine.games(), levels, given.seats or list(LOWEST), given.matches):
        played = subprocess.run(
            cell.command(given.seed, given.jobs, given.results), capture_output=True, text=True, check=False
        )
        if played.returncode not in (0, 1):  # 1: the verdict is not sure
            raise SystemExit(played.stderr)
        rows.append(row(cell, *json.loads(played.stdout)))
        print(*rows[-1], sep=", ", file=sys.stderr)
    print_table(HEAD, rows)


if __name__ == "__main__":
    main()
