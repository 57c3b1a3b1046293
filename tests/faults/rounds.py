"""Rounds of faults on a real arena with PostgreSQL: what is hit, when and in which order follows from a seed.

`play_round` starts an arena with external bots that play back-to-back matches, injects faults, lets everything come to rest, and audits:
nothing lost, nothing counted twice, ratings as recomputed, every replay good, nothing left in Redis, and no verdict that no bot earned.
"""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import create_engine, func, make_url, select, text

from arena.db.models import Season, SetState, TableSet
from arena.transport.presence import present
from tests.arena.storage.conftest import new_postgres_database
from tests.faults import adversary, stalls
from tests.faults.audit import assert_whole
from tests.faults.feeding import CLOCK_SECONDS, Feeder
from tests.faults.quick import QuickCluster, known
from tests.faults.reports import Outage, Report, examined, unearned
from tests.services.cluster import Cluster, await_until
from tests.services.servers import postgres_server
from tests.services.starters import typescript_starter

ROOT = Path(__file__).parents[2]

BOT = """
import random, time
from arena.sdk import Bot, run

class Pondering(Bot):
    matches_at_once = 3
    def choose(self, decision):
        time.sleep(0.005)
        return random.randrange(len(decision.legal))

run(Pondering())
"""
TELL_SECONDS = 30.0
LONGEST_PAUSE = 60.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What a round does."""

    seed: int
    bots: int
    node_bots: int = 0
    seconds: float = 0.0
    """Of faults, at least; every kind comes once in any case."""
    matches: int = 0
    """That must be finished before the faults end."""
    pause: float = 3.0
    """Seconds between two faults, in the mean."""
    every: int = 0
    """Matches that are finished between two faults, too, unless that takes longer than `LONGEST_PAUSE`."""
    stall: tuple[float, float] = (stalls.SHORTEST, stalls.LONGEST)
    kinds: tuple[str, ...] = ()
    """Only these; empty: all."""
    hostile: bool = False
    """Hostile bots and a hostile visitor are at work, too."""
    tell: Callable[[str], None] = lambda _line: None


@contextmanager
def populated(folder: Path, plan: Plan) -> Iterator["Scene"]:
    """An arena with two gateways, two match workers and bots that play."""
    with known(), postgres_server() as server:
        arena = QuickCluster(folder, new_postgres_database(server))
        try:
            yield _populate(arena, plan)
        finally:
            arena.close()


def play_round(folder: Path, plan: Plan) -> Report:
    """One round; AssertionError if anything is not as it must be. Whether verdicts were earned is in the report."""
    with populated(folder, plan) as scene:
        report = Report()
        begun = time.monotonic()
        already = scene.feeder.finished()
        _inject(scene, report, plan)
        report.seconds = time.monotonic() - begun
        report.honest_matches = scene.feeder.finished() - already
        scene.send_adversaries_away()
        come_to_rest(scene)
        examined(scene.arena, report, scene.outages, CLOCK_SECONDS, scene.guilty)
        return report


@dataclass(slots=True)
class Scene:
    """A running arena, its bots, and when they were down."""

    arena: QuickCluster
    feeder: Feeder
    bots: dict[str, int]
    """By the name of their process."""
    outages: list[Outage] = field(default_factory=list)
    adversaries: list[str] = field(default_factory=list)
    """Processes of hostile bots and visitors."""

    @property
    def guilty(self) -> frozenset[int]:
        """Bots whose verdicts are their own."""
        return frozenset(self.feeder.hostile)

    def send_adversaries_away(self) -> None:
        for name in self.adversaries:
            self.arena.parts[name].kill()

    def started_again(self) -> list[str]:
        """Start what has ended without being asked to, as a supervisor does; which parts those were."""
        ended = [
            name
            for name, part in self.arena.parts.items()
            if part.process is not None and part.process.poll() is not None
        ]
        for name in ended:
            self.arena.parts[name].start()
        return ended

    def is_here(self, bot_id: int) -> bool:
        with self.arena.redis.client() as redis:
            return bool(present(redis, [bot_id]))


def _populate(arena: QuickCluster, plan: Plan) -> Scene:
    house = arena.house_team("random")
    season = arena.ladder(house, game="tiny")
    with arena.database.write() as session:  # its sets come from the feeder alone
        session.get_one(Season, season).paused = True
    addresses = [arena.start_gateway(name) for name in ("gateway-1", "gateway-2")]
    arena.start_workers()
    arena.start("worker-matches-2", "worker", "matches")
    typescript = typescript_starter() if plan.node_bots else None
    bots: dict[str, int] = {}
    for number in range(plan.bots):
        name = f"bot-{number}"
        bots[name], token = arena.new_bot(name, validated=True)
        arena.enter(season, bots[name])
        if typescript is not None and number < plan.node_bots:
            arena.start_program(name, ["node", "dist/bot.js"], token, addresses[number % 2], typescript)
        else:
            arena.start_bot(name, token, addresses[number % 2], BOT)
    feeder = Feeder(arena, season, "tiny", list(bots.values()), house, random.Random(plan.seed))
    scene = Scene(arena, feeder, bots)
    await_until(lambda: all(map(scene.is_here, bots.values())), "every bot has dialled in", arena)
    if plan.hostile:
        _let_in(scene, addresses[0])
    feeder.feed()
    await_until(lambda: feeder.finished() > 0, "a first match is finished", arena)
    return scene


def _let_in(scene: Scene, address: str) -> None:
    """Hostile bots have tokens and enter the ladder like everybody; the visitor also finds the site."""
    arena, tokens = scene.arena, {}
    for role in adversary.HOSTILE_BOTS:
        bot_id, tokens[role] = arena.new_bot(role, validated=True)
        arena.enter(scene.feeder.season, bot_id)
        scene.feeder.hostile.append(bot_id)
    announced = arena.folder / "web.address"
    arena.start("web", "web", "--web-port", "0", "--announce", str(announced))
    site = await_until(lambda: announced.exists() and announced.read_text(), "the site listens", arena)
    scene.adversaries = adversary.start(arena, tokens, address, site)


class Faults:
    """Every kind of fault, by name."""

    def __init__(self, scene: Scene, chance: random.Random, stall: tuple[float, float]) -> None:
        self._scene, self._arena, self._chance, self._stall = scene, scene.arena, chance, stall
        workers, gateways = ("worker-matches", "worker-matches-2"), ("gateway-1", "gateway-2")
        self.kinds: dict[str, Callable[[], None]] = {
            "worker killed": lambda: self._killed(*workers),
            "gateway killed": lambda: self._killed(*gateways),
            "gateway drained": lambda: self._drained(*gateways),
            "bot killed": lambda: self._bot_killed(*sorted(scene.bots)),
            "redis restarted": lambda: self._redis(self._arena.redis.stop),
            "redis killed": lambda: self._redis(self._arena.redis.kill),
            "redis lost its tail": self._arena.redis.lose_tail,
            "database connections dropped": lambda: drop_connections(self._arena.database_url),
            "scheduler killed": lambda: self._killed("worker-control"),
            "house worker killed": lambda: self._killed("worker-house"),
            "gateway stalled": lambda: self._stalled(*gateways),
            "worker stalled": lambda: self._stalled(*workers),
            "scheduler stalled": lambda: self._stalled("worker-control", "beat"),
            "redis stalled": lambda: self._stalled("redis"),
            "house process stalled": lambda: self._house_stalled(*workers),
            "everything stalled": self._everything_stalled,
        }

    def _killed(self, *names: str) -> None:
        part = self._arena.parts[self._chance.choice(names)]
        part.kill()
        part.start()

    def _bot_killed(self, *names: str) -> None:
        name = self._chance.choice(names)
        bot_id, begun = self._scene.bots[name], time.time()
        self._killed(name)
        await_until(lambda: self._scene.is_here(bot_id), f"{name} is back", self._arena)
        self._scene.outages.append(Outage(bot_id, begun, time.time()))

    def _drained(self, *names: str) -> None:
        part = self._arena.parts[self._chance.choice(names)]
        part.stop()
        part.start()

    def _redis(self, down: Callable[[], None]) -> None:
        down()
        self._arena.redis.start()

    def _stalled(self, *names: str) -> None:
        stalls.stall([stalls.pid_of(self._arena, self._chance.choice(names))], self._chance.uniform(*self._stall))

    def _house_stalled(self, *workers: str) -> None:
        children = stalls.children_of(stalls.pid_of(self._arena, self._chance.choice(workers)))
        stalls.stall(children, self._chance.uniform(*self._stall))

    def _everything_stalled(self) -> None:
        outside = {*self._scene.bots, *self._scene.adversaries}
        parts = [name for name in self._arena.parts if name not in outside]
        pids = [stalls.pid_of(self._arena, name) for name in (*parts, "redis")]
        stalls.stall(pids, self._chance.uniform(*self._stall))


def _inject(scene: Scene, report: Report, plan: Plan) -> None:
    chance = random.Random(plan.seed)
    kinds = Faults(scene, chance, plan.stall).kinds
    order = list(plan.kinds or kinds)
    chance.shuffle(order)
    begun = told = time.monotonic()
    while (
        time.monotonic() < begun + plan.seconds
        or report.faults.total() < len(order)
        or scene.feeder.finished() < plan.matches
    ):
        name = order[report.faults.total() % len(order)]
        kinds[name]()
        report.faults[name] += 1
        _play_on(scene, report, chance.uniform(0.5, 1.5) * plan.pause, plan.every)
        if time.monotonic() > told + TELL_SECONDS:
            told = time.monotonic()
            wrong = unearned(scene.arena, scene.outages, CLOCK_SECONDS, scene.guilty)
            plan.tell(
                f"{told - begun:5.0f} s: {scene.feeder.finished()} matches, {report.faults.total()} faults, "
                f"{len(wrong)} verdicts that no bot earned"
            )


def _play_on(scene: Scene, report: Report, seconds: float, matches: int) -> None:
    """Until the next fault."""
    begun, wanted = time.monotonic(), scene.feeder.finished() + matches
    while True:
        report.ended_themselves.update(scene.started_again())
        scene.feeder.feed()
        passed = time.monotonic() - begun
        if passed > LONGEST_PAUSE or (passed >= seconds and scene.feeder.finished() >= wanted):
            return
        time.sleep(0.25)


def come_to_rest(scene: Scene) -> None:
    """Everything that is open comes to its end; then nothing is lost, doubled or left behind."""
    arena = scene.arena

    def open_sets() -> int:
        with arena.database.read() as session:
            wanted = select(func.count()).select_from(TableSet).where(TableSet.state == SetState.OPEN)
            return session.scalar(wanted) or 0

    await_until(lambda: open_sets() == 0, "every set has come to an end", arena, 420)
    assert_whole(arena)
    await_until(lambda: not left_behind(arena), "Redis is clean", arena)


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
