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
RETRY_SECONDS = 0.25
"""Between tries while Redis is away."""


async def fetch(redis: Redis, name: str, received: Callable[[Frame], None]) -> None:
    """Hand over frames as they come, until cancelled. One that cannot be carried out never stops the others."""
    while True:
        try:
            got = await redis.blpop([keys.inbox(name)], timeout=FETCH_SECONDS)
        except RedisError as wrong:
            log.warning("Redis is away: %s", wrong)
            await asyncio.sleep(RETRY_SECONDS)
            continue
        if got is not None:
            try:
                received(unpacked(got[1]))
            except Exception:
                log.exception("a frame for %s could not be carried out", name)
