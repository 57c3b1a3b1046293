"""Taking frames out of one's inbox in Redis, for workers and gateways alike."""

import asyncio
import logging
from collections.abc import Callable

from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.running import keys
from arena.running.frames import Frame, unpacked

log = logging.getLogger(__name__)

FETCH_SECONDS = 1
MOST_FETCHED = 256
"""Frames that come in one round trip, beside the first: as many as wait, so that a full inbox empties quickly."""
RETRY_SECONDS = 0.25
"""Between tries while Redis is away."""


async def fetch(redis: Redis, name: str, received: Callable[[Frame], None]) -> None:
    """Hand over frames as they come, until cancelled. One that cannot be carried out never stops the others."""
    while True:
        try:
            async with redis.pipeline(transaction=False) as pipe:
                pipe.blpop([keys.inbox(name)], timeout=FETCH_SECONDS)
                pipe.lpop(keys.inbox(name), MOST_FETCHED)
                first, more = await pipe.execute()
        except RedisError as wrong:
            log.warning("Redis is away: %s", wrong)
            await asyncio.sleep(RETRY_SECONDS)
            continue
        for data in ([first[1]] if first is not None else []) + (more or []):
            _hand_over(name, data, received)


def _hand_over(name: str, data: bytes, received: Callable[[Frame], None]) -> None:
    try:
        received(unpacked(data))
    except Exception:
        log.exception("a frame for %s could not be carried out", name)
