"""`arena backup`: everything the database remembers at one moment, in one file, while the arena goes on."""

import hashlib
import os
import zipfile
from collections.abc import Callable
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import mkstemp

from sqlalchemy import JSON, Connection, LargeBinary, Table, select

from arena.storage import archives
from arena.storage.archives import Manifest, TableEntry
from arena.storage.base import Base, UtcTime, utcnow
from arena.storage.database import Database
from arena.storage.errors import Conflict
from arena.storage.models import Account  # the models fill Base.metadata
from arena.storage.upgrade import newest, require_newest

assert Account.__table__ is not None

AT_A_TIME = 200
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
    archive.writestr(archives.MANIFEST, manifest.to_json())
    return manifest


def _write_table(archive: zipfile.ZipFile, connection: Connection, table: Table) -> TableEntry:
    digest, count = hashlib.sha256(), 0
    wanted = select(*table.columns).order_by(*table.primary_key.columns)
    rows = connection.execution_options(yield_per=AT_A_TIME).execute(wanted)
    with archive.open(f"tables/{table.name}.jsonl", "w", force_zip64=True) as out:
        for row in rows:
            text = archives.line(tuple(row))
            digest.update(text)
            out.write(text)
            count += 1
    columns = tuple(column.name for column in table.columns)
    return TableEntry(
        table.name, columns, tuple(_kind(column.type) for column in table.columns), count, digest.hexdigest()
    )


def _kind(kind: object) -> str:
    if isinstance(kind, UtcTime):
        return archives.TIME
    if isinstance(kind, LargeBinary):
        return archives.BYTES
    return archives.JSON if isinstance(kind, JSON) else archives.PLAIN


def _program() -> str:
    try:
        return version("meiji-arena")
    except PackageNotFoundError:
        return "unknown"
