"""What an arena of real processes gives: time to the first match, matches/s, queue delay, recovery after kills, unit costs.

    .venv/bin/python -m bench.service_levels                      8 bots, 30 s, SQLite
    .venv/bin/python -m bench.service_levels --bots 20 --seconds 60 --postgres

Prints Markdown for docs/service-levels.md and docs/scale.md, with the machine and its load: figures in seconds mean little on a
machine that has other work; processor time per decision stays comparable.
"""

import argparse
import os
import platform
import random
import time
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import func, select

import engine
from arena.db.database import utcnow
from arena.db.models import Bot, Match, MatchState, ReplayFile, TableSet
from bench.processes import processor_seconds
from tests.services.cluster import Cluster, await_until, cluster
from tests.services.servers import postgres_server

BOT = """
import random
from arena.sdk import Bot, run

class Any(Bot):
    matches_at_once = 2
    def choose(self, decision):
        return random.randrange(len(decision.legal))

run(Any())
"""
PARTS = ("gateway", "worker-matches", "worker-control", "worker-house", "beat")


class Probe:
    """An arena that is measured."""

    def __init__(self, arena: Cluster, bots: int) -> None:
        self.arena = arena
        self.began = time.monotonic()
        season = arena.ladder(arena.house_team("random", "random"))
        self.address = arena.start_gateway()
        arena.start_workers()
        for number in range(bots):
            name = f"bot-{number:03}"
            bot_id, token = arena.new_bot(name, validated=True)
            arena.enter(season, bot_id)
            arena.start_bot(name, token, self.address, BOT)

    def first_match(self) -> float:
        await_until(lambda: self.finished() > 0, "a match of external bots is finished", self.arena, seconds=300)
        return time.monotonic() - self.began

    def external(self):
        return select(Match).join(TableSet).where(TableSet.house_only.is_(False))

    def finished(self) -> int:
        with self.arena.database.read() as session:
            wanted = self.external().where(Match.state == MatchState.FINISHED).subquery()
            return session.scalar(select(func.count()).select_from(wanted)) or 0

    def decisions(self) -> int:
        with self.arena.database.read() as session:
            wanted = select(func.sum(Match.decisions)).join(TableSet).where(TableSet.house_only.is_(False))
            return session.scalar(wanted) or 0

    def queue_delays(self) -> list[float]:
        """From being sent to being claimed, of matches that were begun once."""
        with self.arena.database.read() as session:
            rows = session.scalars(self.external().where(Match.attempt == 1, Match.sent_at.is_not(None))).all()
            return sorted((row.started_at - row.sent_at).total_seconds() for row in rows if row.started_at)

    def running(self) -> dict[int, int]:
        """Matches in their middle, with their attempt."""
        with self.arena.database.read() as session:
            rows = session.scalars(self.external().where(Match.state == MatchState.RUNNING)).all()
            found = {row.id: row.attempt for row in rows}
        with self.arena.redis.client() as redis:
            return {one: attempt for one, attempt in found.items() if (redis.llen(f"arena:journal:{one}") or 0) > 5}

    def back(self, name: str, since: datetime) -> bool:
        """Whether the bot has said hello again."""
        with self.arena.database.read() as session:
            seen = session.scalar(select(Bot.last_seen_at).where(Bot.name == name))
            return seen is not None and seen > since

    def cpu(self) -> dict[str, float]:
        """Processor seconds of each part so far, with its children."""
        groups = {part.process.pid: name for name, part in self.arena.parts.items() if part.process is not None}
        if self.arena.redis.process is not None:
            groups[self.arena.redis.process.pid] = "redis"
        return processor_seconds(groups)


def steady(probe: Probe, seconds: float) -> dict[str, float]:
    """Figures of a stretch without faults."""
    start, matches, decisions, cpu = time.monotonic(), probe.finished(), probe.decisions(), probe.cpu()
    time.sleep(seconds)
    spent = {name: after - cpu[name] for name, after in probe.cpu().items() if name in cpu}
    passed, decided = time.monotonic() - start, max(1, probe.decisions() - decisions)
    delays = probe.queue_delays()
    found = {
        "matches/s": (probe.finished() - matches) / passed,
        "decisions/s": decided / passed,
        "queue delay p95, s": delays[int(len(delays) * 0.95)] if delays else 0.0,
    }
    for name in (*PARTS, "redis"):
        found[f"{name}, µs of processor per decision"] = spent.get(name, 0.0) / decided * 1e6
    bots = sum(value for name, value in spent.items() if name.startswith("bot-"))
    found["bots (Python), µs of processor per decision"] = bots / decided * 1e6
    found["all parts without the bots, µs of processor per decision"] = sum(
        spent.get(name, 0.0) / decided * 1e6 for name in (*PARTS, "redis")
    )
    found["the rules alone, µs of processor per decision"] = engine_alone()
    return found


def engine_alone(seconds: float = 3.0) -> float:
    """µs of processor per decision of the rules alone, with random choices."""
    chance, game = random.Random(1), engine.game("nippon")
    decisions, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        state = game.new(seats=2, seed=chance.getrandbits(128))
        while state.to_act is not None:
            legal = state.legal_actions()
            state.apply(legal[chance.randrange(len(legal))])
            decisions += 1
    return (time.process_time() - start) / decisions * 1e6


def recovery(probe: Probe) -> dict[str, float]:
    """Seconds from each kind of kill until play went on."""
    arena, found = probe.arena, {}

    def hit() -> dict[int, int]:
        return await_until(probe.running, "matches are in their middle", arena, seconds=300)

    def go_on(before: int) -> None:
        await_until(lambda: probe.finished() > before, "another match is finished", arena, seconds=300)

    running, start = hit(), time.monotonic()
    arena.parts["worker-matches"].kill()
    arena.start("worker-matches", "worker", "matches")
    await_until(lambda: _taken_over(probe, running), "another worker has taken them over", arena, seconds=300)
    found["worker killed: its matches go on elsewhere"] = time.monotonic() - start

    hit()
    start = time.monotonic()
    arena.parts["gateway"].kill()
    arena.start_gateway()
    go_on(probe.finished())
    found["gateway killed and started: the next match is finished"] = time.monotonic() - start

    hit()
    start = time.monotonic()
    arena.parts["gateway"].stop()
    arena.start_gateway()
    go_on(probe.finished())
    found["gateway drained and started: the next match is finished"] = time.monotonic() - start

    hit()
    start, name, since = time.monotonic(), "bot-000", utcnow()
    arena.parts[name].kill()
    arena.parts[name].start()
    await_until(lambda: probe.back(name, since), "the bot is back", arena, seconds=300)
    found["bot killed and started: it is back at its table"] = time.monotonic() - start

    hit()
    start = time.monotonic()
    arena.redis.kill()
    arena.redis.start()
    go_on(probe.finished())
    found["Redis killed and started: the next match is finished"] = time.monotonic() - start

    for name, command in (("worker-control", ("worker", "control")), ("beat", ("beat",))):
        start, before = time.monotonic(), _newest_set(probe)
        arena.parts[name].kill()
        arena.start(name, *command)
        await_until(lambda before=before: _newest_set(probe) > before, "a new set is made", arena, seconds=300)
        found[f"{name} killed and started: the next set is made"] = time.monotonic() - start
    return found


def _taken_over(probe: Probe, running: dict[int, int]) -> bool:
    with probe.arena.database.read() as session:
        matches = [(session.get_one(Match, one), attempt) for one, attempt in running.items()]
        return all(match.attempt > attempt or match.state is MatchState.FINISHED for match, attempt in matches)


def _newest_set(probe: Probe) -> int:
    with probe.arena.database.read() as session:
        return session.scalar(select(func.max(TableSet.id)).where(TableSet.house_only.is_(False))) or 0


def sizes(probe: Probe) -> dict[str, float]:
    """Bytes per match."""
    with probe.arena.database.read() as session:
        replay = session.scalar(select(func.avg(func.length(ReplayFile.body)))) or 0
        matches = session.scalar(select(func.count()).select_from(ReplayFile)) or 1
    found = {"replay, bytes": float(replay)}
    file = probe.arena.folder / "arena.db"
    if file.exists():
        found["SQLite file per finished match, bytes"] = file.stat().st_size / matches
    with probe.arena.redis.client() as redis:
        found["Redis at its largest, MB"] = redis.info("memory")["used_memory_peak"] / 1e6
    return found


def table(title: str, found: dict[str, float]) -> None:
    print(f"\n| {title} | |\n|---|---|")
    for name, value in found.items():
        print(f"| {name} | {value:,.0f} |" if value >= 1000 else f"| {name} | {value:.3g} |")


def main() -> None:
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--bots", type=int, default=8)
    flags.add_argument("--seconds", type=float, default=30.0)
    flags.add_argument("--postgres", action="store_true")
    flags.add_argument("--no-kills", action="store_true")
    chosen = flags.parse_args()
    load = os.getloadavg()
    print(f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} processors, Python {platform.python_version()},", end=" ")
    print(f"{'PostgreSQL' if chosen.postgres else 'SQLite'}, {chosen.bots} bots; load average before: {load[0]:.1f}")
    with ExitStack() as held:
        folder = Path(held.enter_context(TemporaryDirectory(prefix="arena-bench-")))
        address = held.enter_context(postgres_server()) if chosen.postgres else None
        probe = Probe(held.enter_context(cluster(folder, address)), chosen.bots)
        first = probe.first_match()
        steadily = steady(probe, chosen.seconds)
        table("service level", {"from start to the first finished match, s": first, **steadily})
        if not chosen.no_kills:
            table("recovery, s", recovery(probe))
        table("size", sizes(probe))


if __name__ == "__main__":
    main()
