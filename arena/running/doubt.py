"""Before a worker finds a bot at fault it looks for the bot again: platform trouble is never a bot's loss.

A worker, a gateway or Redis that stood still for some seconds makes a connected bot look absent. So one look proves nothing. A bot is
absent if it was seen nowhere in several looks in a row, each of them quick, while bots could dial in. What stays doubtful makes the
match void.
"""

import asyncio
import logging
from collections.abc import Callable
from enum import Enum

from redis.exceptions import RedisError

from arena.running import keys
from arena.running.whereabouts import Whereabouts

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Between two looks."""
SURE_LOOKS = keys.GATEWAY_SECONDS + 1
"""Looks in a row that must not find the bot: longer than a gateway that went on takes to show its bots again."""
MOST_LOOKS = 30
"""After these it stays doubtful."""


class Finding(Enum):
    """Where the bot is."""

    HERE = "here"
    ABSENT = "absent"
    DOUBTFUL = "doubtful"


class Doubts:
    """Looks for bots whose clock ran out at the worker."""

    def __init__(self, where: Whereabouts, loop: asyncio.AbstractEventLoop) -> None:
        self._where = where
        self._loop = loop
        self._tasks: set[asyncio.Task[None]] = set()

    def settle(
        self,
        bot_id: str,
        locked: str | None,
        *,
        is_open: Callable[[], bool],
        has_gateway: Callable[[], bool],
        found: Callable[[Finding], None],
    ) -> None:
        """Look for the bot while the question *is_open*, then call *found*.

        A bot that *has_gateway*, one that fell silent included, is never absent: only its gateway could tell.
        """
        task = self._loop.create_task(self._settle(bot_id, locked, is_open, has_gateway, found))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _settle(
        self,
        bot_id: str,
        locked: str | None,
        is_open: Callable[[], bool],
        has_gateway: Callable[[], bool],
        found: Callable[[Finding], None],
    ) -> None:
        sure, finding = 0, Finding.DOUBTFUL
        for _ in range(MOST_LOOKS):
            begun = self._loop.time()
            seen = await self._look(bot_id, locked)
            if not is_open():
                return
            if seen is Finding.HERE:
                finding = seen
                break
            sure = sure + 1 if seen is Finding.ABSENT and not has_gateway() else 0
            if sure == SURE_LOOKS:
                finding = Finding.ABSENT
                break
            await asyncio.sleep(LOOK_SECONDS)
            if self._loop.time() - begun > LOOK_SECONDS + 1.0:  # this process or Redis stood still
                sure = 0
        if is_open():
            found(finding)

    async def _look(self, bot_id: str, locked: str | None) -> Finding:
        try:
            place = await self._where.look(bot_id)
            if place is not None and not await self._where.is_alive(place.gateway):
                return Finding.DOUBTFUL
            if place is not None and locked in {None, place.version}:
                return Finding.HERE
            return Finding.ABSENT if await self._where.is_open() else Finding.DOUBTFUL
        except RedisError as wrong:
            log.warning("Redis is away: %s", wrong)
            return Finding.DOUBTFUL
