"""What the operator's commands share: settings, the database, who is acting."""

import getpass
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.cli.refusals import Refused

if TYPE_CHECKING:
    from redis import Redis

    from arena.settings import Settings
    from arena.storage.database import Database

SETTINGS_HELP = """\
settings come from ARENA_... variables or a TOML file (ARENA_SETTINGS, --settings); `arena settings` prints them all"""


def add_settings(made: ArgumentParser) -> None:
    """--settings and --data."""
    made.add_argument("--settings", type=Path, metavar="FILE", help="a TOML file with settings")
    made.add_argument("--data", type=Path, metavar="DIR", help="folder of the embedded arena (default: data)")


def settings_of(arguments: Namespace, **flags: Any) -> "Settings":
    """The effective settings; also put into the environment, for the processes that are started from here."""
    try:
        import sqlalchemy  # noqa: F401  (tells at once whether the server's part is installed)

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
    """The database, with tables of this program's version if *fresh*."""
    settings = settings_of(arguments)
    from sqlalchemy.exc import OperationalError

    from arena.storage.database import Database
    from arena.storage.upgrade import require_newest

    if not settings.database_url:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = Database(settings.database_address)
    try:
        if fresh:
            require_newest(database)
        yield database
    except OperationalError as wrong:
        raise Refused(f"the database cannot be used: {wrong.orig}") from None
    finally:
        database.close()


def redis_of(arguments: Namespace) -> "Redis":
    """A connection to Redis; whether it answers shows when it is used."""
    from redis import Redis

    return Redis.from_url(settings_of(arguments).redis_address, socket_connect_timeout=3)


def actor() -> str:
    """Who is acting, for the audit log."""
    try:
        return f"cli:{getpass.getuser()}"
    except (KeyError, OSError):
        return "cli"
