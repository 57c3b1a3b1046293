"""What a decision costs on its way through worker, Redis and gateway: `python -m bench.relay [--bots 8 50] [--against CHECKOUT] [--rounds 3]`

Prints the processor time of each part of the arena per decision. With `--against` another checkout takes turns with this one in the same run, each
with this file's bots, and the last column is this one's share of the other's. The bots are light (bench/light_bots.py) and in processes of their own;
they think `--think` seconds. One gateway, one worker for matches, SQLite, Nippon with two seats. `--perf PART` records one part with perf.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parents[1]
PARTS = ("worker-matches", "gateway", "redis", "worker-control", "beat")
PER_PROCESS = 250
"""Light bots in one process."""


class LightCrowd:
    """Light bots in processes of their own."""

    def __init__(self, arena, address: str, tokens: list[str], think: float) -> None:
        self.files = []
        for number, first in enumerate(range(0, len(tokens), PER_PROCESS)):
            file = arena.folder / f"light-{number}.txt"
            script = [sys.executable, "-P", str(HERE / "bench" / "light_bots.py"), address, str(file), str(think)]
            arena._start(f"light-{number}", [*script, *tokens[first : first + PER_PROCESS]], arena.environment)
            self.files.append(file)

    def lines(self) -> list[list[float]]:
        """What each process says now: answers so far, p50, p95 and p99 of the overhead since the last time."""
        for file in self.files:
            file.unlink(missing_ok=True)
            file.with_suffix(".ask").touch()
        found = []
        for file in self.files:
            while not file.exists():
                time.sleep(0.02)
            found.append([float(word) for word in file.read_text().split()])
        return found

    def answers(self) -> int:
        return int(sum(line[0] for line in self.lines()))


def measure(bots: int, seconds: float, think: float, perf: str = "") -> dict[str, float]:
    """µs of processor time per decision of each part, and decisions per second."""
    from bench.processes import processor_seconds
    from tests.services.cluster import await_until, cluster

    with TemporaryDirectory(prefix="relay-") as name, cluster(Path(name)) as arena:
        season = arena.ladder([])
        address = arena.start_gateway()
        arena.start("worker-matches", "worker", "matches")
        arena.start("worker-control", "worker", "control")
        arena.start("beat", "beat")
        tokens = []
        for number in range(bots):
            bot_id, token = arena.new_bot(f"bot-{number}", validated=True)
            arena.enter(season, bot_id)
            tokens.append(token)
        crowd = LightCrowd(arena, address, tokens, think)
        await_until(lambda: crowd.answers() > 20 * bots, "the bots play", arena)
        groups = {part.process.pid: name for name, part in arena.parts.items() if part.process is not None}
        groups[arena.redis.process.pid] = "redis"
        if perf:
            pid = next(pid for pid, name in groups.items() if name == perf)
            subprocess.Popen(
                [
                    os.environ.get("PY_SPY", "py-spy"),
                    "record",
                    "-d",
                    str(int(seconds)),
                    "-f",
                    "raw",
                    "-o",
                    f"/tmp/spy-{perf}.txt",
                    "-p",
                    str(pid),
                ]
            )
        began, before, spent = time.monotonic(), crowd.answers(), processor_seconds(groups)
        time.sleep(seconds)
        passed, lines, after = time.monotonic() - began, crowd.lines(), processor_seconds(groups)
        made = sum(line[0] for line in lines) - before
        found = {part: (after[part] - spent[part]) / made * 1e6 for part in PARTS}
        found["all"] = sum(found.values())
        found["decisions/s"] = made / passed
        for number, quantile in enumerate(("p50", "p95", "p99"), 1):
            found[f"overhead {quantile}, ms"] = max(line[number] for line in lines)
        if perf:
            time.sleep(5)
        return found


def in_checkout(checkout: Path, arguments: list[str]) -> dict[str, float]:
    """The same in another process, which imports that checkout."""
    script = [sys.executable, "-P", str(HERE / "bench" / "relay.py"), "--one", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    done = subprocess.run(script, env=environment, cwd=checkout, stdout=subprocess.PIPE, check=True)
    return dict(json.loads(done.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, nargs="+", default=[8])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--think", type=float, default=0.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--perf", default="")
    parser.add_argument("--one", action="store_true", help="for itself: one measurement, as JSON")
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measure(given.bots[0], given.seconds, given.think, given.perf)))
        return
    for bots in given.bots:
        arguments = [
            "--bots",
            str(bots),
            "--seconds",
            str(given.seconds),
            "--think",
            str(given.think),
            "--perf",
            given.perf,
        ]
        checkouts = [HERE] if given.against is None else [given.against.resolve(), HERE]
        taken: list[list[dict[str, float]]] = [[] for _ in checkouts]
        for _ in range(given.rounds):
            for number, checkout in enumerate(checkouts):
                taken[number].append(in_checkout(checkout, arguments))
        report(bots, taken)


def report(bots: int, taken: list[list[dict[str, float]]]) -> None:
    """A table of medians."""
    print(
        f"{f'{bots} bots, load {os.getloadavg()[0]:.1f}':24}"
        + ("  before     now   share" if len(taken) > 1 else "     now")
    )
    for name in taken[0][0]:
        medians = [statistics.median(one[name] for one in each) for each in taken]
        share = f"{medians[-1] / medians[0]:8.2f}" if len(medians) > 1 and medians[0] else ""
        print(f"{name:24}" + "".join(f"{one:8.1f}" for one in medians) + share, flush=True)


if __name__ == "__main__":
    main()
