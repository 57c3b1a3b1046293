"""Rounds of faults on a real arena with PostgreSQL: what is hit, when and in which order follows from a seed.

`play_round` starts an arena with external bots, injects faults for some time, lets everything come to rest, and audits: nothing lost,
nothing counted twice, ratings as recomputed, every replay good, nothing left in Redis.
"""

import random
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import create_engine, func, make_url, select, text
from sqlalchemy.orm import Session

from arena.running.presence import present
from arena.storage.models import Match, MatchSeat, MatchState, RatingEntry, Season, SetState, TableSet
from tests.arena.storage.conftest import new_postgres_database
from tests.faults.audit import assert_whole
from tests.services.cluster import Cluster, await_until
from tests.services.servers import postgres_server

ROOT = Path(__file__).parents[2]

BOT = """
import random, time
from arena.sdk import Bot, run

class Pondering(Bot):
    def choose(self, decision):
        time.sleep(0.005)
        return random.randrange(len(decision.legal))

run(Pondering())
"""


@dataclass(slots=True)
class Report:
    """What a round did and found."""

    faults: Counter[str] = field(default_factory=Counter)
    matches: dict[str, int] = field(default_factory=dict)
    sets_done: int = 0
    sets_void: int = 0
    verdicts: dict[str, int] = field(default_factory=dict)
    void_reasons: dict[str, int] = field(default_factory=dict)
    lost: int = 0
    """Sets that never came to an end."""
    double: int = 0
    """Matches or ratings that counted twice."""

    def lines(self) -> list[str]:
        told = ", ".join(f"{count} x {name}" for name, count in sorted(self.faults.items()))
        return [
            f"faults: {self.faults.total()} ({told})",
            f"matches: {', '.join(f'{count} {state}' for state, count in sorted(self.matches.items()))}",
            f"verdicts: {', '.join(f'{count} {word}' for word, count in sorted(self.verdicts.items()))}",
            f"sets: {self.sets_done} done, {self.sets_void} void, {self.lost} lost, {self.double} counted twice",
            *(f"void: {count} x {why}" for why, count in sorted(self.void_reasons.items())),
            "ratings equal their recomputation; every replay verifies; nothing is left in Redis",
        ]


def play_round(folder: Path, *, seconds: float, seed: int, bots: int, node_bots: int = 0, pause: float = 3.0) -> Report:
    """One round; AssertionError if anything is not as it must be."""
    with postgres_server() as server:
        arena = Cluster(folder, new_postgres_database(server))
        try:
            places = _populate(arena, bots, node_bots)
            report = Report()
            _inject(arena, report, random.Random(seed), seconds, pause, places)
            _come_to_rest(arena, report)
            return report
        finally:
            arena.close()


def _populate(arena: Cluster, bots: int, node_bots: int) -> dict[str, str]:
    """Gateways, workers and bots; which gateway each bot dials."""
    house = arena.house_team("random", "greedy:noise=0.5", "greedy:noise=0.2", "greedy")
    season = arena.ladder(house)
    addresses = [arena.start_gateway(name) for name in ("gateway-1", "gateway-2")]
    arena.start_workers()
    arena.start("worker-matches-2", "worker", "matches")
    modules = _node_modules(arena.folder) if node_bots else None
    made = []
    for number in range(bots):
        name = f"bot-{number}"
        bot_id, token = arena.new_bot(name, validated=True)
        arena.enter(season, bot_id)
        made.append(bot_id)
        address = addresses[number % 2]
        if modules is not None and number < node_bots:
            arena.start_node_bot(name, token, address, ROOT / "bots" / "node" / "bot.js", modules)
        else:
            arena.start_bot(name, token, address, BOT)
    await_until(lambda: _all_here(arena, made), "every bot has dialled in", arena)
    await_until(lambda: _finished(arena) > 0, "a first set is done", arena)
    return {f"bot-{number}": addresses[number % 2] for number in range(bots)}


def _all_here(arena: Cluster, bots: list[int]) -> bool:
    with arena.redis.client() as redis:
        return len(present(redis, bots)) == len(bots)


def _node_modules(folder: Path) -> Path:
    place = folder / "node"
    place.mkdir()
    shutil.copy(ROOT / "bots" / "node" / "package.json", place)
    subprocess.run(
        ["npm", "install", "--prefix", str(place), "--no-audit", "--no-fund"], check=True, capture_output=True
    )
    return place / "node_modules"


def _finished(arena: Cluster) -> int:
    with arena.database.read() as session:
        wanted = select(func.count()).select_from(TableSet).where(TableSet.state == SetState.DONE)
        return session.scalar(wanted.where(TableSet.house_only.is_(False))) or 0


def _inject(
    arena: Cluster,
    report: Report,
    chance: random.Random,
    seconds: float,
    pause: float,
    places: dict[str, str],
) -> None:
    def killed(*names: str) -> Callable[[], None]:
        def hit() -> None:
            part = arena.parts[chance.choice(names)]
            part.kill()
            part.start()

        return hit

    def drained() -> None:
        part = arena.parts[chance.choice(["gateway-1", "gateway-2"])]
        part.stop()
        part.start()

    def redis_restarted() -> None:
        arena.redis.stop()
        arena.redis.start()

    def redis_killed() -> None:
        arena.redis.kill()
        arena.redis.start()

    kinds: dict[str, Callable[[], None]] = {
        "worker killed": killed("worker-matches", "worker-matches-2"),
        "gateway killed": killed("gateway-1", "gateway-2"),
        "gateway drained": drained,
        "bot killed": killed(*sorted(places)),
        "redis restarted": redis_restarted,
        "redis killed": redis_killed,
        "redis lost its tail": arena.redis.lose_tail,
        "database connections dropped": lambda: drop_connections(arena.database_url),
        "scheduler killed": killed("worker-control"),
        "house worker killed": killed("worker-house"),
    }
    order = list(kinds)
    chance.shuffle(order)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline or report.faults.total() < len(order):
        name = order[report.faults.total() % len(order)]
        kinds[name]()
        report.faults[name] += 1
        time.sleep(chance.uniform(0.5, 1.5) * pause)


def _come_to_rest(arena: Cluster, report: Report) -> None:
    with arena.database.write() as session:
        for season in session.scalars(select(Season)):
            season.paused = True

    def open_sets() -> int:
        with arena.database.read() as session:
            return (
                session.scalar(select(func.count()).select_from(TableSet).where(TableSet.state == SetState.OPEN)) or 0
            )

    await_until(lambda: open_sets() == 0, "every set has come to an end", arena, 420)
    assert_whole(arena)
    await_until(lambda: not left_behind(arena), "Redis is clean", arena)
    with arena.database.read() as session:
        report.matches = {
            s.value: n for s, n in session.execute(select(Match.state, func.count()).group_by(Match.state))
        }
        sets = {s: n for s, n in session.execute(select(TableSet.state, func.count()).group_by(TableSet.state)).all()}
        report.sets_done, report.sets_void = sets.get(SetState.DONE, 0), sets.get(SetState.VOID, 0)
        report.lost = sets.get(SetState.OPEN, 0)
        report.double = _counted_twice(session)
        voids = select(TableSet.void_reason, func.count()).where(TableSet.state == SetState.VOID)
        report.void_reasons = {str(why): n for why, n in session.execute(voids.group_by(TableSet.void_reason))}
        finished = select(MatchSeat.verdict, func.count()).join(Match).where(Match.state == MatchState.FINISHED)
        report.verdicts = {str(word): n for word, n in session.execute(finished.group_by(MatchSeat.verdict))}


def _counted_twice(session: Session) -> int:
    """Rotations that finished more than once, and sets that moved a rating more than once."""
    rotations = select(Match.set_id).where(Match.state == MatchState.FINISHED).group_by(Match.set_id, Match.rotation)
    moved = select(RatingEntry.set_id).where(RatingEntry.set_id.is_not(None), RatingEntry.kind == "set")
    double = (rotations, moved.group_by(RatingEntry.set_id, RatingEntry.bot_id))
    return sum(len(session.execute(one.having(func.count() > 1)).all()) for one in double)


def left_behind(arena: Cluster, *, presence: bool = False) -> list[bytes]:
    """Keys of matches that are over, and of bots if they have left."""
    kinds = ("journal", "lease", "playing", *(("bot",) if presence else ()))
    with arena.redis.client() as redis:
        return [key for kind in kinds for key in redis.scan_iter(f"arena:{kind}:*")]


def drop_connections(address: str) -> None:
    """End every connection to a PostgreSQL database, as a failover or a firewall would."""
    url = make_url(address)
    admin = create_engine(url.set(drivername="postgresql+psycopg", database="postgres"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        ending = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name")
        connection.execute(ending, {"name": url.database})
    admin.dispose()
