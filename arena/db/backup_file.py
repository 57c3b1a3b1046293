"""The archive of a backup: one zip file that either database can be restored from.

`manifest.json` names format, versions, and for every table its columns, rows and SHA-256; `tables/NAME.jsonl` has one JSON array per
row. Times are ISO 8601 in UTC, bytes are base64, everything else is JSON as it is.
"""

import hashlib
import json
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

from arena.errors import BadArchive

FORMAT = "meiji-arena backup"
FORMAT_VERSION = 1
MANIFEST = "manifest.json"
LARGEST_MANIFEST = 1024 * 1024
LARGEST_LINE = 64 * 1024 * 1024

TIME, BYTES, JSON, PLAIN = "time", "bytes", "json", "plain"


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
                "name": one.name,
                "columns": list(one.columns),
                "kinds": list(one.kinds),
                "rows": one.rows,
                "sha256": one.sha256,
            }
            for one in self.tables
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


def row(text: bytes, entry: TableEntry) -> dict[str, Any]:
    """A row as it was."""
    try:
        values = json.loads(text)
        if not isinstance(values, list) or len(values) != len(entry.columns):
            raise ValueError("a row of another length")  # noqa: TRY301 (all broken rows get the same error)
        return {
            name: _original(value, kind) for name, kind, value in zip(entry.columns, entry.kinds, values, strict=True)
        }
    except (ValueError, TypeError, RecursionError) as wrong:
        raise BadArchive(f"the archive is broken: a row of {entry.name} cannot be read ({wrong})") from None


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
            for text in self._lines(entry):
                digest.update(text)
                count += 1
            if count != entry.rows or digest.hexdigest() != entry.sha256:
                raise BadArchive(f"the archive is broken: table {entry.name} is not what was written")

    def rows(self, entry: TableEntry) -> Iterator[dict[str, Any]]:
        """The rows of a table."""
        return (row(text, entry) for text in self._lines(entry))

    def _lines(self, entry: TableEntry) -> Iterator[bytes]:
        try:
            with self._zip.open(entry.path) as file:
                while text := file.readline(LARGEST_LINE):
                    yield text
        except KeyError:
            raise BadArchive(f"the archive is broken: table {entry.name} is missing") from None
        except (zipfile.BadZipFile, OSError, EOFError, ValueError) as wrong:
            raise BadArchive(f"the archive is broken: table {entry.name} cannot be read ({wrong})") from None
        except Exception as wrong:  # zlib.error has no common base class
            if type(wrong).__module__ != "zlib":
                raise
            raise BadArchive(f"the archive is broken: table {entry.name} cannot be unpacked") from None

    def _read_manifest(self) -> Manifest:
        try:
            with self._zip.open(MANIFEST) as file:
                told = json.loads(file.read(LARGEST_MANIFEST))
            ours, newer = told["format"] == FORMAT, told["format_version"] > FORMAT_VERSION
            tables = () if newer else tuple(_entry(one) for one in told["tables"])
            found = Manifest(told["revision"], told["program"], told["made_at"], tables)
        except (KeyError, TypeError, ValueError, RecursionError, zipfile.BadZipFile, OSError):
            ours = newer = False
        if not ours:
            raise BadArchive(f"{self.path} is not a backup of an arena")
        if newer:
            raise BadArchive(f"{self.path} was made by a newer program ({found.program}): upgrade this one first")
        return found


def _entry(told: dict[str, Any]) -> TableEntry:
    columns, kinds = tuple(told["columns"]), tuple(told["kinds"])
    if len(columns) != len(kinds) or not set(kinds) <= {TIME, BYTES, JSON, PLAIN}:
        raise ValueError("columns")
    return TableEntry(str(told["name"]), columns, kinds, int(told["rows"]), str(told["sha256"]))
