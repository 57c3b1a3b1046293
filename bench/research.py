"""The research kit beside PettingZoo's classic environments: `python -m bench.research --help`.

PettingZoo's own performance benchmark, unmodified, on our environments and on its classic ones, all with their usual wrappers; and the
vectorised stepper (`arena.research.vector`) per decision. All agents play at random. Turns are counted against processor time, since the clock
on the wall tells what else the machine does; in turns of five seconds, the best of which counts. Environments whose libraries are missing are named:
`make bench` installs them into .venv-peers, and `.venv-peers/bin/python -m bench.research` finds them there.
"""

import argparse
import io
import time
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from typing import Any

import numpy as np
from pettingzoo.test import performance_benchmark

import engine
from arena.research.pettingzoo import env
from arena.research.vector import SelfPlay
from bench.engine import print_table
from engine import build

CLASSIC = (
    "tictactoe_v3",
    "connect_four_v3",
    "rps_v2",
    "leduc_holdem_v4",
    "texas_holdem_v4",
    "texas_holdem_no_limit_v6",
    "chess_v6",
    "go_v5",
    "hanabi_v5",
)
SECONDS = 5
"""As long as PettingZoo's benchmark runs."""


def turns_per_second(table: Any) -> float:
    """Turns per second of processor time in PettingZoo's benchmark."""
    printed = io.StringIO()
    wall, begun = time.time(), time.process_time()
    with redirect_stdout(printed):
        performance_benchmark(table)
    spent, passed = time.process_time() - begun, time.time() - wall
    rate = next(float(line.split()[0]) for line in printed.getvalue().splitlines() if "turns per second" in line)
    return rate * passed / spent


def stepped(game: engine.Game, seats: int, tables: int) -> float:
    """Decisions per second of processor time of the vectorised stepper in this process, with a random legal choice for each."""
    rng, decisions = np.random.default_rng(1), 0
    with SelfPlay(game.name, seats, tables=tables) as play:
        begun = time.process_time()
        while time.process_time() - begun < SECONDS:
            play.step(random_choices(play.decisions.action_mask, rng))
            decisions += tables
        return decisions / (time.process_time() - begun)


def choices(game: engine.Game, seats: int, tables: int) -> float:
    """Seconds that the random choices alone take per decision."""
    rng = np.random.default_rng(1)
    with SelfPlay(game.name, seats, tables=tables) as play:
        begun = time.process_time()
        for _ in range(200):
            random_choices(play.decisions.action_mask, rng)
        return (time.process_time() - begun) / (200 * tables)


def random_choices(mask: Any, rng: np.random.Generator) -> Any:
    """One legal action of each row, all equally likely."""
    rows, actions = np.nonzero(mask)
    first = np.searchsorted(rows, np.arange(len(mask) + 1))
    return actions[first[:-1] + (rng.random(len(mask)) * np.diff(first)).astype(np.int64)]


def best(rounds: int, measure: Callable[[], float]) -> float:
    return max(measure() for _ in range(rounds))


def classic(rounds: int) -> tuple[dict[str, float], dict[str, str]]:
    """Turns per second of each classic environment, and why others are missing."""
    rates, missing = {}, {}
    for name in CLASSIC:
        try:
            table = import_module(f"pettingzoo.classic.{name}").env()
        except Exception as error:
            missing[name] = str(error).splitlines()[0]
            continue
        rates[name] = best(rounds, lambda table=table: turns_per_second(table))
    return rates, missing


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.research", description=__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--tables", type=int, default=64, help="of the vectorised stepper")
    parser.add_argument("--game", action="append", choices=engine.games(), help="only these games")
    parser.add_argument("--seats", type=int, default=4)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    print(f"engine: {build.description()}; {arguments.rounds} rounds of {SECONDS} s, {arguments.tables} tables\n")
    peers, missing = classic(arguments.rounds)
    yardstick = max(peers.values(), default=float("nan"))
    rows = [[f"PettingZoo {name}", f"{rate:,.0f}", f"{rate / yardstick:.2f}", "", ""] for name, rate in peers.items()]
    for name in arguments.game or engine.games():
        game = engine.game(name)
        one = best(arguments.rounds, lambda name=name: turns_per_second(env(name, arguments.seats)))
        many = best(arguments.rounds, lambda game=game: stepped(game, arguments.seats, arguments.tables))
        bare = 1 / (1 / many - choices(game, arguments.seats, arguments.tables))
        rows.append(
            [
                f"{name}, {arguments.seats} seats",
                f"{one:,.0f}",
                f"{one / yardstick:.2f}",
                f"{many:,.0f} ({bare:,.0f})",
                f"{many / yardstick:.2f} ({bare / yardstick:.2f})",
            ]
        )
    head = ["per second of processor time", "turns", "ratio to best classic", "stepper (without choosing)", "ratio"]
    print_table(head, rows)
    for name, why in missing.items():
        print(f"skipped {name}: {why}")


if __name__ == "__main__":
    main()
