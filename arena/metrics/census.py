"""Arena-wide figures, counted when they are asked for. One part tells them (the control worker), or sums would be too high."""

from collections.abc import Iterator
from datetime import timedelta

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis import Redis
from sqlalchemy import func, select

from arena.running.status import look
from arena.storage.base import utcnow
from arena.storage.database import Database
from arena.storage.models import FaultEntry, Match, MatchState

FRESH = timedelta(hours=1)
"""Faults are counted over the last hour."""


class Census(Collector):
    """Looks at the database and Redis at every scrape."""

    def __init__(self, database: Database, redis: Redis) -> None:
        self._database = database
        self._redis = redis

    def describe(self) -> list[Metric]:
        """Nothing in advance: registering must not need a database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The figures now. If the database is away the scrape fails, and /ready says so."""
        found = look(self._database, self._redis)
        yield _family("arena_matches", "Matches by state", "state", _every_state(found.matches))
        yield GaugeMetricFamily(
            "arena_matches_stuck", "Matches that nobody plays although they could be played", len(found.stuck)
        )
        yield GaugeMetricFamily("arena_redis_up", "Whether Redis answers", float(found.redis))
        yield _family("arena_rated_sets", "Rated sets by season", "season", {one[0]: one[2] for one in found.seasons})
        if found.redis:
            yield _family("arena_queue_messages", "Messages waiting for workers", "queue", found.queues)
            yield GaugeMetricFamily("arena_gateways", "Gateways alive", found.gateways)
            yield GaugeMetricFamily("arena_bots_online", "External bots connected", len(found.online))
        yield from self._waiting_and_faults()

    def _waiting_and_faults(self) -> Iterator[Metric]:
        now = utcnow()
        with self._database.read() as session:
            oldest = session.scalar(select(func.min(Match.ready_at)).where(Match.state == MatchState.QUEUED))
            faults = session.execute(
                select(FaultEntry.verdict, func.count()).where(FaultEntry.at > now - FRESH).group_by(FaultEntry.verdict)
            ).all()
        waited = 0.0 if oldest is None else max(0.0, (now - oldest).total_seconds())
        yield GaugeMetricFamily("arena_queue_oldest_seconds", "Age of the match that waits longest", waited)
        counted = {row[0]: row[1] for row in faults}
        yield _family("arena_faults_last_hour", "Faults of bots within the last hour", "verdict", counted)


def _every_state(found: dict[str, int]) -> dict[str, int]:
    return {state.value: found.get(state.value, 0) for state in MatchState}


def _family(name: str, about: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, about, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family
