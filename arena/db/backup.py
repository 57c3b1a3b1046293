"""`arena backup`: everything the database remembers at one moment, in one file, while the arena goes on. `arena restore`: such a file into
an empty database, SQLite or PostgreSQL, wherever it came from; all or nothing.
"""

import hashlib
import os
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path
from tempfile import mkstemp
from typing import Any

from sqlalchemy import JSON, Connection, LargeBinary, Table, column, func, insert, inspect, select, text
from sqlalchemy import table as named_table
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.types import NullType, TypeEngine

from arena.db import backup_file
from arena.db.backup_file import Archive, Manifest, TableEntry
from arena.db.base import Base, UtcTime, utcnow
from arena.db.database import Database
from arena.db.models import Account  # the models fill Base.metadata
from arena.db.upgrade import current, known, newest, require_newest, upgrade
from arena.errors import BadArchive, Conflict

assert Account.__table__ is not None

AT_A_TIME = 200
"""Rows that are in memory at once."""
"""Rows fetched at once: replays are large."""


def default_name(now: datetime) -> str:
    """A name for a backup made now."""
    return f"arena-{now:%Y%m%dT%H%M%SZ}.backup.zip"


def backup(
    database: Database, path: Path, each: Callable[[str, int], None] = lambda _name, _rows: None
) -> tuple[Path, Manifest]:
    """Write an archive to *path* (into it if it is a folder). An existing file is refused; a broken-off one never has the name.

    One transaction reads it all: the archive holds one moment, however long writing takes.
    """
    require_newest(database)
    made_at = utcnow()
    path = path / default_name(made_at) if path.is_dir() else path
    if path.exists():
        raise Conflict(f"{path} exists: a backup never overwrites")
    handle, temporary = mkstemp(
        dir=path.parent, prefix=".arena-backup-"
    )  # for the owner only: it holds hashes and notes
    try:
        with os.fdopen(handle, "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, database.read() as session:
                manifest = _write(archive, session.connection(), made_at, each)
            file.flush()
            os.fsync(file.fileno())
        _put(Path(temporary), path)
    finally:
        Path(temporary).unlink(missing_ok=True)
    return path, manifest


def _put(made: Path, path: Path) -> None:
    try:
        os.link(made, path)  # refuses to replace, unlike rename
    except FileExistsError:
        raise Conflict(f"{path} exists: a backup never overwrites") from None
    except OSError:  # some file systems have no links
        made.rename(path)


def _write(
    archive: zipfile.ZipFile, connection: Connection, made_at: datetime, each: Callable[[str, int], None]
) -> Manifest:
    entries = []
    for table in Base.metadata.sorted_tables:
        entry = _write_table(archive, connection, table)
        entries.append(entry)
        each(entry.name, entry.rows)
    manifest = Manifest(newest(), _program(), made_at.isoformat(timespec="seconds"), tuple(entries))
    archive.writestr(backup_file.MANIFEST, manifest.to_json())
    return manifest


def _write_table(archive: zipfile.ZipFile, connection: Connection, table: Table) -> TableEntry:
    digest, count = hashlib.sha256(), 0
    wanted = select(*table.columns).order_by(*table.primary_key.columns)
    rows = connection.execution_options(yield_per=AT_A_TIME).execute(wanted)
    with archive.open(f"tables/{table.name}.jsonl", "w", force_zip64=True) as out:
        for row in rows:
            text = backup_file.line(tuple(row))
            digest.update(text)
            out.write(text)
            count += 1
    columns = tuple(column.name for column in table.columns)
    return TableEntry(
        table.name, columns, tuple(_kind(column.type) for column in table.columns), count, digest.hexdigest()
    )


def _kind(kind: object) -> str:
    if isinstance(kind, UtcTime):
        return backup_file.TIME
    if isinstance(kind, LargeBinary):
        return backup_file.BYTES
    return backup_file.JSON if isinstance(kind, JSON) else backup_file.PLAIN


def _program() -> str:
    try:
        return version("meiji-arena")
    except PackageNotFoundError:
        return "unknown"


TYPES: dict[str, Callable[[], TypeEngine[Any]]] = {
    backup_file.TIME: UtcTime,
    backup_file.BYTES: LargeBinary,
    # A missing value stays missing: it must not become JSON's null.
    backup_file.JSON: lambda: JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql"),
    backup_file.PLAIN: NullType,
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
            if name != "alembic_version" and connection.scalar(select(func.count()).select_from(named_table(name))):
                raise Conflict(f"the database is not empty ({name} has rows): restoring never overwrites an arena")


def _fill(connection: Connection, archive: Archive, entry: TableEntry) -> None:
    if not inspect(connection).has_table(entry.name):
        raise BadArchive(
            f"the archive has a table {entry.name}, which version {archive.manifest.revision} does not have"
        )
    columns = [column(name, TYPES[kind]()) for name, kind in zip(entry.columns, entry.kinds, strict=True)]
    statement = insert(named_table(entry.name, *columns))
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
    """PostgreSQL's sequences go on after the restored ids; SQLite's do so without help."""
    for entry in archive.manifest.tables:
        if "id" in entry.columns:
            sequence = connection.scalar(text("SELECT pg_get_serial_sequence(:name, 'id')"), {"name": entry.name})
            highest = connection.scalar(select(func.max(column("id"))).select_from(named_table(entry.name)))
            if sequence is not None and highest is not None:
                connection.execute(
                    text("SELECT setval(:sequence, :highest)"), {"sequence": sequence, "highest": highest}
                )
