"""How long bots have been absent: what decides whether a match waits on or starts without them.

A bot counts as absent from the last pass of the scheduler that saw it; a moment's loss of its connection costs no match that was queued
while it played others. Where the arena could not have seen it (Redis was restarted, no gateway was up, the scheduler stalled) the count
begins after that. A bot whose gateway died or stalled has not left: it is waited for until its gateway has been silent for an hour.

Only the scheduler notes what it saw: a bot that it sees gets its match, so coming and going delays nothing.
"""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

from redis import Redis

from arena.db.database import utcnow
from arena.db.models import Match, SetKind
from arena.transport import keys

LONGEST_PASS = timedelta(seconds=15)
"""A scheduler that has not looked for longer than this stalled, and saw no bot meanwhile."""


class Absences:
    """What one pass of the scheduler knows about absent bots."""

    def __init__(
        self,
        redis: Redis,
        here: Collection[int],
        missing: Collection[int],
        now: datetime,
        patience: timedelta,
        lost: Collection[int] = (),
    ) -> None:
        """*patience* counts where a set says nothing else. *lost* are those of the missing bots that no gateway saw leave."""
        self._redis, self._now, self._patience = redis, now, patience
        self._lost = frozenset(lost)
        _note_pass(redis, now)
        _note(redis, here, now)
        self._seen = _times(redis, [keys.seen(bot_id) for bot_id in missing]) if missing else {}

    def waited_for(self, match: Match, bot_id: int) -> bool:
        """Whether the match goes on waiting for an absent bot; a challenge always does, and for a bot that the arena lost every match does."""
        return match.table_set.kind is SetKind.CHALLENGE or bot_id in self._lost or self.has_patience(match, bot_id)

    def has_patience(self, match: Match, bot_id: int) -> bool:
        """Whether the bot has not been absent for longer than the match waits, no matter who is to blame."""
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
        info: Any = self._redis.info("server")
        started = utcnow() - timedelta(seconds=int(info["uptime_in_seconds"]))
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
    values: list[Any] = redis.mget(names)
    return {
        name: datetime.fromtimestamp(float(value), UTC)
        for name, value in zip(names, values, strict=True)
        if value is not None
    }
