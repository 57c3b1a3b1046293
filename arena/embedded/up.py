"""`arena up`: from nothing to a running arena, and what to do next."""

import os
import shutil
import sys
from contextlib import ExitStack, closing
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

from sqlalchemy.exc import SQLAlchemyError

from arena.embedded import checks, redis_server
from arena.embedded.errors import BadDatabase, BadSettings, CannotStart, NoRoom
from arena.embedded.first_start import FirstStart, prepare
from arena.embedded.parts import Part, arena
from arena.embedded.supervisor import LogFile, Supervisor
from arena.gateway.settings import InvalidSettings
from arena.replays import local_key
from arena.running.door import gateway_settings
from arena.settings import Settings
from arena.storage.database import Database
from arena.storage.errors import StorageError
from arena.storage.upgrade import upgrade


def up(settings: Settings, *, workers: int = 1, verbose: bool = False) -> int:
    """Run the whole arena until Ctrl-C or SIGTERM; the exit code."""
    _check_gateway(settings)
    data = settings.data.absolute()
    checks.data_folder(data)
    with ExitStack() as held:
        held.enter_context(checks.lock(data))
        checks.port(settings.grpc_host, settings.grpc_port, "--grpc-port")
        checks.port(settings.web_host, settings.web_port, "--web-port")
        environment = _environment(settings, data)
        first = _database(settings, data)
        _signing_key(settings)
        say(f"Meiji Arena in {data}")
        log = held.enter_context(closing(LogFile(data / "logs", echo=verbose)))
        supervisor = Supervisor(say, log)
        try:
            _start_redis(supervisor, settings, data, environment)
            parts = with_figures(_parts(environment, workers), settings)
            for part in parts:
                if not supervisor.stopping:
                    supervisor.start(part)
            _await_doors(supervisor, parts, settings)
            if not supervisor.stopping:
                say(welcome(settings, first, log.path))
            supervisor.watch()
        finally:
            supervisor.stop()
    return 0


def _check_gateway(settings: Settings) -> None:
    """Settings that the gateway would refuse are refused here, where a person reads the reason."""
    try:
        gateway_settings(settings)
    except InvalidSettings as refusal:
        raise BadSettings(str(refusal)) from None


def _signing_key(settings: Settings) -> None:
    try:
        local_key(settings.signing_key_path)
    except OSError as wrong:
        raise checks.unwritable(settings.signing_key_path.parent, wrong) from None


def say(text: str) -> None:
    """A line for the person at the terminal."""
    print(text, flush=True)


def _environment(settings: Settings, data: Path) -> dict[str, str]:
    """What the parts are told: the settings that were given, and where things are."""
    names = {f"ARENA_{name.upper()}": str(getattr(settings, name)) for name in settings.sources}
    redis = settings.redis_url or f"unix://{_socket(data)}"
    fixed = {"ARENA_DATA": str(data), "ARENA_DATABASE_URL": settings.database_address, "ARENA_REDIS_URL": redis}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    return {**kept, **names, **fixed, "PYTHONUNBUFFERED": "1"}


def _socket(data: Path) -> Path:
    usual = data / "redis" / "redis.sock"
    if len(str(usual)) <= redis_server.LONGEST_SOCKET:
        return usual
    known = data / "redis-socket-folder"
    if not known.exists() or not Path(known.read_text("utf-8")).is_dir():
        known.write_text(mkdtemp(prefix="arena-redis-"), "utf-8")
    return Path(known.read_text("utf-8")) / "redis.sock"


def _database(settings: Settings, data: Path) -> FirstStart:
    database = Database(settings.database_address)
    try:
        before, after = upgrade(database)
        if before is not None and before != after:
            say(f"database upgraded from version {before} to {after}")
        return prepare(database, data)
    except StorageError as wrong:
        raise BadDatabase(str(wrong)) from None
    except SQLAlchemyError as wrong:
        raise _unusable(settings, data, wrong) from None
    except OSError as wrong:
        raise checks.unwritable(data, wrong) from None
    finally:
        database.close()


def _unusable(settings: Settings, data: Path, wrong: SQLAlchemyError) -> CannotStart:
    where = "you gave" if settings.database_url else str(data / "arena.db")
    lines = str(getattr(wrong, "orig", None) or wrong).splitlines()
    why = lines[0] if lines else type(wrong).__name__
    if any(words in why for words in ("disk is full", "disk I/O error")):
        return NoRoom(f"the database {where} cannot be written ({why}): make room on the disk, and start again")
    return BadDatabase(f"the database {where} cannot be used: {why}")


def _start_redis(supervisor: Supervisor, settings: Settings, data: Path, environment: dict[str, str]) -> None:
    part: Part | None = None
    if not settings.redis_url:
        folder = data / "redis"
        folder.mkdir(mode=0o700, exist_ok=True)
        part = Part("redis", redis_server.command(folder, _socket(data)), environment)
        supervisor.start(part)

    def alive() -> bool:
        return part is None or part.died() is None

    try:
        redis_server.await_ready(environment["ARENA_REDIS_URL"], alive=alive)
    except TimeoutError as wrong:
        raise CannotStart(f"{wrong}; see {data / 'logs' / 'arena.log'}") from None


def _parts(environment: dict[str, str], workers: int) -> list[Part]:
    parts = [
        Part("gateway", arena("gateway"), environment),
        *(Part(f"matches-{n + 1}", arena("worker", "matches"), environment) for n in range(workers)),
        Part("house", arena("worker", "house"), environment),
        Part("control", arena("worker", "control"), environment),
        Part("beat", arena("beat"), environment),
    ]
    if find_spec("web.app") is not None:
        parts.append(Part("web", arena("web"), environment))
    return parts


def _await_doors(supervisor: Supervisor, parts: list[Part], settings: Settings) -> None:
    """What is told to be open must be."""
    doors = {"gateway": (settings.grpc_host, settings.grpc_port), "web": (settings.web_host, settings.web_port)}
    for part in parts:
        if part.name in doors and not supervisor.stopping:
            supervisor.await_ready(part, partial(checks.answers, *doors[part.name]))


def with_figures(parts: list[Part], settings: Settings) -> list[Part]:
    """Give each part a port of its own for figures and health, if they are wanted."""
    if settings.metrics_port:
        for number, part in enumerate(parts):
            port = settings.metrics_port + number
            checks.port(settings.metrics_host, port, "metrics_port")
            part.environment = {**part.environment, "ARENA_METRICS_PORT": str(port)}
            say(f"  {part.name:18} figures on http://{settings.metrics_host}:{port}/metrics")
    return parts


def typed(program: str) -> str:
    """How a program of this environment is typed: by its name where that finds it, else by its path."""
    here = Path(sys.executable).parent / program
    found = shutil.which(program)
    if found is not None and Path(found).absolute() == here:
        return program
    return str(here.relative_to(Path.cwd())) if here.is_relative_to(Path.cwd()) else str(here)


def welcome(settings: Settings, first: FirstStart, log: Path) -> str:
    """What to open and what to type next."""
    program, python = typed("arena"), typed("python")
    data = "" if settings.data == Path("data") else f" --data {settings.data}"
    lines = ["", "The arena is up."]
    if find_spec("web.app") is not None:
        lines.append(f"  open     http://{settings.web_host}:{settings.web_port}/")
    lines += [f"  see      {program} status{data}", f"  logs     {log}"]
    if first.password is not None:
        lines.append(f"  admin    {first.password}   (also in {first.password_file}, for you alone)")
    lines += [
        "",
        "Connect your first bot in two lines:",
        f"  {program} user create you{data} && {program} bot create my-bot --owner you{data}",
        f"  ARENA_TOKEN=<its token> ARENA_ENDPOINT={settings.grpc_host}:{settings.grpc_port} {python} bots/python/random_bot.py",
        "",
        "Ctrl-C stops everything; starting again goes on where it stopped.",
    ]
    return "\n".join(lines)
