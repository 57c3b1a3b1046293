"""Reads what the programs of a runner use, ten times a second, and reports it to the gateways, which charge it to the bots' clocks."""

import logging
import threading
import time
from collections.abc import Callable, Collection
from typing import Any

import orjson
from redis import Redis
from redis.exceptions import RedisError

from arena.runner.hosted import HostedBot
from arena.transport import keys

log = logging.getLogger(__name__)

READ_SECONDS = 0.1
MATCHES_EVERY = 3
"""Readings after which it is looked up which matches each bot plays."""


class Meters:
    """A thread that reads, until it is closed."""

    def __init__(self, redis: Redis, bots: Callable[[], Collection[HostedBot]]) -> None:
        self._redis, self._bots = redis, bots
        self._reported: dict[int, tuple[str, float]] = {}
        self._playing: dict[int, set[str]] = {}
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="meters", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop reading."""
        self._done.set()
        self._thread.join()

    def _run(self) -> None:
        count = 0
        while not self._done.wait(READ_SECONDS):
            try:
                if count % MATCHES_EVERY == 0:
                    self._look_matches_up()
                self.read()
            except RedisError as error:
                log.warning("Redis does not answer, nothing is reported: %s", error)
            except Exception:
                log.exception("could not read what the bots use")
            count += 1

    def read(self) -> None:
        """Read every program once, and report those that have used more."""
        changed: dict[str, tuple[str, float]] = {}
        for bot in self._bots():
            reading = bot.read(time.monotonic(), self._playing.get(bot.wanted.bot_id, ()))
            if reading is not None and reading != self._reported.get(bot.wanted.bot_id):
                self._reported[bot.wanted.bot_id] = changed[str(bot.wanted.bot_id)] = reading
        if changed:
            self._redis.publish(keys.USED, orjson.dumps(changed))

    def _look_matches_up(self) -> None:
        bots = [bot.wanted.bot_id for bot in self._bots()]
        if bots:
            with self._redis.pipeline(transaction=False) as pipe:
                for bot_id in bots:
                    pipe.hkeys(keys.playing(bot_id))
                found: list[Any] = pipe.execute()
            self._playing = {
                bot_id: {name.decode() for name in names} for bot_id, names in zip(bots, found, strict=True)
            }
