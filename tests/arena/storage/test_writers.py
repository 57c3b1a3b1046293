"""Several processes write to one SQLite file at once: everyone gets a turn, and nobody is told that it is locked.

`python -m tests.arena.storage.test_writers 60` does the same for a minute.
"""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

from sqlalchemy import func, select

from arena.db.database import Database, upgrade
from arena.db.models import AuditEntry, Season, audit
from arena.ladders.rating import enter
from tests.arena.storage.history import house_bots, ladder

WRITERS = 4
SECONDS = 3.0

# Reads first and writes later in one transaction, as recording a result does: without BEGIN IMMEDIATE this fails within milliseconds.
WRITER = """
import sys, time
from sqlalchemy import select
from arena.db.models import audit
from arena.db.database import Database
from arena.db.models import Entry

address, name, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
database, written = Database(address), 0
until = time.monotonic() + seconds
while time.monotonic() < until or not written:
    with database.write() as session:
        entry = session.scalars(select(Entry).order_by(Entry.id)).first()
        entry.sets_rated += 1
        audit(session, name, "counted", "entry")
    written += 1
    with database.read() as session:
        assert session.scalars(select(Entry.sets_rated)).first() >= written
print(written)
"""


def write_together(folder: Path, seconds: float) -> list[int]:
    """How often each of the writers wrote."""
    address = f"sqlite:///{folder}/arena.db"
    with closing(Database(address)) as database:
        upgrade(database)
        season = ladder(database, [])
        (bot,) = house_bots(database, "random")
        with database.write() as session:
            enter(session, session.get_one(Season, season), bot)
            audit(session, "test", "begun", "entry")
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", WRITER, address, f"writer-{number}", str(seconds)],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for number in range(WRITERS)
        ]
        counts = []
        for writer in writers:
            told, wrong = writer.communicate(timeout=seconds + 300)
            assert writer.returncode == 0, wrong
            counts.append(int(told))
        with database.read() as session:
            lines = session.scalar(select(func.count()).select_from(AuditEntry).where(AuditEntry.action == "counted"))
            assert lines == sum(counts), "every write is there, once"
    return counts


def test_four_processes_write_at_once_and_none_is_locked_out(tmp_path):
    assert all(count > 0 for count in write_together(tmp_path, SECONDS))


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as place:
        made = write_together(Path(place), float(sys.argv[1]))
        print(f"{WRITERS} processes wrote {sum(made)} times in {sys.argv[1]} s ({made}); no lock error")
