"""Scheduled backups: made when they are due, read once more, rotated, shown; what fails is told."""

import fcntl
import os
import shutil
import time
from contextlib import closing
from dataclasses import replace

import pytest
from prometheus_client import CollectorRegistry
from sqlalchemy import select

from arena.accounts.commands import create_account
from arena.db.backup import Archive, restore
from arena.db.database import Database
from arena.db.models import Account, Role
from arena.errors import BadArchive
from arena.metrics.server import Probes
from arena.metrics.status import Census, read_status
from arena.metrics.tiles import Health, tiles
from arena.scheduler import backups
from arena.scheduler.backups import AGAIN_SECONDS, BackupKeeper, made_at, make_backup, scheduled
from arena.settings import Settings
from tests.services.servers import redis_server

HOUR = 3600.0
START = 1_800_000_000.0


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with redis_server(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture
def redis(server):
    with closing(server.client()) as client:
        client.flushall()
        yield client


@pytest.fixture
def settings(tmp_path):
    return Settings(data=tmp_path, backup_every=HOUR, backup_keep=3)


def backup_tile(database, redis, settings):
    status = read_status(database, redis, settings.data)
    return next(one for one in tiles(status, START) if one.name == "Backup")


def test_one_is_made_when_it_is_due_and_only_the_newest_are_kept(database, redis, settings):
    keeper = BackupKeeper(database, redis, settings)
    for minutes in range(0, 6 * 60, 10):
        keeper.look(START + 60 * minutes)
    found = scheduled(settings.backup_path)
    assert [made_at(path) - START for path in found] == [3 * HOUR, 4 * HOUR, 5 * HOUR]
    assert all(path.stat().st_mode & 0o077 == 0 for path in found), "they hold password hashes"
    assert settings.backup_path.stat().st_mode & 0o077 == 0


def test_a_new_process_goes_by_the_files_and_leaves_other_files_alone(database, redis, settings):
    BackupKeeper(database, redis, settings).look(START)
    folder = settings.backup_path
    mine = folder / "arena-20200101T000000Z.backup.zip"
    odd = folder / "scheduled-by-hand.backup.zip"
    for path in (mine, odd):
        path.write_bytes(b"mine")
    again = BackupKeeper(database, redis, replace(settings, backup_keep=1))
    again.look(START + HOUR - 1)
    assert len(scheduled(folder)) == 1, "none is due"
    again.look(START + HOUR)
    assert [made_at(path) for path in scheduled(folder)] == [START + HOUR]
    assert mine.exists()
    assert odd.exists()


def test_what_is_restored_is_what_was_there(database, redis, settings, tmp_path):
    with database.write() as session:
        create_account(session, "aki", "a long password", Role.AUTHOR, "test")
    BackupKeeper(database, redis, settings).look(START)
    with closing(Database(f"sqlite:///{tmp_path}/elsewhere.db")) as other:
        with closing(Archive(scheduled(settings.backup_path)[0])) as archive:
            archive.verify()
            restore(archive, other)
        with other.read() as session, database.read() as before:
            hashed = select(Account.name, Account.password_hash)
            assert session.execute(hashed).all() == before.execute(hashed).all()


def test_a_failing_one_is_told_tried_again_later_and_takes_no_old_one_away(database, redis, settings, tmp_path):
    keeper = BackupKeeper(database, redis, replace(settings, backup_keep=1))
    keeper.look(START)
    folder = settings.backup_path
    kept = tmp_path / "kept"
    shutil.move(folder, kept)
    folder.write_text("a file where the folder should be")
    state = keeper.look(START + HOUR)
    assert "cannot be written" in state.trouble
    tile = backup_tile(database, redis, settings)
    assert (tile.health, "cannot be written" in tile.about) == (Health.BAD, True)
    registry = CollectorRegistry()
    registry.register(Census(database, redis, settings.data))
    assert b"arena_backup_failing 1.0" in Probes(list, registry).answer("/metrics").body
    folder.unlink()
    shutil.move(kept, folder)
    keeper.look(START + HOUR + 60)
    assert [made_at(path) for path in scheduled(folder)] == [START], "not at every look"
    state = keeper.look(START + HOUR + AGAIN_SECONDS)
    assert (state.trouble, state.at, state.kept) == ("", START + HOUR + AGAIN_SECONDS, 1)
    assert b"arena_backup_failing 0.0" in Probes(list, registry).answer("/metrics").body


def test_one_that_cannot_be_read_is_not_kept_and_replaces_nothing(database, settings, monkeypatch):
    first = make_backup(database, settings.backup_path, 1, START)

    def broken(_self):
        raise BadArchive("the archive is broken: table accounts is not what was written")

    monkeypatch.setattr(Archive, "verify", broken)
    with pytest.raises(BadArchive):
        make_backup(database, settings.backup_path, 1, START + HOUR)
    assert scheduled(settings.backup_path) == [first]


def test_of_two_processes_one_writes(database, redis, settings):
    settings.backup_path.mkdir()
    handle = os.open(settings.backup_path / ".lock", os.O_RDWR | os.O_CREAT)
    fcntl.flock(handle, fcntl.LOCK_EX)
    keeper = BackupKeeper(database, redis, settings)
    state = keeper.look(START)
    assert (state.at, state.trouble) == (None, ""), "the other makes it"
    os.close(handle)
    assert keeper.look(START).at == START


def test_what_a_killed_process_left_is_removed_after_a_day(database, settings):
    settings.backup_path.mkdir()
    old, fresh = (settings.backup_path / f".arena-backup-{name}" for name in ("old", "fresh"))
    for path, age in ((old, 25), (fresh, 1)):
        path.write_bytes(b"half")
        os.utime(path, (START - age * HOUR, START - age * HOUR))
    make_backup(database, settings.backup_path, 1, START)
    assert (old.exists(), fresh.exists()) == (False, True)


def test_without_the_setting_nothing_is_made_and_nothing_is_shown(database, redis, settings):
    BackupKeeper(database, redis, settings).look(START)
    assert BackupKeeper(database, redis, replace(settings, backup_every=0.0)).look(START + 9 * HOUR) is None
    assert len(scheduled(settings.backup_path)) == 1
    assert backup_tile(database, redis, settings).health is Health.OFF


def test_the_thread_makes_them_without_being_asked(database, redis, settings):
    keeper = BackupKeeper(database, redis, settings)
    keeper.start()
    until = time.monotonic() + 60
    while not scheduled(settings.backup_path) and time.monotonic() < until:
        time.sleep(0.02)
    keeper.stop()
    assert not keeper.is_alive()
    assert len(scheduled(settings.backup_path)) == 1
    assert backups.LOOK_SECONDS >= 10, "it looks now and then, not all the time"
