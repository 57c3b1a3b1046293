"""The live status of running matches.

The worker that plays a match writes its status to Redis about once a second, where it lives for seconds. It comes from the position without anything
that a single seat knows (`view(None)`), and shows neither how many decisions a seat had nor how long it thought.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import orjson
from redis import Redis
from redis.asyncio import Redis as AsyncRedis

from arena.matches.running import Ask
from arena.transport import keys

PUBLISH_SECONDS = 1.0
EVENTS = 12
"""How many of the newest public events are published."""


@dataclass(frozen=True, slots=True)
class LiveStatus:
    """A running match as the public may see it."""

    progress: str
    """Such as `round 5`; empty if the game counts nothing."""
    points: list[int]
    """By seat, if the game shows them; else empty."""
    events: list[str]
    """The newest last."""


def live_status_of(ask: Ask) -> LiveStatus:
    """What the public may see of the match at this question."""
    view = ask.state.view(None)
    game = ask.state.game
    progress = f"{game.progress.removesuffix('s')} {view[game.progress]}" if game.progress in view else ""
    open_points = [player[game.open_points] for player in view["players"]] if game.open_points else []
    events = ask.log.since(max(0, len(ask.log) - EVENTS), None)
    return LiveStatus(progress, open_points, events[-EVENTS:])


class LiveStatusWriter:
    """A worker's side: remembers what it has published of which match."""

    def __init__(self, redis: AsyncRedis) -> None:
        self._redis = redis
        self._last: dict[str, tuple[int, bytes]] = {}
        """By match: its number of decisions and its status then."""

    async def publish(self, asked: Mapping[str, Ask]) -> None:
        """Publish the status of these matches, and forget those that are over."""
        self._last = {match_id: last for match_id, last in self._last.items() if match_id in asked}
        if not asked:
            return
        async with self._redis.pipeline(transaction=False) as pipe:
            for match_id, ask in asked.items():
                decisions = len(ask.log)
                last = self._last.get(match_id)
                if last is None or last[0] != decisions:
                    last = self._last[match_id] = (decisions, orjson.dumps(live_status_of(ask)))
                pipe.set(keys.live_status(match_id), last[1], ex=keys.LIVE_STATUS_SECONDS)
            await pipe.execute()


def live_statuses(redis: Redis, match_ids: Collection[int]) -> dict[int, LiveStatus]:
    """The status of those matches that have one."""
    return {match_id: LiveStatus(**orjson.loads(value)) for match_id, value in _values(redis, match_ids).items()}


def live_fingerprints(redis: Redis, match_ids: Collection[int]) -> dict[int, bytes]:
    """A few bytes per match that differ whenever its status differs."""
    return {match_id: sha256(value).digest()[:8] for match_id, value in _values(redis, match_ids).items()}


def _values(redis: Redis, match_ids: Collection[int]) -> dict[int, bytes]:
    values: list[Any] = redis.mget([keys.live_status(match_id) for match_id in match_ids]) if match_ids else []
    return {match_id: value for match_id, value in zip(match_ids, values, strict=True) if value is not None}
