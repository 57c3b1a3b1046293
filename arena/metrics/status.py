"""The state of the arena in figures: for `arena status`, the status page, and the gauges of the control worker."""

import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy import Select, func, select, text
from sqlalchemy.orm import Session

from arena.db.database import Database, utcnow
from arena.db.models import (
    Bot,
    FaultEntry,
    Match,
    MatchSeat,
    MatchState,
    Round,
    RoundState,
    Season,
    SeasonStage,
    SeasonState,
    SetKind,
    SetState,
    TableSet,
)
from arena.metrics.pulse import program_version
from arena.transport import keys, parts as life
from arena.transport.backup_state import BackupState, backups
from arena.transport.presence import present
from engine import build

FRESH = timedelta(hours=1)
"""Faults are counted over the last hour."""


class Census(Collector):
    """Reads the database and Redis at every scrape."""

    def __init__(self, database: Database, redis: Redis, folder: Path) -> None:
        self._database = database
        self._redis = redis
        self._folder = folder

    def describe(self) -> list[Metric]:
        """Nothing in advance: registering must not need a database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The figures now. If the database does not answer the scrape fails, and /ready says so."""
        status = read_status(self._database, self._redis, self._folder)
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
            yield GaugeMetricFamily("arena_redis_bytes", "Memory that Redis uses for its data", status.redis_bytes)
            yield _family("arena_parts", "Processes of the arena that live, by part", "part", status.count_of_parts())
        yield from _resources(status)
        yield from _backups(status.backup)
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


def _resources(status: "Status") -> Iterator[Metric]:
    yield GaugeMetricFamily("arena_database_bytes", "Size of the database", status.database_bytes)
    yield GaugeMetricFamily("arena_disk_free_bytes", "Free space where the data folder is", status.disk_free)
    yield GaugeMetricFamily("arena_disk_bytes", "Size of the disk where the data folder is", status.disk_bytes)
    late = _family("arena_round_late_seconds", "How late the next round of a season is", "season", status.late_rounds)
    yield late


def _backups(state: BackupState | None) -> Iterator[Metric]:
    """Nothing without scheduled backups; no age before the first of them."""
    if state is None:
        return
    age = state.age(time.time())
    if age is not None:
        yield GaugeMetricFamily("arena_backup_age_seconds", "Since the newest scheduled backup", age)
    yield GaugeMetricFamily("arena_backup_every_seconds", "Between scheduled backups, by the settings", state.every)
    yield GaugeMetricFamily("arena_backup_bytes", "Size of the newest scheduled backup", state.bytes)
    yield GaugeMetricFamily("arena_backup_failing", "Whether the last scheduled backup failed", bool(state.trouble))


def _every_state(counts: dict[str, int]) -> dict[str, int]:
    return {state.value: counts.get(state.value, 0) for state in MatchState}


def _family(name: str, about: str, label: str, values: dict[str, int] | dict[str, float]) -> Metric:
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
    version: str = field(default_factory=program_version)
    """Of this process."""
    parts: list[life.Part] = field(default_factory=list)
    errors: life.Errors = field(default_factory=life.Errors)
    """Of all parts, in the last hour."""
    late_rounds: dict[str, float] = field(default_factory=dict)
    """By season: how many seconds ago its next round should have begun."""
    database_bytes: int = 0
    redis_bytes: int = 0
    redis_limit: int = 0
    """Bytes that Redis may use; 0: it has no limit."""
    disk_free: int = 0
    disk_bytes: int = 0
    backup: BackupState | None = None
    """None: no backups are scheduled."""

    def count_of_parts(self) -> dict[str, int]:
        """How many processes of each part live."""
        return {part: sum(one.part == part for one in self.parts) for part in PARTS}


PARTS = ("gateway", "worker-matches", "worker-house", "worker-control", "beat", "web", "runner")
"""What an arena consists of. The runner may be missing: it is for bots that are handed in."""


def read_status(database: Database, redis: Redis, folder: Path) -> Status:
    """The figures now. *folder*: on the disk whose space is reported; it need not exist yet."""
    status = Status()
    _read_disk(folder.absolute(), status)
    _read_database(database, status)
    try:
        _read_redis(database, redis, status)
    except RedisError:
        status.redis = False
    return status


def _read_disk(folder: Path, status: Status) -> None:
    existing = next(path for path in (folder, *folder.parents) if path.is_dir())
    used = shutil.disk_usage(existing)
    status.disk_free, status.disk_bytes = used.free, used.total


def _size(database: Database, session: Session) -> int:
    if not database.is_sqlite:
        return int(session.scalar(text("SELECT pg_database_size(current_database())")) or 0)
    pages, size = session.scalar(text("PRAGMA page_count")), session.scalar(text("PRAGMA page_size"))
    return int(pages or 0) * int(size or 0)


def _late_rounds(session: Session, now: datetime) -> dict[str, float]:
    """Rounds whose time has come and that have not begun."""
    rows = session.execute(
        select(Season.slug, func.min(Round.starts_at))
        .join(SeasonStage, SeasonStage.season_id == Season.id)
        .join(Round, Round.stage_id == SeasonStage.id)
        .where(Season.state == SeasonState.RUNNING, Season.paused.is_(False))
        .where(Round.state == RoundState.PLANNED, Round.starts_at < now)
        .group_by(Season.slug)
    )
    return {slug: (now - starts_at).total_seconds() for slug, starts_at in rows}


def _read_database(database: Database, status: Status) -> None:
    now = utcnow()
    with database.read() as session:
        status.database_bytes = _size(database, session)
        status.late_rounds = _late_rounds(session, now)
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
    status.parts, status.errors, status.backup = life.parts(redis), life.errors(redis), backups(redis)
    memory: Any = redis.info("memory")
    status.redis_bytes, status.redis_limit = int(memory["used_memory"]), int(memory.get("maxmemory", 0))
    status.redis = True
