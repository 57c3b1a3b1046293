"""What the operator's commands share: settings, the database, the name in the audit log."""

import getpass
import os
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.cli.command import JSON, Answer, Argument, Command, Refused, argument, command, flag

if TYPE_CHECKING:
    from redis import Redis
    from sqlalchemy.orm import Session

    from arena.access.viewers import Viewer
    from arena.db.database import Database
    from arena.settings import Settings

SETTINGS_HELP = """\
settings come from ARENA_... variables or a TOML file (ARENA_SETTINGS, --settings); `arena settings` prints them all"""
SETTINGS = (
    argument("--settings", type=Path, metavar="FILE", help="a TOML file with settings"),
    argument("--data", type=Path, metavar="DIR", help="folder of the embedded arena (default: data)"),
)
PUBLIC_ONLY = flag("--public", "only what everyone may see: no hidden or frozen stage")


def change(
    name: str, summary: str, *arguments: Argument, text: str = ""
) -> Callable[[Callable[[Namespace, "Session"], str]], Command]:
    """Make a command of a function that changes the database. What it returns is printed once the change is committed."""

    def declare(run: Callable[[Namespace, "Session"], str]) -> Command:
        @command(name, summary, *arguments, *SETTINGS, text=text)
        def declared(given: Namespace) -> None:
            with opened(given) as database, database.write() as session:
                sentence = run(given, session)
            print(sentence)

        return declared

    return declare


def query(
    name: str, summary: str, *arguments: Argument, text: str
) -> Callable[[Callable[[Namespace, "Session", "Viewer"], Answer]], Command]:
    """Make a command of a function that reads the database for a viewer: the operator, or everyone with --public."""

    def declare(run: Callable[[Namespace, "Session", "Viewer"], Answer]) -> Command:
        @command(name, summary, *arguments, PUBLIC_ONLY, JSON, *SETTINGS, text=f"{SETTINGS_HELP}\n\n{text}")
        def declared(given: Namespace) -> None:
            with reading(given) as (session, viewer):
                answer = run(given, session, viewer)
            answer.print(as_json=given.json)

        return declared

    return declare


def settings_of(arguments: Namespace, **flags: Any) -> "Settings":
    """The effective settings; also put into the environment, for the processes that are started from here."""
    try:
        import sqlalchemy  # noqa: F401  (missing: the server's packages are not installed)

        from arena.settings import load
    except ModuleNotFoundError as missing:
        raise Refused(f"{missing.name} is not installed: pip install 'meiji-arena[server]'") from None
    given = {"data": arguments.data, **flags}
    loaded = load(file=arguments.settings, **given)
    if arguments.settings is not None:
        os.environ["ARENA_SETTINGS"] = str(arguments.settings)
    for name, value in given.items():
        if value is not None:
            os.environ[f"ARENA_{name.upper()}"] = str(value)
    return loaded


@contextmanager
def opened(arguments: Namespace, *, fresh: bool = True) -> Iterator["Database"]:
    """The database. With *fresh* its tables must have this program's version."""
    settings = settings_of(arguments)
    from sqlalchemy.exc import OperationalError

    from arena.db.database import NO_ARENA, Database, require_newest
    from arena.errors import NotMigrated

    if not settings.database_url:
        if fresh and not settings.database_file.exists():  # SQLite would create it, in what is likely the wrong folder
            raise NotMigrated(NO_ARENA)
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = Database(settings.database_address)
    try:
        if fresh:
            require_newest(database)
        yield database
    except OperationalError as error:
        raise Refused(f"the database cannot be used: {error.orig}") from None
    finally:
        database.close()


@contextmanager
def reading(arguments: Namespace) -> Iterator[tuple["Session", "Viewer"]]:
    """One moment of the database, and who is looking: the operator, unless --public."""
    with opened(arguments) as database, database.read() as session:
        from arena.access.viewers import PUBLIC

        yield session, PUBLIC if arguments.public else operator()


def redis_of(arguments: Namespace) -> "Redis":
    """A connection to Redis; whether Redis answers shows when it is used."""
    from redis import Redis

    return Redis.from_url(settings_of(arguments).redis_address, socket_connect_timeout=3)


def operator() -> "Viewer":
    """The person at the keyboard: an admin without an account."""
    from arena.access import viewers

    return viewers.operator(actor())


def actor() -> str:
    """The name in the audit log."""
    try:
        return f"cli:{getpass.getuser()}"
    except (KeyError, OSError):
        return "cli"
