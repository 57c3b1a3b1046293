"""Backups: one moment, from either database into either, and nothing but whole archives is restored."""

import json
import struct
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select

from arena.accounts.teams import add_team
from arena.db.backup import MANIFEST, Archive, backup, restore
from arena.db.database import Base, Database, upgrade
from arena.db.models import Match, MatchState, ReplayFile, Season, SetState, TableSet, Team
from arena.errors import BadArchive, Conflict
from arena.ladders.rating import recompute
from arena.replays import loads, verify
from tests.arena.storage.conftest import new_postgres_database
from tests.arena.storage.history import claimed, finish, house_bots, ladder, new_set


def restored(path: Path, address: str) -> Database:
    target = Database(address)
    try:
        with closing(Archive(path)) as archive:
            archive.verify()
            restore(archive, target)
    except BaseException:
        target.close()
        raise
    return target


def other(address: str, postgres: str, folder: Path) -> str:
    """A new database of the other kind."""
    return new_postgres_database(postgres) if address.startswith("sqlite") else f"sqlite:///{folder}/other.db"


def contents(database: Database) -> dict[str, list[tuple[object, ...]]]:
    with database.read() as session:
        return {
            table.name: [tuple(row) for row in session.execute(select(*table.columns).order_by(*table.primary_key))]
            for table in Base.metadata.sorted_tables
        }


def assert_sound(database: Database) -> None:
    """Every replay verifies, done sets are whole, and ratings follow from the log."""
    with database.read() as session:
        for match_id, body in session.execute(select(ReplayFile.match_id, ReplayFile.body)):
            verify(loads(body), commitment=session.get_one(Match, match_id).commitment)
        for done in session.scalars(select(TableSet).where(TableSet.state == SetState.DONE)):
            assert [match.state for match in done.matches] == [MatchState.FINISHED] * done.seats
        finished = session.scalar(select(func.count()).select_from(Match).where(Match.state == MatchState.FINISHED))
        assert session.scalar(select(func.count()).select_from(ReplayFile)) == finished
        for season in session.scalars(select(Season)):
            assert list(recompute(session, season)) == []


@pytest.fixture
def played(database):
    """A set that is rated and one that is half played."""
    bots = house_bots(database, "random", "random")
    season = ladder(database, bots)
    first, second = (new_set(database, season, bots)[1] for _ in range(2))
    for match_id in (*first, second[0]):
        finish(database, claimed(database, match_id))
    return database


def test_a_backup_restores_into_the_other_kind_of_database(played, address, postgres, tmp_path):
    path, manifest = backup(played, tmp_path)
    assert path.name.startswith("arena-")
    assert path.stat().st_mode & 0o777 == 0o600
    target = restored(path, other(address, postgres, tmp_path))
    with closing(target):
        assert contents(target) == contents(played)
        assert sum(map(len, contents(target).values())) == sum(entry.rows for entry in manifest.tables)
        assert_sound(target)
        with target.write() as session:  # ids go on after the restored ones
            highest = session.scalar(select(func.max(Team.id)))
            assert add_team(session, "newcomers", "test").id > highest


def test_a_backup_while_matches_are_recorded_holds_one_moment(database, address, postgres, tmp_path):
    bots = house_bots(database, "random", "random")
    season = ladder(database, bots)
    recorded, stop = threading.Semaphore(0), threading.Event()

    def play() -> None:
        while not stop.is_set():
            for match_id in new_set(database, season, bots)[1]:
                finish(database, claimed(database, match_id))
                recorded.release()

    playing = threading.Thread(target=play)
    playing.start()
    try:
        assert recorded.acquire(timeout=120)
        paths = [backup(database, tmp_path / f"{number}.zip")[0] for number in range(2)]
        assert recorded.acquire(timeout=120), "the arena went on meanwhile"
    finally:
        stop.set()
        playing.join(300)
    with closing(restored(paths[0], other(address, postgres, tmp_path))) as target:
        assert_sound(target)
        with target.read() as session:
            assert session.scalar(select(func.count()).select_from(ReplayFile)) >= 1


def test_a_database_with_data_is_never_overwritten(played, tmp_path):
    path, _ = backup(played, tmp_path / "a.zip")
    before = contents(played)
    with closing(Archive(path)) as archive, pytest.raises(Conflict, match="not empty"):
        restore(archive, played)
    assert contents(played) == before
    with pytest.raises(Conflict, match="exists"):
        backup(played, path)


# What follows is the same for both kinds: archives are files


@pytest.fixture
def archive_file(tmp_path):
    database = Database(f"sqlite:///{tmp_path}/source.db")
    upgrade(database)
    house_bots(database, "random")
    path, _ = backup(database, tmp_path / "good.zip")
    database.close()
    return path


def rewritten(path: Path, name: str, change) -> Path:
    """A copy of the archive with one file changed; None removes it."""
    copy = path.with_name("changed.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(copy, "w") as new:
        for info in old.infolist():
            body = old.read(info)
            body = change(body) if info.filename == name else body
            if body is not None:
                new.writestr(info.filename, body)
    return copy


def manifest_with(**fields):
    return lambda body: json.dumps({**json.loads(body), **fields}).encode()


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        ("tables/bots.jsonl", lambda body: body.replace(b"bot-0", b"bot-1"), "bots is not what was written"),
        ("tables/bots.jsonl", lambda body: body + body, "bots is not what was written"),
        ("tables/bots.jsonl", lambda _: None, "bots is missing"),
        (MANIFEST, lambda _: None, "is not a backup of an arena"),
        (MANIFEST, lambda _: b"{}", "is not a backup of an arena"),
        (MANIFEST, lambda _: b"[1", "is not a backup of an arena"),
        (MANIFEST, manifest_with(format_version=99), "made by a newer program"),
        (MANIFEST, manifest_with(revision="9999"), "version 9999, which this program does not know"),
        (MANIFEST, manifest_with(tables=[]), "which its manifest does not name"),
    ],
)
def test_broken_and_foreign_archives_are_refused_with_a_sentence(archive_file, tmp_path, name, change, sentence):
    target = Database(f"sqlite:///{tmp_path}/target.db")
    changed = rewritten(archive_file, name, change)
    with closing(target), pytest.raises(BadArchive, match=sentence), closing(Archive(changed)) as archive:
        archive.verify()
        restore(archive, target)
    assert not Path(f"{tmp_path}/target.db").exists() or contents_empty(tmp_path / "target.db")


def contents_empty(path: Path) -> bool:
    database = Database(f"sqlite:///{path}")
    with closing(database):
        upgrade(database)
        return not any(contents(database).values())


@pytest.mark.parametrize("keep", [0, 10, 200, -1])
def test_what_is_cut_off_or_no_archive_at_all_is_refused(archive_file, keep):
    archive_file.write_bytes(archive_file.read_bytes()[:keep])
    with pytest.raises(BadArchive, match="not a backup of an arena"):
        Archive(archive_file)


def test_a_flipped_byte_of_a_table_is_noticed_unless_it_changes_nothing(archive_file):
    """The end mark of a deflated member says nothing that its length has not said: flipping that loses no row."""
    whole = archive_file.read_bytes()
    with zipfile.ZipFile(archive_file) as good:
        info = good.getinfo("tables/bots.jsonl")
        rows = good.read(info)
    names = struct.unpack_from("<HH", whole, info.header_offset + 26)  # the lengths of name and extra field
    begin = info.header_offset + 30 + sum(names)
    unnoticed = []
    for place in range(begin, begin + info.compress_size):
        archive_file.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            with closing(Archive(archive_file)) as archive:
                archive.verify()
        except BadArchive:
            continue
        unnoticed.append(place)
        with zipfile.ZipFile(archive_file) as flipped:
            assert flipped.read("tables/bots.jsonl") == rows
    assert all(place >= begin + info.compress_size - 2 for place in unnoticed)


def test_rows_that_do_not_fit_are_refused_and_nothing_stays(archive_file, tmp_path):
    """An archive that was put together by hand, checksums and all."""
    import hashlib

    with zipfile.ZipFile(archive_file) as old:
        told = json.loads(old.read(MANIFEST))
    twice = {}

    def double(body: bytes) -> bytes:
        twice["sha256"], twice["rows"] = hashlib.sha256(body + body).hexdigest(), 2
        return body + body

    changed = rewritten(archive_file, "tables/bots.jsonl", double)
    for entry in told["tables"]:
        if entry["name"] == "bots":
            entry.update(twice)
    forged = rewritten(changed.rename(tmp_path / "forged.zip"), MANIFEST, lambda _: json.dumps(told).encode())
    with pytest.raises(BadArchive, match="rows of bots do not fit"):
        restored(forged, f"sqlite:///{tmp_path}/target.db")
    assert contents_empty(tmp_path / "target.db")
