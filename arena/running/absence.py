"""Since when bots are away: what decides whether a match waits on or starts without them.

A bot counts as away from the last pass of the scheduler that saw it; a moment's loss of its connection costs no match that was queued
while it played others. Where the arena itself could not have seen it (Redis was started anew, no gateway was up, the scheduler stood
still) the count begins after that. Only the scheduler notes what it saw: a bot that it sees gets its match, so coming and going puts nothing off.
"""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

from redis import Redis

from arena.running import keys
from arena.storage.base import utcnow
from arena.storage.models import Match, SetKind

LONGEST_PASS = timedelta(seconds=15)
"""A scheduler that has not looked for longer stood still, and saw nobody in the meantime."""


class Absences:
    """What one pass of the scheduler knows about bots that are away."""

    def __init__(
        self, redis: Redis, here: Collection[int], away: Collection[int], now: datetime, patience: timedelta
    ) -> None:
        """*patience* counts where a set says nothing else."""
        self._redis, self._now, self._patience = redis, now, patience
        _note_pass(redis, now)
        _note(redis, here, now)
        self._seen = _times(redis, [keys.seen(bot_id) for bot_id in away]) if away else {}

    def waited_for(self, match: Match, bot_id: int) -> bool:
        """Whether the match waits on for a bot that is away; a challenge always does."""
        if match.table_set.kind is SetKind.CHALLENGE:
            return True
        seconds = match.table_set.wait_seconds
        patience = self._patience if seconds is None else timedelta(seconds=seconds)
        seen = self._seen.get(keys.seen(bot_id), match.ready_at)
        return max(match.ready_at, self._open_since, seen) + patience >= self._now

    @cached_property
    def _open_since(self) -> datetime:
        """Since when bots could dial in and be seen, as far as is known."""
        if not self._redis.exists(keys.GATEWAYS):
            self._redis.set(keys.CLOSED, self._now.timestamp(), ex=keys.SEEN_SECONDS)
            return self._now
        told: Any = self._redis.info("server")
        started = utcnow() - timedelta(seconds=int(told["uptime_in_seconds"]))
        return max(started, _times(self._redis, [keys.CLOSED]).get(keys.CLOSED, started))


def _note_pass(redis: Redis, now: datetime) -> None:
    """Bots are counted as absent only from here on if the scheduler has not looked for long."""
    last = _times(redis, [keys.PASSED]).get(keys.PASSED)
    if last is not None and now - last > LONGEST_PASS:
        redis.set(keys.CLOSED, now.timestamp(), ex=keys.SEEN_SECONDS)
    redis.set(keys.PASSED, now.timestamp(), ex=keys.SEEN_SECONDS)


def _note(redis: Redis, here: Collection[int], now: datetime) -> None:
    with redis.pipeline(transaction=False) as pipe:
        for bot_id in here:
            pipe.set(keys.seen(bot_id), now.timestamp(), ex=keys.SEEN_SECONDS)
        pipe.execute()


def _times(redis: Redis, names: list[str]) -> dict[str, datetime]:
    told: list[Any] = redis.mget(names)
    return {
        name: datetime.fromtimestamp(float(value), UTC)
        for name, value in zip(names, told, strict=True)
        if value is not None
    }
