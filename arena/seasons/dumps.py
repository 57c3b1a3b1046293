"""Monthly dumps: the public seasons that ended in a month, in one zip file that anybody may download, with its checksum.

A month has its dump once the folder has its record (`2026-10.json`), which is written last. A dump never changes; an operator who
deletes both files gets a new one of what is public then. Season by season it holds what `arena season export` writes.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.access.viewers import PUBLIC
from arena.db.database import Database
from arena.db.models import Season, SeasonState
from arena.seasons import archive

MONTH = "%Y-%m"
NAME = "meiji-arena-{}.zip"
TEMPORARY = ".dump-"


@dataclass(frozen=True, slots=True)
class Dump:
    """The file of a month."""

    month: str
    """Such as 2026-10: when its seasons ended, in UTC."""
    seasons: tuple[str, ...]
    matches: int
    replays: int
    bytes: int
    sha256: str
    made_at: str
    """ISO 8601, in UTC."""

    @property
    def name(self) -> str:
        """Of the file."""
        return NAME.format(self.month)


def listed(folder: Path) -> list[Dump]:
    """The dumps in the folder, the newest month first. A record that cannot be read, or has no file, is left out."""
    records = (_read(path) for path in folder.glob("[0-9]*-[0-9]*.json"))
    return sorted((dump for dump in records if dump is not None), key=lambda dump: dump.month, reverse=True)


def due(session: Session, folder: Path, now: datetime) -> dict[str, list[str]]:
    """By month that is over and has no dump: its public seasons in the order in which they ended."""
    begun = now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    rows = session.execute(
        select(Season.slug, Season.finished_at)
        .where(
            Season.state == SeasonState.FINISHED,
            Season.visibility == "public",
            Season.rehearses_id.is_(None),
            Season.wiped_at.is_(None),
            Season.finished_at < begun,
        )
        .order_by(Season.finished_at, Season.id)
    )
    there = {one.month for one in listed(folder)}
    months: dict[str, list[str]] = {}
    for slug, finished_at in rows:
        assert finished_at is not None  # the query asks for one
        month = finished_at.astimezone(UTC).strftime(MONTH)
        if month not in there:
            months.setdefault(month, []).append(slug)
    return months


def make_due(database: Database, folder: Path, now: datetime) -> list[Dump]:
    """Make the dumps that are due, the oldest month first."""
    with database.read() as session:
        months = due(session, folder, now)
    return [make(database, folder, month, months[month], now) for month in sorted(months)]


def make(database: Database, folder: Path, month: str, slugs: list[str], now: datetime) -> Dump:
    """Write the file of a month, then its record."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME.format(month)
    matches = replays = 0
    with TemporaryDirectory(prefix=TEMPORARY, dir=folder) as made:
        packed = Path(made) / path.name
        with ZipFile(packed, "w") as file:
            _add(file, f"{month}/README.md", README.format(month=month).encode())
            for slug in slugs:
                with database.read() as session:
                    held = archive.export(session, PUBLIC, slug, Path(made) / slug)
                matches, replays = matches + held.matches, replays + held.replays
                for one in sorted(held.path.rglob("*")):
                    if one.is_file():
                        _add(file, f"{month}/{one.relative_to(made).as_posix()}", one.read_bytes())
                rmtree(held.path)
        with packed.open("rb") as whole:
            digest = file_digest(whole, "sha256").hexdigest()
        made_at = now.isoformat(timespec="seconds")
        dump = Dump(month, tuple(slugs), matches, replays, packed.stat().st_size, digest, made_at)
        record = _record(Path(made), month)
        record.write_text(json.dumps(asdict(dump), indent=1) + "\n", "utf-8")
        for ready, at in ((packed, path), (record, _record(folder, month))):
            ready.chmod(0o644)
            ready.replace(at)
    return dump


def _add(file: ZipFile, name: str, body: bytes) -> None:
    """Replays are compressed already and stored as they are."""
    file.writestr(name, body, ZIP_STORED if name.endswith(".gz") else ZIP_DEFLATED)


def _record(folder: Path, month: str) -> Path:
    return folder / f"{month}.json"


def _read(path: Path) -> Dump | None:
    try:
        held: Mapping[str, object] = json.loads(path.read_bytes())
        dump = Dump(**{**held, "seasons": tuple(held["seasons"])})  # type: ignore[arg-type]
        whole = dump.month == path.stem and (path.parent / dump.name).stat().st_size == dump.bytes
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return dump if whole else None


README = """\
# Seasons that ended in {month}

A folder for each public season: `index.html` to begin with, tables, results and rulings as CSV and JSON, signed replays, and `SHA256SUMS`.
The site and its API show the SHA-256 of the whole zip file.

    pip install 'meiji-arena[research]'
    arena replay verify {month}/*/replays --key KEY     # the arena's key is on its page /keys
    arena dataset decisions {month}/*/replays           # every decision as numbers, in Parquet files

Replays of challenges, of hidden seasons, and of seasons that go on are not in it.
"""
