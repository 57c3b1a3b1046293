"""What hosting costs, against the same program outside, in the same run.

python -m bench.sandbox [--starts 40] [--sandbox runsc]    time to the first byte that a program prints
python -m bench.sandbox --decisions [--seconds 6]          decisions a second of two bots at one table
"""

import argparse
import asyncio
import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from arena.event_loop import on_loop
from arena.gateway.connections import Connections
from arena.gateway.server import Gateway
from arena.gateway.settings import Settings
from arena.gateway.tokens import BotIdentity, KnownTokens
from arena.hosting.match import HostedMatch
from arena.matches import PRESETS, MatchSpec, new_seed
from arena.runner.relay import Relay
from arena.sandbox import roots
from arena.sandbox.limits import USUAL
from arena.sandbox.program import Program

Carry = Callable[[Path], None]
WORDS = ["/bin/echo", "x"]
GAME = "nippon"
WINDOWS = 4
BOT = """
from arena.sdk import Bot, run

class First(Bot):
    def choose(self, decision):
        return 0

run(First())
"""


def first_byte(start) -> float:
    """Seconds until the program has printed something."""
    here, there = os.pipe()
    began = time.monotonic()
    end = start(there)
    os.close(there)
    os.read(here, 1)
    took = time.monotonic() - began
    os.close(here)
    end()
    return took


def bare(out: int):
    process = subprocess.Popen(WORDS, stdout=out)
    return process.wait


def starts(given: argparse.Namespace) -> None:
    """Bare and in the sandbox, in turn."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)

        def boxed(out: int):
            program = Program(Path(folder), WORDS, way=given.sandbox, stdout=out)
            return program.wait

        first_byte(boxed)  # reads files that later starts find in memory
        pairs, spent = [], {bare: 0.0, boxed: 0.0}
        for _ in range(given.starts):
            took = []
            for start in (bare, boxed):
                before = processor()
                took.append(first_byte(start))
                spent[start] += processor() - before
            pairs.append(took)
    plain, sandboxed = (1000 * statistics.median(side) for side in zip(*pairs, strict=True))
    print(
        f"bare {plain:.1f} ms, {given.sandbox} {sandboxed:.1f} ms, {sandboxed - plain:.1f} ms over it (medians of {given.starts})"
    )
    without, within = (1000 * seconds / given.starts for seconds in spent.values())
    print(f"processor time from start to end: bare {without:.1f} ms, {given.sandbox} {within:.1f} ms")


def processor() -> float:
    """Seconds of processor time of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


async def decisions(given: argparse.Namespace) -> None:
    """A table of two that dial in and one of two that are hosted, in turn, on one gateway."""
    with tempfile.TemporaryDirectory() as work, ExitStack() as stack:
        folder = Path(work)
        folder.chmod(0o755)  # noqa: ASYNC240 (before anything runs)
        (folder / "bot.py").write_text(BOT, "utf-8")
        names = [f"{kind}-{number}" for kind in ("dialled", "hosted") for number in range(2)]
        tokens = KnownTokens(
            {f"token-{name}": BotIdentity(name, name, hosted=name.startswith("hosted")) for name in names}
        )
        connections = Connections(Settings(host=f"unix:{folder}/gateway.sock"))
        async with Gateway(connections, tokens) as gateway:
            carry = stack.enter_context(relay(gateway.address))
            for name in names:
                start = dial_in if name.startswith("dialled") else host
                await asyncio.to_thread(start, stack, folder, name, gateway.address, carry, given.sandbox)
            await asyncio.gather(*(connections.arrived(name) for name in names))
            await compare(connections, given.seconds)
            await asyncio.to_thread(stack.close)


@contextmanager
def relay(address: str) -> Iterator[Carry]:
    """A relay in a process of its own, as a runner has it; gives what makes it listen in a folder."""
    start = multiprocessing.get_context("spawn")
    here, there = start.Pipe()
    process = start.Process(target=carry_all, args=(address, there))
    process.start()

    def carry(folder: Path) -> None:
        here.send(folder)
        here.recv()

    yield carry
    here.send(None)
    process.join()


def carry_all(address: str, folders: Connection) -> None:
    running = Relay(address)
    while (folder := folders.recv()) is not None:
        running.open(folder)
        folders.send(folder)
    running.close()


def dial_in(stack: ExitStack, folder: Path, name: str, address: str, _carry: Carry, _way: str) -> None:
    given = {"ARENA_ENDPOINT": address, "ARENA_TOKEN": f"token-{name}", "PATH": ""}
    words = [sys.executable, str(folder / "bot.py")]
    # A session of its own, as the hosted ones have: the scheduler shares the processors out by session.
    process = subprocess.Popen(words, env=given, stdout=subprocess.DEVNULL, start_new_session=True)
    stack.callback(process.wait)
    stack.callback(process.kill)


def host(stack: ExitStack, folder: Path, name: str, _address: str, carry: Carry, way: str) -> None:
    files, socket = folder / f"{name}-files", folder / f"{name}-gateway"
    for made in (files, socket):
        made.mkdir(mode=0o755)
        made.chmod(0o755)
    (files / "bot.py").write_text(BOT, "utf-8")
    carry(socket)
    given = roots.environment(f"token-{name}", memory_bytes=USUAL.memory_bytes)
    stack.enter_context(Program(files, ["python3", "bot.py"], way=way, gateway=socket, environment=given))


async def compare(connections: Connections, seconds: float) -> None:
    """Windows of both kinds in turn; the medians."""
    rates: dict[str, list[float]] = {"dialled": [], "hosted": []}
    for window in range(WINDOWS + 1):
        for kind, found in rates.items():
            rate = await table(connections, [f"{kind}-0", f"{kind}-1"], seconds if window else 1.0)
            if window:  # the first one warms up
                found.append(rate)
    dialled, hosted = (statistics.median(found) for found in rates.values())
    print(f"decisions/s: dialled in {dialled:.0f}, hosted {hosted:.0f}, ratio {hosted / dialled:.2f}")


async def table(connections: Connections, pair: list[str], seconds: float) -> float:
    """Matches one after the other; decisions per second."""
    made, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        spec = MatchSpec(GAME, 2, {}, new_seed(), new_seed(), PRESETS["long"], match_id=f"{pair[0]}-{new_seed()}")
        match = HostedMatch(spec, pair, connections)
        match.start()
        made += len((await match.done).decisions)
    return made / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--starts", type=int, default=40)
    parser.add_argument("--sandbox", default="bubblewrap")
    parser.add_argument("--decisions", action="store_true")
    parser.add_argument("--seconds", type=float, default=6.0)
    given = parser.parse_args()
    if given.decisions:
        on_loop(decisions(given))
    else:
        starts(given)


if __name__ == "__main__":
    main()
