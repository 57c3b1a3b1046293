"""`arena backup`: everything the database remembers at one moment, in one file, while the arena goes on. `arena restore`: such a file into
an empty database, SQLite or PostgreSQL, wherever it came from; all or nothing.

`manifest.json` names format, versions, and for every table its columns, rows and SHA-256; `tables/NAME.jsonl` has one JSON array per
row. Times are ISO 8601 in UTC, bytes are base64, everything else is JSON as it is.
"""

import hashlib
import json
import os
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path
from tempfile import mkstemp
from typing import Any

from sqlalchemy import (
    JSON,
    Connection,
    LargeBinary,
    Table,
    column,
    func,
    insert,
    inspect,
    select,
    table as named_table,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.types import NullType, TypeEngine

from arena.db.database import Base, Database, UtcTime, current, known, newest, require_newest, upgrade, utcnow
from arena.db.models import Account  # the models fill Base.metadata
from arena.errors import BadArchive, Conflict

FORMAT = "meiji-arena backup"
FORMAT_VERSION = 1
MANIFEST = "manifest.json"
LARGEST_MANIFEST = 1024 * 1024
LARGEST_LINE = 64 * 1024 * 1024

TIME, BYTES, JSON_TEXT, PLAIN = "time", "bytes", "json", "plain"


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One table of an archive."""

    name: str
    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    """How each column is written: time, bytes, json or plain."""
    rows: int
    sha256: str

    @property
    def path(self) -> str:
        """Its place in the zip file."""
        return f"tables/{self.name}.jsonl"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says of itself."""

    revision: str
    """Version of the tables."""
    program: str
    made_at: str
    tables: tuple[TableEntry, ...]
    """In an order in which no row refers to a later table."""

    def to_json(self) -> bytes:
        """As stored in the archive."""
        tables = [
            {
                "name": table.name,
                "columns": list(table.columns),
                "kinds": list(table.kinds),
                "rows": table.rows,
                "sha256": table.sha256,
            }
            for table in self.tables
        ]
        whole = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "revision": self.revision,
            "program": self.program,
            "made_at": self.made_at,
            "tables": tables,
        }
        return json.dumps(whole, indent=1).encode()


def line(values: tuple[Any, ...]) -> bytes:
    """A row as it is written."""
    return json.dumps([_plain(value) for value in values], separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return b64encode(value).decode()
    return value.value if isinstance(value, Enum) else value


def row(line_bytes: bytes, entry: TableEntry) -> dict[str, Any]:
    """A row as it was."""
    try:
        values = json.loads(line_bytes)
        if not isinstance(values, list) or len(values) != len(entry.columns):
            raise ValueError("a row of another length")  # noqa: TRY301 (all broken rows get the same error)
        return {
            name: _original(value, kind) for name, kind, value in zip(entry.columns, entry.kinds, values, strict=True)
        }
    except (ValueError, TypeError, RecursionError) as error:
        raise BadArchive(f"the archive is broken: a row of {entry.name} cannot be read ({error})") from None


def _original(value: Any, kind: str) -> Any:
    if value is None:
        return None
    if kind == TIME:
        return datetime.fromisoformat(value)
    return b64decode(value, validate=True) if kind == BYTES else value


class Archive:
    """An archive that is read. BadArchive, with a sentence, for whatever is wrong with it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
        except zipfile.BadZipFile:
            raise BadArchive(f"{path} is not a backup of an arena, or was cut off") from None
        self.manifest = self._read_manifest()

    def close(self) -> None:
        """Close the file."""
        self._zip.close()

    def verify(self) -> None:
        """Read everything once: every row that the manifest promises is there, byte for byte."""
        named = {MANIFEST, *(entry.path for entry in self.manifest.tables)}
        for foreign in set(self._zip.namelist()) - named:
            raise BadArchive(f"{self.path} holds {foreign!r}, which its manifest does not name")
        for entry in self.manifest.tables:
            digest, count = hashlib.sha256(), 0
            for line_bytes in self._lines(entry):
                digest.update(line_bytes)
                count += 1
            if count != entry.rows or digest.hexdigest() != entry.sha256:
                raise BadArchive(f"the archive is broken: table {entry.name} is not what was written")

    def rows(self, entry: TableEntry) -> Iterator[dict[str, Any]]:
        """The rows of a table."""
        return (row(line_bytes, entry) for line_bytes in self._lines(entry))

    def _lines(self, entry: TableEntry) -> Iterator[bytes]:
        try:
            with self._zip.open(entry.path) as file:
                while line_bytes := file.readline(LARGEST_LINE):
                    yield line_bytes
        except KeyError:
            raise BadArchive(f"the archive is broken: table {entry.name} is missing") from None
        except (zipfile.BadZipFile, OSError, EOFError, ValueError) as error:
            raise BadArchive(f"the archive is broken: table {entry.name} cannot be read ({error})") from None
        except Exception as error:  # zlib.error has no common base class
            if type(error).__module__ != "zlib":
                raise
            raise BadArchive(f"the archive is broken: table {entry.name} cannot be unpacked") from None

    def _read_manifest(self) -> Manifest:
        try:
            with self._zip.open(MANIFEST) as file:
                manifest = json.loads(file.read(LARGEST_MANIFEST))
            ours, newer = manifest["format"] == FORMAT, manifest["format_version"] > FORMAT_VERSION
            tables = () if newer else tuple(_entry(one) for one in manifest["tables"])
            described = Manifest(manifest["revision"], manifest["program"], manifest["made_at"], tables)
        except (KeyError, TypeError, ValueError, RecursionError, zipfile.BadZipFile, OSError):
            ours = newer = False
        if not ours:
            raise BadArchive(f"{self.path} is not a backup of an arena")
        if newer:
            raise BadArchive(f"{self.path} was made by a newer program ({described.program}): upgrade this one first")
        return described


def _entry(described: dict[str, Any]) -> TableEntry:
    columns, kinds = tuple(described["columns"]), tuple(described["kinds"])
    if len(columns) != len(kinds) or not set(kinds) <= {TIME, BYTES, JSON_TEXT, PLAIN}:
        raise ValueError("columns")
    return TableEntry(str(described["name"]), columns, kinds, int(described["rows"]), str(described["sha256"]))


assert Account.__table__ is not None

TEMPORARY = ".arena-backup-"
"""How the names of half-written archives begin."""
AT_A_TIME = 200
"""Rows fetched at once: replays are large."""


def default_name(now: datetime) -> str:
    """A name for a backup made now."""
    return f"arena-{now:%Y%m%dT%H%M%SZ}.backup.zip"


def backup(
    database: Database, path: Path, each: Callable[[str, int], None] = lambda _name, _rows: None
) -> tuple[Path, Manifest]:
    """Write an archive to *path* (into it if it is a folder). An existing file is refused; an unfinished one never gets this name.

    One transaction reads it all: the archive holds one moment, however long writing takes.
    """
    require_newest(database)
    made_at = utcnow()
    path = path / default_name(made_at) if path.is_dir() else path
    if path.exists():
        raise Conflict(f"{path} exists: a backup never overwrites")
    handle, temporary = mkstemp(dir=path.parent, prefix=TEMPORARY)  # for the owner only: it holds hashes and notes
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


def _put(written: Path, path: Path) -> None:
    try:
        os.link(written, path)  # refuses to replace, unlike rename
    except FileExistsError:
        raise Conflict(f"{path} exists: a backup never overwrites") from None
    except OSError:  # some file systems have no links
        written.rename(path)


def _write(
    archive: zipfile.ZipFile, connection: Connection, made_at: datetime, each: Callable[[str, int], None]
) -> Manifest:
    entries = []
    for table in Base.metadata.sorted_tables:
        entry = _write_table(archive, connection, table)
        entries.append(entry)
        each(entry.name, entry.rows)
    manifest = Manifest(newest(), _program(), made_at.isoformat(timespec="seconds"), tuple(entries))
    archive.writestr(MANIFEST, manifest.to_json())
    return manifest


def _write_table(archive: zipfile.ZipFile, connection: Connection, table: Table) -> TableEntry:
    digest, count = hashlib.sha256(), 0
    wanted = select(*table.columns).order_by(*table.primary_key.columns)
    rows = connection.execution_options(yield_per=AT_A_TIME).execute(wanted)
    with archive.open(f"tables/{table.name}.jsonl", "w", force_zip64=True) as out:
        for row in rows:
            line_bytes = line(tuple(row))
            digest.update(line_bytes)
            out.write(line_bytes)
            count += 1
    columns = tuple(column.name for column in table.columns)
    return TableEntry(
        table.name, columns, tuple(_kind(column.type) for column in table.columns), count, digest.hexdigest()
    )


def _kind(kind: object) -> str:
    if isinstance(kind, UtcTime):
        return TIME
    if isinstance(kind, LargeBinary):
        return BYTES
    return JSON_TEXT if isinstance(kind, JSON) else PLAIN


def _program() -> str:
    try:
        return version("meiji-arena")
    except PackageNotFoundError:
        return "unknown"


TYPES: dict[str, Callable[[], TypeEngine[Any]]] = {
    TIME: UtcTime,
    BYTES: LargeBinary,
    # A missing value stays missing: it must not become JSON's null.
    JSON_TEXT: lambda: JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql"),
    PLAIN: NullType,
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
    except (StatementError, IntegrityError) as error:
        raise BadArchive(
            f"rows of {entry.name} do not fit into its table: {error.orig or type(error).__name__}"
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
