"""Figures and health over HTTP, with real servers behind them."""

import urllib.error
import urllib.request
from contextlib import closing

import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from arena.db.database import Database, upgrade
from arena.db.models import FaultEntry
from arena.metrics import server
from arena.metrics.server import Health, MetricsServer, Probes
from arena.metrics.status import Census
from arena.settings import Settings
from tests.arena.storage.history import claimed, finish, house_bots, ladder, new_set
from tests.services.servers import redis_server


@pytest.fixture(scope="module")
def redis(tmp_path_factory):
    with redis_server(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture
def settings(tmp_path, redis):
    return Settings(data=tmp_path, redis_url=redis.url, database_url=f"sqlite:///{tmp_path}/arena.db")


def get(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as wrong:
        with wrong:
            return wrong.code, wrong.read().decode()


def samples(text: str) -> dict[str, float]:
    """Name with labels -> value."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def test_a_part_is_ready_once_the_tables_are_made_and_not_while_redis_is_away(settings, redis):
    health = Health(settings)
    with closing(health), closing(MetricsServer("127.0.0.1", 0, Probes(health.troubles))) as http:
        code, words = get(http.port, "/ready")
        assert (code, "arena db upgrade" in words) == (503, True), words
        database = Database(settings.database_url)
        upgrade(database)
        database.close()
        assert get(http.port, "/ready") == (200, "ready\n")
        redis.kill()
        try:
            code, words = get(http.port, "/ready")
            assert (code, words.startswith("Redis does not answer")) == (503, True), words
            assert str(redis.socket) not in words, "addresses stay private"
            assert get(http.port, "/live") == (200, "alive\n")
        finally:
            redis.start()
        assert get(http.port, "/ready")[0] == 200
        assert get(http.port, "/anything")[0] == 404


def test_a_database_that_does_not_answer_is_told_without_its_address(settings, tmp_path):
    secret = Settings(
        redis_url=settings.redis_url, database_url=f"postgresql://arena:hush@/arena?host={tmp_path}/nobody"
    )
    with closing(Health(secret)) as health:
        assert health.troubles() == ["the database does not answer (OperationalError)"]


def test_the_census_counts_matches_queues_bots_and_faults(settings, redis):
    database = Database(settings.database_url)
    upgrade(database)
    bots = house_bots(database, "random", "random")
    season = ladder(database, bots)
    _, matches = new_set(database, season, bots)
    finish(database, claimed(database, matches[0]))
    with database.write() as session:
        session.add(FaultEntry(match_id=matches[0], seat=0, bot_id=bots[0], decision=3, verdict="timeout"))
    with redis.client() as client:
        client.flushall()
        client.rpush("celery:matches", "a", "b")
        client.set("arena:gateway:g1", "1")
        registry = CollectorRegistry()
        registry.register(Census(database, client, settings.data))
        told = samples(Probes(list, registry).answer("/metrics").body.decode())
    database.close()
    assert told["arena_matches{state=finished}"] == 1
    assert told["arena_matches{state=queued}"] == 1
    assert told["arena_matches{state=void}"] == 0
    assert told["arena_queue_messages{queue=matches}"] == 2
    assert told["arena_gateways"] == 1
    assert told["arena_bots_online"] == 0
    assert told["arena_faults_last_hour{verdict=timeout}"] == 1
    assert told["arena_queue_oldest_seconds"] >= 0
    assert told["arena_rated_sets{season=nippon-2}"] == 0
    assert told["arena_database_bytes"] >= 4096 * 20
    assert 0 < told["arena_disk_free_bytes"] < told["arena_disk_bytes"]
    assert told["arena_redis_bytes"] > 10_000
    assert told["arena_parts{part=gateway}"] == 0
    assert not any(name.startswith("arena_backup") for name in told), "none are scheduled"


def test_figures_that_cannot_be_gathered_are_a_503_and_no_traceback(settings):
    registry = CollectorRegistry()
    database = Database(settings.database_url)  # no tables
    registry.register(Census(database, None, settings.data))
    page = Probes(list, registry).answer("/metrics")
    database.close()
    assert (page.status, b"Traceback" in page.body) == (503, False)


def test_nothing_listens_unless_asked_and_a_taken_port_stops_nobody(settings, caplog):
    assert server.start(settings, "web") is None
    with closing(MetricsServer("127.0.0.1", 0, Probes(list))) as taken:
        again = Settings(
            data=settings.data,
            redis_url=settings.redis_url,
            database_url=settings.database_url,
            metrics_port=taken.port,
        )
        assert server.start(again, "web") is None
    assert "no figures on" in caplog.text
