"""Bringing the tables to the version of this program (`arena db upgrade`).

Only the upgrade itself needs Alembic, which takes a third of a second to load: every part checks versions when it starts.
"""

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from arena.db.database import Database
from arena.errors import HalfMade, NotMigrated

if TYPE_CHECKING:
    from alembic.config import Config

VERSION_TABLE = "alembic_version"


@cache
def known() -> tuple[str, ...]:
    """Every version this program can make, oldest first: migrations are named `v0001_what_it_does.py`."""
    names = (file.name for file in files("arena.db").joinpath("migrations", "versions").iterdir())
    return tuple(sorted(found[1] for name in names if (found := re.fullmatch(r"v(\d{4})_\w+\.py", name))))


def newest() -> str:
    """The version this program wants."""
    return known()[-1]


def current(database: Database) -> str | None:
    """The version the database has; None: no tables yet. HalfMade if there are tables, but no version."""
    with database.engine.connect() as connection:
        tables = inspect(connection).get_table_names()
        found: str | None = None
        if VERSION_TABLE in tables:
            found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608 (a constant)
        others = [name for name in tables if name != VERSION_TABLE]
        if found is None and others:
            raise HalfMade(
                f"the database has {len(others)} tables, but no version: it was half made, or belongs to another program. "
                "Restore a backup into an empty database, or start with another one"
            )
        return found


def upgrade(database: Database, to: str = "head") -> tuple[str | None, str]:
    """Apply what is missing, all or nothing; the versions before and after."""
    before = current(database)
    if before is not None and before not in known():
        raise NotMigrated(
            f"the database is at version {before}, which this program does not know: it is newer. Upgrade the program."
        )
    if before == newest() and to == "head":
        return before, before
    from alembic import command

    with database.engine.connect().execution_options(arena_writes=True) as connection, connection.begin():
        command.upgrade(_config(connection), to)
    return before, newest() if to == "head" else to


def _config(connection: Connection) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("arena.db").joinpath("migrations")))
    config.attributes["connection"] = connection
    return config


def require_newest(database: Database) -> None:
    """NotMigrated unless the tables fit this program."""
    found = current(database)
    if found is None:
        raise NotMigrated(
            "there is no arena in this database yet: name the folder of yours with --data, start one with `arena up`, or run "
            "`arena db upgrade`"
        )
    if found != newest():
        raise NotMigrated(f"the database is at version {found}, this program needs {newest()}: run `arena db upgrade`")
