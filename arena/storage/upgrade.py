"""Bringing the tables to the version of this program (`arena db upgrade`)."""

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from arena.storage.database import Database
from arena.storage.errors import NotMigrated


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("arena.storage").joinpath("migrations")))
    config.attributes["connection"] = connection
    return config


def newest() -> str:
    """The version this program wants."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def current(database: Database) -> str | None:
    """The version the database has; None: no tables yet."""
    with database.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def upgrade(database: Database, to: str = "head") -> tuple[str | None, str]:
    """Apply what is missing, all or nothing; the versions before and after."""
    before = current(database)
    if before is not None and before not in known():
        raise NotMigrated(
            f"the database is at version {before}, which this program does not know: it is newer. Upgrade the program."
        )
    with database.engine.connect().execution_options(arena_writes=True) as connection, connection.begin():
        command.upgrade(_config(connection), to)
    return before, newest() if to == "head" else to


def require_newest(database: Database) -> None:
    """NotMigrated unless the tables fit this program."""
    found = current(database)
    if found != newest():
        raise NotMigrated(
            f"the database is at version {found or 'none'}, this program needs {newest()}: run `arena db upgrade`"
        )


def known() -> set[str]:
    """Every version this program can make."""
    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
