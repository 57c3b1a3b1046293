"""How the arena does, in figures: for `arena status`, health checks and the status page."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy import func, select

from arena.running import keys
from arena.running.presence import present
from arena.storage.base import utcnow
from arena.storage.database import Database
from arena.storage.models import Bot, Match, MatchState, Season, SeasonState, SetState, TableSet

STUCK = timedelta(minutes=10)
"""A match that was queued or begun so long ago and is not over deserves a look."""


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
        open_states = [MatchState.QUEUED, MatchState.RUNNING]
        for match, game in session.execute(
            select(Match, TableSet.game).join(TableSet).where(Match.state.in_(open_states)).order_by(Match.id)
        ):
            if match.state is MatchState.RUNNING and match.started_at is not None:
                found.running.append((match.id, game, (now - match.started_at).total_seconds()))
            if (match.started_at or match.ready_at) < now - STUCK:
                found.stuck.append(match.id)
        counting = (
            select(TableSet.season_id, func.count()).where(TableSet.state == SetState.DONE).group_by(TableSet.season_id)
        )
        rated: dict[int | None, int] = {row[0]: row[1] for row in session.execute(counting)}
        found.sets_done = sum(rated.values())
        for season in session.scalars(select(Season).where(Season.state != SeasonState.DRAFT).order_by(Season.id)):
            state = "paused" if season.paused else season.state.value
            found.seasons.append((season.slug, state, rated.get(season.id, 0)))


def _look_at_redis(database: Database, redis: Redis, found: Status) -> None:
    found.gateways = sum(1 for _ in redis.scan_iter(f"{keys.gateway('')}*"))
    with database.read() as session:
        bots = session.execute(select(Bot.id, Bot.name).where(Bot.house.is_(None))).all()
    names = {row.id: row.name for row in bots}
    found.online = sorted(names[bot_id] for bot_id in present(redis, names))
    for queue in ("matches", "house", "control"):
        waiting: Any = redis.llen(f"celery:{queue}")
        found.queues[queue] = int(waiting)
    found.redis = True
