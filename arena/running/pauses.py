"""Bots that leave between pairing and the start of their match wait before they are paired again, longer each time.

Otherwise a bot that dials in and out all the time would be paired again and again, and its opponents would wait for it as often. A bot
that is pausing loses nothing: its challenges, its league rounds and the sets it has begun go on. A set of a ladder that nobody has begun
waits no longer for a bot that is both absent and pausing.
"""

from collections.abc import Collection
from typing import Any

from redis import Redis
from redis.asyncio import Redis as AsyncRedis

from arena.running import keys, scripts

FIRST_SECONDS = 15
LONGEST_SECONDS = 900
REMEMBERED_SECONDS = 3600
"""After that time without another, what a bot did is forgotten."""
_ARGUMENTS = (FIRST_SECONDS, LONGEST_SECONDS, REMEMBERED_SECONDS)


def note_left(redis: Redis, bot_ids: Collection[int]) -> None:
    """These bots were not there when a match of theirs was to begin."""
    for bot_id in bot_ids:
        redis.eval(scripts.PAUSE, 2, keys.left(bot_id), keys.pause(bot_id), *map(str, _ARGUMENTS))


async def note_left_from_worker(redis: AsyncRedis, bot_ids: Collection[int]) -> None:
    """As `note_left`, on an event loop."""
    for bot_id in bot_ids:
        told: Any = redis.eval(scripts.PAUSE, 2, keys.left(bot_id), keys.pause(bot_id), *map(str, _ARGUMENTS))
        await told


def pausing(redis: Redis, bot_ids: Collection[int]) -> set[int]:
    """Those of the bots that are not paired now."""
    wanted = list(bot_ids)
    told: list[Any] = redis.mget([keys.pause(bot_id) for bot_id in wanted]) if wanted else []
    return {bot_id for bot_id, value in zip(wanted, told, strict=True) if value is not None}


def pause_left(redis: Redis, bot_id: int) -> float:
    """Seconds until a bot is paired again; 0: it is not pausing."""
    left: Any = redis.pttl(keys.pause(bot_id))
    return max(0, int(left)) / 1000
