"""The site as a real process, `arena web`, over a copy of the played world."""

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.services.servers import RedisServer

PATIENCE = 60.0


class Served:
    """A running site; what it logs is read line by line as it comes."""

    def __init__(self, folder: Path, redis: RedisServer, port: int = 0, **settings: object) -> None:
        self.folder = folder
        self.friends: set[str] = set()
        """Hosts that it leads to."""
        announce = folder / "address"
        announce.unlink(missing_ok=True)
        given = {f"ARENA_{name.upper()}": str(value) for name, value in settings.items()}
        kept = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
        fixed = {
            "ARENA_DATA": str(folder),
            "ARENA_DATABASE_URL": f"sqlite:///{folder}/arena.db",
            "ARENA_REDIS_URL": redis.url,
            "PYTHONUNBUFFERED": "1",
        }
        command = [sys.executable, "-m", "arena.cli", "web", "--web-port", str(port), "--announce", str(announce)]
        self.process = subprocess.Popen(
            command, env={**kept, **fixed, **given}, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        self.lines: list[str] = []
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._await_address(announce)

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._news:
                self.lines.append(line)
                self._news.notify_all()

    def _await_address(self, announce: Path) -> None:
        deadline = time.monotonic() + PATIENCE
        while not (announce.exists() and announce.read_text("utf-8")):
            assert self.process.poll() is None, "".join(self.lines)
            assert time.monotonic() < deadline, "".join(self.lines)
            time.sleep(0.05)
        self.address = announce.read_text("utf-8")
        parts = urlsplit(self.address)
        self.host, self.port = str(parts.hostname), int(parts.port or 0)

    def await_line(self, fits: Callable[[str], bool]) -> str:
        """The first line that fits, whether it is there already or still to come."""
        with self._news:
            assert self._news.wait_for(lambda: any(map(fits, self.lines)), PATIENCE), "".join(self.lines[-50:])
            return next(line for line in self.lines if fits(line))

    def get(self, path: str, headers: dict[str, str] | None = None, method: str = "GET"):
        """One request; the answer with its body read."""
        line = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            line.request(method, path, headers=headers or {})
            answer = line.getresponse()
            answer.body = answer.read()
            return answer
        finally:
            line.close()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def end(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stderr is not None
        self.process.stderr.close()


@contextmanager
def served(played_file: Path, folder: Path, redis: RedisServer, **settings: object) -> Iterator[Served]:
    """A site over a copy of the world in *folder*."""
    shutil.copy(played_file, folder / "arena.db")
    made = Served(folder, redis, **settings)
    try:
        yield made
    finally:
        made.end()


class Stream:
    """An open stream of events."""

    def __init__(self, site: Served, path: str, headers: dict[str, str] | None = None) -> None:
        self._line = http.client.HTTPConnection(site.host, site.port, timeout=PATIENCE)
        self._line.request("GET", path, headers={"Accept": "text/event-stream", **(headers or {})})
        self.answer = self._line.getresponse()
        self.status = self.answer.status

    def event(self) -> dict[str, str]:
        """The next event; comments and the retry time are passed over."""
        found: dict[str, list[str]] = {}
        while True:
            line = self.answer.readline().decode()
            assert line, "the stream has ended"
            line = line.rstrip("\n")
            if line and (named := re.match(r"(event|id|data): ?(.*)", line)):
                found.setdefault(named.group(1), []).append(named.group(2))
            elif not line and found:
                return {name: "\n".join(values) for name, values in found.items()}

    def ended(self) -> bool:
        """Read to the end."""
        while self.answer.readline():
            pass
        return True

    def close(self) -> None:
        self.answer.close()
        self._line.close()
