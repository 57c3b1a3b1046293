"""The whole path, measured: `python -m bench.arena` (or `make arenabench`).

- House sets through Celery, the database and signed replays, beside the same matches played in a bare loop.
- Decisions of external bots through worker, Redis and gateway, with one and two workers, beside the same bots on a gateway that plays the
  matches itself.
- How long a new season takes to its first match, and how soon a killed worker's match goes on.

`--relay` leaves the house sets out. Everything is started as real processes. Only the ratios and the last two figures mean anything; run it on a quiet machine.
"""

import asyncio
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path

from sqlalchemy import func, select

from arena.db.database import utcnow
from arena.db.models import Match, MatchState, Season, SetKind, TableSet
from arena.event_loop import on_loop
from arena.gateway.connections import Connections
from arena.gateway.server import Gateway
from arena.gateway.settings import Settings
from arena.gateway.tokens import BotIdentity, KnownTokens
from arena.hosting.match import HostedMatch
from arena.matches import PRESETS, MatchSpec, new_seed
from arena.results import claims
from arena.results.table_sets import Table, create_set
from arena.worker.house_bots import play_house
from bench.processes import processor_seconds
from tests.arena.storage.conftest import new_postgres_database
from tests.services.cluster import Cluster, await_until, cluster
from tests.services.servers import postgres_server

GAME = "nippon"
HOUSE = ("greedy", "greedy:noise=0.3")
HOUSE_SETS = 8
BOTS = 8
WINDOW = 15.0
"""Seconds of play that are counted."""

TRIVIAL = """
from arena.sdk import Bot, run

class First(Bot):
    def choose(self, decision):
        return 0

run(First())
"""


def house(arena: Cluster, bots: list[int], processes: int) -> tuple[float, float]:
    """Matches per second of house sets, and processor seconds per match, once the worker is warm."""
    part = arena.start("worker-house", "worker", "house", "--processes", str(processes))
    _play_sets(arena, bots, processes)
    assert part.process is not None
    groups = {part.process.pid: "house"}
    before = processor_seconds(groups)["house"]
    made = _play_sets(arena, bots, HOUSE_SETS)
    spent = processor_seconds(groups)["house"] - before
    part.stop()
    with arena.database.read() as session:
        first, last = session.execute(
            select(func.min(Match.started_at), func.max(Match.finished_at)).where(Match.set_id.in_(made))
        ).one()
    return 2 * HOUSE_SETS / (last - first).total_seconds(), spent / (2 * HOUSE_SETS)


def _play_sets(arena: Cluster, bots: list[int], count: int) -> list[int]:
    """New sets, played to their end; their ids."""
    with arena.database.write() as session:
        made = [create_set(session, Table(SetKind.CHALLENGE, GAME, 2, {}, "blitz", bots)).id for _ in range(count)]
    wanted = select(func.count()).select_from(Match).where(Match.set_id.in_(made), Match.state == MatchState.FINISHED)

    def done() -> bool:
        with arena.database.read() as session:
            return session.scalar(wanted) == 2 * count

    await_until(done, "the house sets are played", arena, 600)
    return made


def bare(arena: Cluster) -> tuple[float, float]:
    """The same of the last of these matches in a bare loop."""
    with arena.database.read() as session:
        finished = select(Match).where(Match.state == MatchState.FINISHED).order_by(Match.id.desc())
        specs = [claims.spec_of(match) for match in session.scalars(finished.limit(2 * HOUSE_SETS))]
    play_house(specs[0], HOUSE)
    begun, spent = time.perf_counter(), time.process_time()
    for spec in specs:
        play_house(spec, HOUSE)
    return len(specs) / (time.perf_counter() - begun), (time.process_time() - spent) / len(specs)


def external(arena: Cluster, workers: int) -> float:
    """Decisions per second of external bots on a ladder."""
    for number in range(workers):
        arena.start(f"worker-matches-{number}", "worker", "matches")
    known = _decisions(arena)
    await_until(lambda: _decisions(arena) > known, "matches are played", arena)  # the workers are up
    begun, before = time.perf_counter(), _decisions(arena)
    time.sleep(WINDOW)
    after, ended = _decisions(arena), time.perf_counter()
    for number in range(workers):
        arena.parts[f"worker-matches-{number}"].stop()
    return (after - before) / (ended - begun)


def _decisions(arena: Cluster) -> int:
    """Decisions so far: of finished matches, and in the journals of running ones."""
    with arena.database.read() as session:
        external_sets = select(TableSet.id).where(TableSet.house_only.is_(False))
        total = session.scalar(select(func.sum(Match.decisions)).where(Match.set_id.in_(external_sets))) or 0
    with arena.redis.client() as redis:
        lines = [redis.llen(key) for key in redis.scan_iter("arena:journal:*") if not key.endswith(b":proof")]
    return total + sum(lines)


def recovery(arena: Cluster) -> float:
    """Seconds from killing two of three workers to the next attempt at one of their matches; the longest of three."""
    names = ("worker-a", "worker-b", "worker-c")
    for name in names:
        arena.start(name, "worker", "matches")
    taken: list[float] = []
    while len(taken) < 3:
        await_until(lambda: _running(arena) > 1, "matches run", arena)
        held = _claims(arena)
        for name in names[:2]:
            arena.parts[name].kill()
        killed = utcnow()
        for name in names[:2]:
            arena.parts[name].start()
        seconds = await_until(
            lambda since=killed, ids=held: _resumed(arena, since, ids), "it is clear what goes on", arena
        )
        if seconds > 0:
            taken.append(seconds)
    return max(taken)


def _claims(arena: Cluster) -> list[int]:
    with arena.database.read() as session:
        return list(session.scalars(select(Match.id).where(Match.state == MatchState.RUNNING)))


def _running(arena: Cluster) -> int:
    with arena.database.read() as session:
        return session.scalar(select(func.count()).select_from(Match).where(Match.state == MatchState.RUNNING)) or 0


def _resumed(arena: Cluster, since: datetime, ids: list[int]) -> float:
    """Seconds until one of the matches was begun again; -1: all were the living worker's; 0: not clear yet."""
    with arena.database.read() as session:
        wanted = select(func.min(Match.started_at)).where(
            Match.id.in_(ids), Match.attempt > 1, Match.started_at > since
        )
        again = session.scalar(wanted)
        open_states = (MatchState.RUNNING, MatchState.QUEUED)
        left = session.scalar(
            select(func.count()).select_from(Match).where(Match.id.in_(ids), Match.state.in_(open_states))
        )
        return (again - since).total_seconds() if again else 0.0 if left else -1.0


def first_match(arena: Cluster) -> float:
    """Seconds from the start of a season to its first match, with everything else running."""
    with arena.database.write() as session:
        for season in session.scalars(select(Season)):
            season.paused = False
    begun = utcnow()
    arena.start("worker-first", "worker", "matches")

    def started() -> float:
        with arena.database.read() as session:
            first = session.scalar(select(func.min(Match.started_at)).where(Match.started_at > begun))
            return (first - begun).total_seconds() if first else 0.0

    seconds = await_until(started, "the first match begins", arena)
    arena.parts["worker-first"].stop()
    return seconds


async def _direct(folder: Path, window: float) -> float:
    """Decisions per second of the same bots on a gateway that plays the matches itself."""
    names = [f"direct-{number}" for number in range(BOTS)]
    tokens = KnownTokens({f"token-{name}": BotIdentity(name, name) for name in names})
    connections = Connections(Settings(host=f"unix:{folder}/direct.sock"))
    async with Gateway(connections, tokens) as gateway:
        programs = [
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                TRIVIAL,
                env={"ARENA_ENDPOINT": gateway.address, "ARENA_TOKEN": f"token-{name}", "PATH": ""},
                stdout=asyncio.subprocess.DEVNULL,
            )
            for name in names
        ]
        await asyncio.gather(*(connections.arrived(name) for name in names))
        made, begun = 0, time.perf_counter()

        async def table(pair: list[str], number: int) -> None:
            nonlocal made
            while time.perf_counter() - begun < window:
                spec = MatchSpec(GAME, 2, {}, new_seed(), new_seed(), PRESETS["long"], match_id=f"{number}-{made}")
                match = HostedMatch(spec, pair, connections)
                match.start()
                made += len((await match.done).decisions)

        await asyncio.gather(*(table(names[n : n + 2], n) for n in range(0, BOTS, 2)))
        rate = made / (time.perf_counter() - begun)
        for program in programs:
            program.kill()
            await program.wait()
        return rate


def _house(arena: Cluster, bots: list[int]) -> None:
    (one, cost), (loop, alone), (two, cost_two) = house(arena, bots, 1), bare(arena), house(arena, bots, 2)
    print(f"{'bare loop, house matches/s':56} {loop:12.2f} {1:7.2f}")
    print(f"{'through Celery, one process':56} {one:12.2f} {loop / one:7.2f}")
    print(f"{'through Celery, two processes':56} {two:12.2f} {loop / two:7.2f}")
    print(f"{'bare loop, ms of processor per match':56} {1000 * alone:12.1f} {1:7.2f}")
    print(f"{'through Celery, one process (at most 1.25)':56} {1000 * cost:12.1f} {cost / alone:7.2f}")
    print(
        f"{'through Celery, two processes (at most 1.25)':56} {1000 * cost_two:12.1f} {cost_two / alone:7.2f}",
        flush=True,
    )


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="arena-bench-"))
    with postgres_server() as server, cluster(folder, new_postgres_database(server)) as arena:
        bots = arena.house_team(*HOUSE)
        arena.start("worker-control", "worker", "control")
        arena.start("beat", "beat")
        print(f"{'path':56} {'rate':>12} {'ratio':>7}")
        if "--relay" not in sys.argv[1:]:
            _house(arena, bots)
        direct = on_loop(_direct(folder, WINDOW))
        season = arena.ladder([])
        with arena.database.write() as session:
            session.get_one(Season, season).paused = True
        address = arena.start_gateway()
        for number in range(BOTS):
            bot_id, token = arena.new_bot(f"bot-{number}", validated=True)
            arena.enter(season, bot_id)
            arena.start_bot(f"bot-{number}", token, address, TRIVIAL)
        first = first_match(arena)
        rates = [external(arena, workers) for workers in (1, 2)]
        print(f"{'external decisions/s, gateway alone':56} {direct:12.0f} {1:7.2f}")
        for workers, rate in zip((1, 2), rates, strict=True):
            print(f"{f'through {workers} worker(s) and Redis (at least 0.40)':56} {rate:12.0f} {rate / direct:7.2f}")
        print(f"{'season start to first match, worker starting, s':56} {first:12.1f}")
        print(f"{'killed worker to next attempt, s (below 10)':56} {recovery(arena):12.1f}")


if __name__ == "__main__":
    main()
