"""Each process shows that it lives, and reports the errors it logs. A thread does it, so that neither logging nor the work waits for Redis."""

import logging
import os
import socket
import threading
import time
from collections import deque
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from secrets import token_hex

from redis import Redis
from redis.exceptions import RedisError

from arena.metrics import figures
from arena.settings import Settings
from arena.text import visible
from arena.transport.parts import LoggedError, Part, hide, note_errors, show
from engine import build

EVERY_SECONDS = 5.0
LONGEST_MESSAGE = 300
MOST_AT_ONCE = 20
"""Errors reported with their text at a time; the others are only counted."""


@cache
def program_version() -> str:
    """The installed version of the arena."""
    try:
        return version("meiji-arena")
    except PackageNotFoundError:
        return "unknown"


class ErrorLog(logging.Handler):
    """Collects the errors of this process until they are reported."""

    def __init__(self, part: str) -> None:
        super().__init__(logging.ERROR)
        self._part = part
        self._count = 0
        self._latest: deque[LoggedError] = deque(maxlen=MOST_AT_ONCE)

    def emit(self, record: logging.LogRecord) -> None:
        """Note one error."""
        figures.ERRORS.inc()
        self._count += 1
        message = visible(record.getMessage(), LONGEST_MESSAGE)
        self._latest.append(LoggedError(record.created, self._part, message))

    def take(self) -> tuple[int, list[LoggedError]]:
        """How many came since the last call, and the newest of them."""
        with self.lock or threading.RLock():
            taken = self._count, list(self._latest)
            self._count = 0
            self._latest.clear()
        return taken

    def give_back(self, count: int, latest: list[LoggedError]) -> None:
        """Put back errors that could not be reported."""
        with self.lock or threading.RLock():
            self._count += count
            self._latest.extendleft(reversed(latest[: MOST_AT_ONCE - len(self._latest)]))


class Pulse(threading.Thread):
    """Shows this process in Redis until stopped."""

    def __init__(self, settings: Settings, part: str) -> None:
        super().__init__(name="pulse", daemon=True)
        host = socket.gethostname()
        name = f"{part}-{host}-{os.getpid()}-{token_hex(3)}"
        self._part = Part(name, part, host, program_version(), build.description(), time.time())
        self._redis: Redis = Redis.from_url(settings.redis_address, socket_connect_timeout=3, socket_timeout=5)
        self._errors = ErrorLog(part)
        self._over = threading.Event()

    def start(self) -> None:
        """Begin."""
        logging.getLogger().addHandler(self._errors)
        super().start()

    def stop(self) -> None:
        """The process ends: stop showing it."""
        logging.getLogger().removeHandler(self._errors)
        self._over.set()
        self.join(10)

    def run(self) -> None:
        """Run until stopped, also while Redis does not answer."""
        try:
            while not self._over.is_set():
                self._beat()
                self._over.wait(EVERY_SECONDS)
            self._beat()
            hide(self._redis, self._part.name)
        except RedisError:
            pass  # it expires
        finally:
            self._redis.close()

    def _beat(self) -> None:
        count, latest = self._errors.take()
        try:
            show(self._redis, self._part)
            if count:
                note_errors(self._redis, count, latest)
        except RedisError:
            self._errors.give_back(count, latest)


def start_pulse(settings: Settings, part: str) -> Pulse:
    """Show this process from now on."""
    pulse = Pulse(settings, part)
    pulse.start()
    return pulse
