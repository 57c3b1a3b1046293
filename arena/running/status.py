"""How the arena does, in figures: for `arena status`, health checks and the status page."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy import Select, func, select

from arena.running import keys
from arena.running.presence import present
from arena.storage.base import utcnow
from arena.storage.database import Database
from arena.storage.models import (
    Bot,
    Match,
    MatchSeat,
    MatchState,
    Season,
    SeasonState,
    SetKind,
    SetState,
    TableSet,
)

WAITED = timedelta(minutes=10)
"""A match that has waited so long though none of its bots plays deserves a look; challenges may wait."""
LEFT_ALONE = timedelta(minutes=1)
"""So long after its start a match that nobody holds the lease of should have been queued again."""


@dataclass(slots=True)
class Status:
    """One look at everything."""

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


def look(database: Database, redis: Redis) -> Status:
    """The figures now."""
    found = Status()
    _look_at_database(database, found)
    try:
        _look_at_redis(database, redis, found)
    except RedisError:
        found.redis = False
    return found


def _look_at_database(database: Database, found: Status) -> None:
    now = utcnow()
    with database.read() as session:
        counted = session.execute(select(Match.state, func.count()).group_by(Match.state)).all()
        found.matches = {state.value: count for state, count in counted}
        for match, game in session.execute(
            select(Match, TableSet.game).join(TableSet).where(Match.state == MatchState.RUNNING).order_by(Match.id)
        ):
            begun = match.started_at or match.ready_at
            found.running.append((match.id, game, (now - begun).total_seconds()))
        found.stuck = list(session.scalars(_waiting_too_long(now - WAITED)))
        done = select(func.count()).select_from(TableSet).where(TableSet.state == SetState.DONE)
        found.sets_done = session.scalar(done) or 0
        rated = select(TableSet.season_id, func.count()).where(TableSet.state == SetState.DONE)
        by_season = {row[0]: row[1] for row in session.execute(rated.group_by(TableSet.season_id))}
        for season in session.scalars(select(Season).where(Season.state != SeasonState.DRAFT).order_by(Season.id)):
            state = "paused" if season.paused else season.state.value
            found.seasons.append((season.slug, state, by_season.get(season.id, 0)))


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


def _look_at_redis(database: Database, redis: Redis, found: Status) -> None:
    found.gateways = sum(1 for _ in redis.scan_iter(f"{keys.gateway('')}*"))
    with database.read() as session:
        bots = session.execute(select(Bot.id, Bot.name).where(Bot.house.is_(None))).all()
    names = {row.id: row.name for row in bots}
    found.online = sorted(names[bot_id] for bot_id in present(redis, names))
    for queue in ("matches", "house", "control"):
        waiting: Any = redis.llen(f"celery:{queue}")
        found.queues[queue] = int(waiting)
    alone = [match_id for match_id, _, seconds in found.running if seconds > LEFT_ALONE.total_seconds()]
    leases: list[Any] = redis.mget([keys.lease(match_id) for match_id in alone]) if alone else []
    found.stuck += [match_id for match_id, lease in zip(alone, leases, strict=True) if lease is None]
    found.redis = True
