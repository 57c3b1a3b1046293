"""`arena restore`: an archive into an empty database, SQLite or PostgreSQL, wherever it came from. All or nothing."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from sqlalchemy import JSON, Connection, LargeBinary, column, func, insert, inspect, select, table, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.types import NullType, TypeEngine

from arena.storage import archives
from arena.storage.archives import Archive, TableEntry
from arena.storage.base import UtcTime
from arena.storage.database import Database
from arena.storage.errors import BadArchive, Conflict
from arena.storage.upgrade import current, known, upgrade

AT_A_TIME = 200

TYPES: dict[str, Callable[[], TypeEngine[Any]]] = {
    archives.TIME: UtcTime,
    archives.BYTES: LargeBinary,
    # A missing value stays missing: it must not become JSON's null.
    archives.JSON: lambda: JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql"),
    archives.PLAIN: NullType,
}


def restore(archive: Archive, database: Database, each: Callable[[str, int], None] = lambda _name, _rows: None) -> None:
    """Fill the database from an archive; call its `verify` first.

    A database that holds anything is refused. The tables are made at the archive's version, filled, and then upgraded to this program's.
    """
    revision = archive.manifest.revision
    if revision not in known():
        raise BadArchive(
            f"the archive has tables of version {revision}, which this program does not know: upgrade it first"
        )
    _refuse_data(database)
    if current(database) not in {None, revision}:
        raise Conflict(
            f"the tables are at version {current(database)}, the archive at {revision}: restore into a new database"
        )
    upgrade(database, revision)
    connecting = database.engine.connect().execution_options(arena_writes=True)
    with connecting as connection, connection.begin():
        for entry in archive.manifest.tables:
            _fill(connection, archive, entry)
            each(entry.name, entry.rows)
        if not database.is_sqlite:
            _count_on(connection, archive)
    upgrade(database)


def _refuse_data(database: Database) -> None:
    with database.engine.connect() as connection:
        for name in inspect(connection).get_table_names():
            if name != "alembic_version" and connection.scalar(select(func.count()).select_from(table(name))):
                raise Conflict(f"the database is not empty ({name} has rows): restoring never overwrites an arena")


def _fill(connection: Connection, archive: Archive, entry: TableEntry) -> None:
    if not inspect(connection).has_table(entry.name):
        raise BadArchive(
            f"the archive has a table {entry.name}, which version {archive.manifest.revision} does not have"
        )
    columns = [column(name, TYPES[kind]()) for name, kind in zip(entry.columns, entry.kinds, strict=True)]
    statement = insert(table(entry.name, *columns))
    try:
        for rows in _batches(archive.rows(entry)):
            connection.execute(statement, rows)
    except (StatementError, IntegrityError) as wrong:
        raise BadArchive(
            f"rows of {entry.name} do not fit into its table: {wrong.orig or type(wrong).__name__}"
        ) from None


def _batches(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while batch := list(islice(rows, AT_A_TIME)):
        yield batch


def _count_on(connection: Connection, archive: Archive) -> None:
    """PostgreSQL's sequences go on after the restored ids; SQLite's do by themselves."""
    for entry in archive.manifest.tables:
        if "id" in entry.columns:
            sequence = connection.scalar(text("SELECT pg_get_serial_sequence(:name, 'id')"), {"name": entry.name})
            highest = connection.scalar(select(func.max(column("id"))).select_from(table(entry.name)))
            if sequence is not None and highest is not None:
                connection.execute(
                    text("SELECT setval(:sequence, :highest)"), {"sequence": sequence, "highest": highest}
                )
