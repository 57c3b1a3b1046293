"""Pages of the site beside a bare Flask page under the same server, over histories of 10,000 and 200,000 matches. `python -m bench.web`

Everything takes turns in short rounds, and the median round counts: trust the ratios. Processor time is that of the server's
process, without the database's, in the cheapest round. "of hello" is the site as it runs, which keeps public pages: every page is asked for once before, so
what is measured are pages from the keep and those that have become too old in it. "anew" is a site that keeps nothing, for the
share and for the growth. Rows of their own: bots while sets are rated all the time, and the first visit to bots nobody asked for before.
"""

import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import psycopg

from arena.db.database import Database, upgrade
from bench.clients import Load, ask, once
from bench.history import LADDERS, Past, Played, Size, samples, write
from bench.moving import moving
from bench.web_streams import Watchers, beside_streams
from tests.services.servers import RedisServer, postgres_server

CLIENTS = 20
STREAMS = 500
HELLO_SHARE = 0.25
"""Of the rate of the bare page that every page must reach."""
SETS_A_SECOND = (1, 5)
"""A thousand bots that play sets of forty minutes all the time finish about one in eight seconds."""
GROWTH = 1.2
"""How much dearer a page may be over the large history than over the small one."""


@dataclass
class Served:
    """A server and what is asked of it."""

    name: str
    base: str
    pid: int
    pages: dict[str, list[str]]
    loads: dict[str, list[Load]] = field(default_factory=dict)

    def rate(self, page: str) -> float:
        """In the median round."""
        return median(load.rate for load in self.loads[page])

    def cost(self, page: str) -> float:
        """In the cheapest round: other work on the machine only ever adds to it."""
        return min(load.cost for load in self.loads[page])


@contextmanager
def server(
    folder: Path, name: str, redis: str, database: str, *command: str, keep: int = 300
) -> Iterator[tuple[str, int]]:
    """A web server as a process: its address and process id."""
    announced = folder / f"{name}.address"
    clean = {key: value for key, value in os.environ.items() if not key.startswith("ARENA_")}
    settings = {
        "ARENA_DATA": str(folder),
        "ARENA_WEB_PORT": "0",
        "ARENA_WEB_KEEP_SECONDS": str(keep),
        "ARENA_WEB_STREAMS_PER_ADDRESS": str(2 * STREAMS),
        "ARENA_REDIS_URL": redis,
        "ARENA_DATABASE_URL": database,
    }
    words = [str(announced) if word == "ANNOUNCE" else word for word in command]
    with open(folder / f"{name}.log", "wb") as log:
        process = subprocess.Popen([sys.executable, *words], env={**clean, **settings}, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + 120
        while not (announced.exists() and announced.read_text()):
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"{name} did not start:\n{(folder / f'{name}.log').read_text()}")
            time.sleep(0.05)
        yield announced.read_text(), process.pid
    finally:
        process.terminate()
        process.wait(60)


def pages(past: Past, bots: int) -> dict[str, list[str]]:
    """What is asked for: every ladder, the busiest bots (thirty have full pages over both histories), new matches."""
    return {
        "leaderboard": [f"/seasons/{slug}/leaderboard{query}" for slug in past.ladders for query in ("", "?page=2")],
        "bot": [f"/bots/{name}" for name in past.busy_bots[:bots]],
        "match": [f"/matches/{match}" for match in past.with_replay[:1000]],
    }


def history(server_url: str, matches: int, bots: int, played: dict[tuple[str, int], list[Played]]) -> tuple[str, Past]:
    """A database of its own with so many matches; its address."""
    name = f"history_{matches}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    url = server_url.replace("/postgres?", f"/{name}?")
    database = Database(url)
    upgrade(database)
    began = time.monotonic()
    past = write(database, Size(bots=bots, matches=matches), played)
    database.close()
    print(f"{matches:,} matches written in {time.monotonic() - began:.0f} s", flush=True)
    return url, past


def measure(subjects: list[Served], rounds: int, seconds: float) -> None:
    """All subjects in turns."""
    for subject in subjects:
        for paths in subject.pages.values():
            ask(subject.base, paths, CLIENTS, seconds, subject.pid)  # templates are compiled, plans made
            if subject.name == "kept":
                once(subject.base, paths, CLIENTS, subject.pid)
    turns = [
        (page, subject) for page in ("hello", *subjects[-1].pages) for subject in subjects if page in subject.pages
    ]
    for _ in range(rounds):
        for page, subject in turns:  # what is compared comes one after the other
            load = ask(subject.base, subject.pages[page], CLIENTS, seconds, subject.pid)
            subject.loads.setdefault(page, []).append(load)


def report(hello: Served, small: Served, large: Served, kept: Served) -> bool:
    """The table; whether everything held."""
    bare = hello.rate("hello")
    print(
        f"\n{'page':<12} {'pages/s':>8} {'of hello':>9} {'anew':>5} {'ms kept':>8} {'ms anew':>8} {'growth':>7} {'kB':>6}"
    )
    print(f"{'hello':<12} {bare:8.0f} {1:9.2f} {'':>5} {hello.cost('hello'):8.2f}")
    good = True
    for page in large.pages:
        share, growth = kept.rate(page) / bare, large.cost(page) / small.cost(page)
        load = kept.loads[page][-1]
        good &= share >= HELLO_SHARE and growth <= GROWTH
        print(
            f"{page:<12} {kept.rate(page):8.0f} {share:9.2f} {large.rate(page) / bare:5.2f} {kept.cost(page):8.2f} {large.cost(page):8.2f} "
            f"{growth:7.2f} {load.bytes / max(1, load.answers) / 1000:6.1f}"
        )
    print(
        f"\nAsked for: at least {HELLO_SHARE} of hello, growth of at most {GROWTH}. {'Held.' if good else 'NOT HELD.'}"
    )
    return good


def more_of_bots(kept: Served, hello: Served, database: str, cold: Sequence[str], seconds: float) -> None:
    """Bots' pages while ratings move, and those that nobody has asked for yet."""
    bare = hello.rate("hello")
    for sets in SETS_A_SECOND:
        with moving(database, sets) as rated:
            load = ask(kept.base, kept.pages["bot"], CLIENTS, 3 * seconds, kept.pid)
        print(f"bot, while {rated.count / load.seconds:.1f} sets a second are rated: {_words(load, bare)}")
    first = once(kept.base, cold, CLIENTS, kept.pid)
    print(f"bot, first visit ({len(cold)} bots): {_words(first, bare)}")


def _words(load: Load, bare: float) -> str:
    return f"{load.rate:.0f} pages/s, {load.rate / bare:.2f} of hello, {load.cost:.2f} ms"


def watched(kept: Served, seconds: float) -> None:
    """Pages while many watch."""
    address = urlsplit(kept.base)
    with Watchers(str(address.hostname), int(address.port or 80), "/streams/matches", STREAMS) as watching:
        for page, paths in kept.pages.items():
            once(kept.base, paths, CLIENTS, kept.pid)  # ratings have moved since
            load = ask(kept.base, paths, CLIENTS, seconds, kept.pid)
            print(
                f"with {watching.open} open streams: {page} {load.rate:.0f}/s, {load.rate / kept.rate(page):.2f} of without"
            )
    found = beside_streams(kept.base, STREAMS)
    print(
        f"one reader, a page: {found.alone_ms:.1f} ms alone, {found.beside_ms:.1f} ms beside {found.opened} streams, "
        f"slowest {found.beside_slowest_ms:.1f} ms"
    )


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, nargs=2, default=(10_000, 200_000), metavar="N")
    parser.add_argument("--bots", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=2.0)
    wanted = parser.parse_args()
    played = samples(LADDERS, 4)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="arena-bench-")))
        redis = RedisServer(folder / "redis")
        redis.start()
        stack.callback(redis.stop)
        postgres = stack.enter_context(postgres_server())
        pasts = [history(postgres, matches, wanted.bots, played) for matches in wanted.matches]
        command = ("-m", "arena.cli", "web", "--announce", "ANNOUNCE")
        subjects = []
        for name, (url, past), keep, bots in (
            ("small", pasts[0], 0, 30),
            ("large", pasts[1], 0, 30),
            ("kept", pasts[1], 300, 300),
        ):
            base, pid = stack.enter_context(server(folder, name, redis.url, url, *command, keep=keep))
            subjects.append(Served(name, base, pid, pages(past, bots)))
        words = ("-m", "bench.hello", "ANNOUNCE")
        base, pid = stack.enter_context(server(folder, "hello", redis.url, pasts[1][0], *words))
        hello = Served("hello", base, pid, {"hello": ["/"]})
        measure([hello, *subjects], wanted.rounds, wanted.seconds)
        good = report(hello, *subjects)
        cold = [f"/bots/{name}" for name in pasts[1][1].busy_bots[300:]]
        more_of_bots(subjects[-1], hello, pasts[1][0], cold, wanted.seconds)
        watched(subjects[-1], wanted.seconds)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
