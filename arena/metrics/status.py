"""The state of the arena in figures: for `arena status`, health checks, the status page, and the gauges that are counted in the database."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy import Select, func, select

from arena.db.database import Database, utcnow
from arena.db.models import (
    Bot,
    FaultEntry,
    Match,
    MatchSeat,
    MatchState,
    Season,
    SeasonState,
    SetKind,
    SetState,
    TableSet,
)
from arena.transport import keys
from arena.transport.presence import present
from engine import build

FRESH = timedelta(hours=1)
"""Faults are counted over the last hour."""


class Census(Collector):
    """Reads the database and Redis at every scrape."""

    def __init__(self, database: Database, redis: Redis) -> None:
        self._database = database
        self._redis = redis

    def describe(self) -> list[Metric]:
        """Nothing in advance: registering must not need a database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The figures now. If the database does not answer the scrape fails, and /ready says so."""
        status = read_status(self._database, self._redis)
        yield _family("arena_matches", "Matches by state", "state", _every_state(status.matches))
        yield GaugeMetricFamily(
            "arena_matches_stuck", "Matches that nobody plays although they could be played", len(status.stuck)
        )
        yield GaugeMetricFamily("arena_redis_up", "Whether Redis answers", float(status.redis))
        yield _family(
            "arena_rated_sets", "Rated sets by season", "season", {slug: rated for slug, _, rated in status.seasons}
        )
        if status.redis:
            yield _family("arena_queue_messages", "Messages waiting for workers", "queue", status.queues)
            yield GaugeMetricFamily("arena_gateways", "Gateways alive", status.gateways)
            yield GaugeMetricFamily("arena_bots_online", "External bots connected", len(status.online))
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


def _every_state(counts: dict[str, int]) -> dict[str, int]:
    return {state.value: counts.get(state.value, 0) for state in MatchState}


def _family(name: str, about: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, about, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


WAITED = timedelta(minutes=10)
"""A match that has waited this long although none of its bots plays is stuck; challenges may wait."""
LEFT_ALONE = timedelta(minutes=1)
"""How long after its start a match without a lease should have been queued again."""


@dataclass(slots=True)
class Status:
    """The figures of one moment."""

    redis: bool = False
    gateways: int = 0
    online: list[str] = field(default_factory=list)
    matches: dict[str, int] = field(default_factory=dict)
    running: list[tuple[int, str, float]] = field(default_factory=list)
    """Match, game, and seconds since it was begun."""
    stuck: list[int] = field(default_factory=list)
    """Matches that nobody plays although they could be played."""
    sets_done: int = 0
    seasons: list[tuple[str, str, int]] = field(default_factory=list)
    """Slug, state, rated sets."""
    queues: dict[str, int] = field(default_factory=dict)
    engine: str = field(default_factory=build.description)
    """Which build of the engine this process runs, and why."""


def read_status(database: Database, redis: Redis) -> Status:
    """The figures now."""
    status = Status()
    _read_database(database, status)
    try:
        _read_redis(database, redis, status)
    except RedisError:
        status.redis = False
    return status


def _read_database(database: Database, status: Status) -> None:
    now = utcnow()
    with database.read() as session:
        counted = session.execute(select(Match.state, func.count()).group_by(Match.state)).all()
        status.matches = {state.value: count for state, count in counted}
        for match, game in session.execute(
            select(Match, TableSet.game).join(TableSet).where(Match.state == MatchState.RUNNING).order_by(Match.id)
        ):
            status.running.append((match.id, game, (now - (match.started_at or match.ready_at)).total_seconds()))
        status.stuck = list(session.scalars(_waiting_too_long(now - WAITED)))
        done = select(func.count()).select_from(TableSet).where(TableSet.state == SetState.DONE)
        status.sets_done = session.scalar(done) or 0
        rated = select(TableSet.season_id, func.count()).where(TableSet.state == SetState.DONE)
        by_season = {row[0]: row[1] for row in session.execute(rated.group_by(TableSet.season_id))}
        for season in session.scalars(select(Season).where(Season.state != SeasonState.DRAFT).order_by(Season.id)):
            state = "paused" if season.paused else season.state.value
            status.seasons.append((season.slug, state, by_season.get(season.id, 0)))


def _waiting_too_long(since: datetime) -> Select[int]:
    """Queued matches that nothing they could wait for holds up."""
    playing = (
        select(MatchSeat.bot_id)
        .join(Match, Match.id == MatchSeat.match_id)
        .where(Match.state == MatchState.RUNNING)
        .scalar_subquery()
    )
    busy = select(MatchSeat.id).where(MatchSeat.match_id == Match.id, MatchSeat.bot_id.in_(playing)).exists()
    return (
        select(Match.id)
        .join(TableSet)
        .where(Match.state == MatchState.QUEUED, TableSet.kind != SetKind.CHALLENGE, Match.ready_at < since, ~busy)
        .order_by(Match.id)
    )


def _read_redis(database: Database, redis: Redis, status: Status) -> None:
    status.gateways = sum(1 for _ in redis.scan_iter(f"{keys.gateway('')}*"))
    with database.read() as session:
        bots = session.execute(select(Bot.id, Bot.name).where(Bot.house.is_(None))).all()
    names = {row.id: row.name for row in bots}
    status.online = sorted(names[bot_id] for bot_id in present(redis, names))
    for queue in ("matches", "house", "control"):
        waiting: Any = redis.llen(f"celery:{queue}")
        status.queues[queue] = int(waiting)
    alone = [match_id for match_id, _, seconds in status.running if seconds > LEFT_ALONE.total_seconds()]
    leases: list[Any] = redis.mget([keys.lease(match_id) for match_id in alone]) if alone else []
    status.stuck += [match_id for match_id, lease in zip(alone, leases, strict=True) if lease is None]
    status.redis = True
