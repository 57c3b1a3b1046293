"""The whole arena as real processes on this machine: Redis, a database, gateways, workers, beat, bots.

Everything lives in one folder, with one log per process. Nothing waits by sleeping: `await_until` asks again until a
condition holds, and shows the logs when it does not.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from arena.access.credentials import create_bot_token
from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import Database, upgrade
from arena.db.models import Season
from arena.ladders.rating import enter
from tests.arena.storage.history import ladder
from tests.services.servers import RedisServer

T = TypeVar("T")
PATIENCE = 240.0
"""Seconds until a condition that does not come true fails a test: many times what it takes on a quiet machine."""

BOT = """
import random
from arena.sdk import Bot, run

class Any(Bot):
    matches_at_once = 2
    def choose(self, decision):
        return random.randrange(len(decision.legal))

run(Any())
"""


class Part:
    """One process of the arena."""

    def __init__(
        self, name: str, command: list[str], folder: Path, environment: dict[str, str], cwd: Path | None = None
    ) -> None:
        self.name = name
        self._cwd = cwd
        self.log = folder / f"{name}.log"
        self._command = command
        self._environment = environment
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                self._command, stdout=log, stderr=log, env=self._environment, cwd=self._cwd, start_new_session=True
            )

    def signal(self, number: int) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, number)

    def kill(self) -> None:
        """Gone at once, with everything it started."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.signal(signal.SIGKILL)
            self.process.wait(60)
            self.process = None

    def stop(self) -> int:
        """SIGTERM, and the exit code."""
        assert self.process is not None
        self.process.terminate()
        code = self.process.wait(60)
        self.kill()
        return code


class Cluster:
    """A running arena."""

    def __init__(self, folder: Path, database_url: str | None = None) -> None:
        self.folder = folder
        self.redis = RedisServer(folder / "redis")
        self.database_url = database_url or f"sqlite:///{folder}/arena.db"
        self.parts: dict[str, Part] = {}
        self.database = Database(self.database_url)
        upgrade(self.database)
        self.redis.start()

    @property
    def environment(self) -> dict[str, str]:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
        return {
            **clean,
            "ARENA_DATA": str(self.folder),
            "ARENA_DATABASE_URL": self.database_url,
            "ARENA_REDIS_URL": self.redis.url,
            "ARENA_GRPC_PORT": "0",
            "ARENA_TICK_SECONDS": "0.5",
            "ARENA_SETTLED_SECONDS": "0",  # match after match, however well a bot is known
            "PYTHONUNBUFFERED": "1",
        }

    def start(self, name: str, *arguments: str, **settings: object) -> Part:
        """`arena ARGUMENTS` as a process of that name, with *settings* of its own."""
        given = {f"ARENA_{key.upper()}": str(value) for key, value in settings.items()}
        return self._start(name, [sys.executable, "-m", "arena.cli", *arguments], {**self.environment, **given})

    def _start(self, name: str, command: list[str], environment: dict[str, str], cwd: Path | None = None) -> Part:
        part = Part(name, command, self.folder, environment, cwd)
        self.parts[name] = part
        part.start()
        return part

    def start_gateway(self, name: str = "gateway", **settings: object) -> str:
        """A gateway on a socket of its own; its address. Started again under the same name it has the same address."""
        announced = self.folder / f"{name}.address"
        announced.unlink(missing_ok=True)
        given = {"grpc_host": f"unix:{self.folder}/{name}.sock", **settings}
        self.start(name, "gateway", "--announce", str(announced), **given)
        return await_until(lambda: announced.exists() and announced.read_text(), "the gateway listens", self)

    def start_workers(self) -> None:
        """One worker per queue, and beat."""
        for queue in ("matches", "house", "control"):
            self.start(f"worker-{queue}", "worker", queue)
        self.start("beat", "beat")

    def start_bot(self, name: str, token: str, address: str, script: str = BOT) -> Part:
        """A Python bot in a process of its own."""
        file = self.folder / f"{name}.py"
        file.write_text(script, "utf-8")
        environment = {**self.environment, "ARENA_TOKEN": token, "ARENA_ENDPOINT": address}
        return self._start(name, [sys.executable, str(file)], environment)

    def start_program(self, name: str, command: list[str], token: str, address: str, cwd: Path) -> Part:
        """A bot in any language, started in its own folder. `arena` and `python` are the ones that run this."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**self.environment, "PATH": path, "ARENA_TOKEN": token, "ARENA_ENDPOINT": address}
        return self._start(name, command, environment, cwd)

    # What is in the database

    def house_team(self, *texts: str) -> list[int]:
        """House bots; their ids."""
        with self.database.write() as session:
            team = add_team(session, "house", "test", house=True)
            return [create_bot(session, f"house-{n}", team, "test", house=text).id for n, text in enumerate(texts)]

    def new_bot(self, name: str, *, validated: bool = False) -> tuple[int, str]:
        """An external bot of a team of its own; its id and token."""
        with self.database.write() as session:
            bot = create_bot(session, name, add_team(session, f"team-{name}", "test"), "test")
            if validated:
                bot.validated_at = bot.created_at
            return bot.id, create_bot_token(session, bot, "", "test")

    def ladder(self, bots: list[int], game: str = "nippon", seats: int = 2) -> int:
        """A running open ladder; its clock is long, so that a slow machine is never a fault."""
        return ladder(self.database, bots, game, seats, open_ladder=True, clock="long")

    def enter(self, season_id: int, bot_id: int) -> None:
        with self.database.write() as session:
            enter(session, session.get_one(Season, season_id), bot_id)

    def logs(self) -> str:
        """The ends of all logs."""
        return "\n".join(
            f"--- {part.name}\n{part.log.read_text(errors='replace')[-3000:]}"
            for part in self.parts.values()
            if part.log.exists()
        )

    def close(self) -> None:
        for part in self.parts.values():
            part.kill()
        self.database.close()
        self.redis.stop()


def await_until(condition: Callable[[], T], what: str, cluster: Cluster | None = None, seconds: float = PATIENCE) -> T:
    """The first true value of the condition."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds:g} s in vain until {what}\n{cluster.logs() if cluster else ''}")
        time.sleep(0.05)


@contextmanager
def cluster(folder: Path, database_url: str | None = None) -> Iterator[Cluster]:
    """An arena for the block."""
    made = Cluster(folder, database_url)
    try:
        yield made
    finally:
        made.close()
