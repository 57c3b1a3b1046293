"""The topology of docker-compose.yml as real processes: PostgreSQL, Redis, two gateways behind one address, two match workers, house, control, beat, web.

One gateway and one worker are killed in the middle of matches; a backup is taken meanwhile and restored into SQLite.
"""

import json
import signal
import subprocess
import sys
import urllib.request
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from arena.db.database import Database
from arena.db.models import Match, MatchState, Season, SetState, TableSet
from tests.faults.audit import assert_whole, finished_sets
from tests.services.balancer import Balancer
from tests.services.cluster import Cluster, await_until, cluster
from tests.services.servers import postgres_server, quiet_port

# Thinks a little, so that matches are long enough to be hit in the middle.
BOT = """
import random, time
from arena.sdk import Bot, run

class Thinker(Bot):
    def choose(self, decision):
        time.sleep(0.01)
        return random.randrange(len(decision.legal))

run(Thinker())
"""
until = partial(await_until, seconds=240.0)
GATEWAYS = ("gateway-1", "gateway-2")
WORKERS = ("worker-matches-1", "worker-matches-2")
BOTS = ("kaede", "momiji", "sakura", "ume")


@pytest.fixture(scope="module")
def arena(tmp_path_factory):
    with postgres_server() as address, cluster(tmp_path_factory.mktemp("arena"), address) as running:
        season = running.ladder(running.house_team("random", "random"))
        ports = {name: quiet_port() for name in (GATEWAYS[1], "worker-control", "web")}
        gateways = [
            running.start_gateway(name, grpc_host="127.0.0.1", log_json="true", metrics_port=ports.get(name, 0))
            for name in GATEWAYS
        ]
        for name in WORKERS:
            running.start(name, "worker", "matches", log_json="true")
        running.start("worker-house", "worker", "house")
        running.start("worker-control", "worker", "control", metrics_port=ports["worker-control"])
        running.start("beat", "beat")
        site = running.folder / "web.address"
        running.start("web", "web", "--web-port", "0", "--announce", str(site), metrics_port=ports["web"])
        with closing(Balancer(gateways)) as balancer:
            for name in BOTS:
                bot_id, token = running.new_bot(name, validated=True)
                running.enter(season, bot_id)
                running.start_bot(name, token, balancer.address, BOT)
            yield SimpleNamespace(cluster=running, ports=ports, site=site)


def gateways_in_use(arena: Cluster) -> set[str]:
    with arena.redis.client() as redis:
        told = [redis.get(key) for key in redis.scan_iter("arena:bot:*")]
    return {json.loads(one)["gateway"] for one in told if one}


def in_the_middle(arena: Cluster) -> dict[int, str]:
    """Matches with external bots that have begun, and who plays them."""
    with arena.database.read() as session:
        wanted = (
            select(Match.id, Match.claimed_by)
            .join(TableSet)
            .where(Match.state == MatchState.RUNNING, TableSet.house_only.is_(False))
        )
        rows = session.execute(wanted).all()
    with arena.redis.client() as redis:
        return {match_id: by for match_id, by in rows if (redis.llen(f"arena:journal:{match_id}") or 0) > 5}


def on_both_workers(arena: Cluster) -> dict[int, str]:
    found = in_the_middle(arena)
    return found if len(set(found.values())) == len(WORKERS) else {}


def stopped_in_the_middle(arena: Cluster) -> dict[int, str]:
    """As `on_both_workers`, with both stopped: none of their matches ends before one of them is killed."""
    for name in WORKERS:
        arena.parts[name].signal(signal.SIGSTOP)
    found = on_both_workers(arena)
    if not found:
        for name in WORKERS:
            arena.parts[name].signal(signal.SIGCONT)
    return found


def await_finished(arena: Cluster, match_ids: list[int]) -> None:
    def finished() -> bool:
        with arena.database.read() as session:
            states = session.scalars(select(Match.state).where(Match.id.in_(match_ids))).all()
            return set(states) == {MatchState.FINISHED}

    until(finished, f"matches {match_ids} are finished", arena)


def settle(arena: Cluster) -> None:
    """No new sets; what is open is played to its end."""
    with arena.database.write() as session:
        for season in session.scalars(select(Season)):
            season.paused = True

    def quiet() -> bool:
        with arena.database.read() as session:
            return not session.scalars(select(TableSet.id).where(TableSet.state == SetState.OPEN)).all()

    until(quiet, "every set is done", arena)


def asked(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
        return answer.read().decode()


def arena_command(arena: Cluster, *arguments: str, **settings: str) -> str:
    environment = {**arena.environment, **{f"ARENA_{name.upper()}": value for name, value in settings.items()}}
    command = [sys.executable, "-m", "arena.cli", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_matches_survive_a_killed_gateway_and_a_killed_worker(arena, tmp_path):
    running: Cluster = arena.cluster
    until(lambda: len(gateways_in_use(running)) == 2, "both gateways have bots", running)

    hit = until(lambda: in_the_middle(running), "matches are in the middle", running)
    running.parts[GATEWAYS[0]].kill()
    await_finished(running, list(hit))
    until(lambda: len(gateways_in_use(running)) == 1, "all bots are at the other gateway", running)

    backup = tmp_path / "arena.backup.zip"
    arena_command(running, "backup", str(backup))
    hit = until(lambda: stopped_in_the_middle(running), "both workers play", running)
    running.parts[WORKERS[0]].kill()
    running.parts[WORKERS[1]].signal(signal.SIGCONT)
    await_finished(running, list(hit))
    with running.database.read() as session:
        assert max(session.scalars(select(Match.attempt).where(Match.id.in_(hit)))) >= 2, "somebody took over"

    before = finished_sets(running)
    until(lambda: finished_sets(running) > before, "the arena goes on", running)
    settle(running)
    assert_whole(running)
    _restore_elsewhere(running, backup, tmp_path)
    _figures_are_told(arena)
    _the_site_shows_it(arena)


def _restore_elsewhere(running: Cluster, backup, folder) -> None:
    elsewhere = f"sqlite:///{folder}/elsewhere.db"
    assert "is restored" in arena_command(running, "restore", str(backup), database_url=elsewhere)
    restored = Database(elsewhere)
    with closing(restored):
        assert_whole(SimpleNamespace(database=restored))


def _figures_are_told(arena) -> None:
    everyone = float(len(BOTS))
    gateway, control = arena.ports[GATEWAYS[1]], arena.ports["worker-control"]

    def told(port: int, *lines: str) -> None:
        until(lambda: all(f"{line}\n" in asked(port, "/metrics") for line in lines), f"{lines} are told", arena.cluster)

    told(gateway, f"arena_gateway_bots {everyone}", "arena_gateway_pending 0.0")
    told(control, f"arena_bots_online {everyone}", "arena_gateways 1.0", 'arena_matches{state="running"} 0.0')
    assert "arena_thinking_seconds_count" in asked(gateway, "/metrics")
    assert asked(control, "/ready") == "ready\n"
    log = arena.cluster.parts[WORKERS[1]].log
    until(lambda: ends_of_matches(log), "the worker's log names its matches", arena.cluster)


def _the_site_shows_it(arena) -> None:
    address = arena.site.read_text().strip()
    with urllib.request.urlopen(f"{address}/seasons/nippon-2/leaderboard", timeout=120) as page:
        shown = page.read().decode()
    assert all(f">{name}</a>" in shown for name in BOTS), shown
    assert asked(arena.ports["web"], "/ready") == "ready\n"


def ends_of_matches(log: Path) -> list[str]:
    """The ids of matches whose end stands in a log of JSON lines."""
    lines = [json.loads(line) for line in log.read_text().splitlines() if line[:1] == "{" and line[-1:] == "}"]
    return [line["match"] for line in lines if "match" in line and "finished after" in line["message"]]
