"""Scheduled backups: a thread of the control worker writes one when it is due, reads it once more, and removes the oldest.

The folder is the truth: the age of the newest file says whether another is due, so a restart neither repeats nor skips one.
Only files with the prefix of scheduled backups are ever removed.
"""

import logging
import threading
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from arena.db.backup import TEMPORARY, Archive, backup
from arena.db.database import Database
from arena.errors import ArenaError
from arena.scheduler.folder_lock import BeingMade, alone
from arena.settings import Settings
from arena.transport.backup_state import BackupState, forget_backups, note_backups

log = logging.getLogger(__name__)

LOOK_SECONDS = 30.0
AGAIN_SECONDS = 900.0
"""After a backup that failed; less if they come more often than that."""
NAME = "scheduled-%Y%m%dT%H%M%SZ.backup.zip"
PATTERN = "scheduled-*.backup.zip"
LEFT_OVER_SECONDS = 24 * 3600
"""A half-written file of this age has been given up."""


class BackupKeeper(threading.Thread):
    """Checks until stopped whether a backup is due."""

    def __init__(self, database: Database, redis: Redis, settings: Settings) -> None:
        super().__init__(name="backups", daemon=True)
        self._database, self._redis = database, redis
        self._folder, self._every, self._keep = settings.backup_path, settings.backup_every, settings.backup_keep
        self._failed_at, self._trouble = 0.0, ""
        self._over = threading.Event()

    def stop(self) -> None:
        """End. A backup that is being written is given up with its process; its half file has another name and is removed later."""
        self._over.set()
        self.join(5)

    def run(self) -> None:
        """Until stopped."""
        while not self._over.is_set():
            self.look()
            self._over.wait(min(LOOK_SECONDS, self._every or LOOK_SECONDS))

    def look(self, now: float | None = None) -> BackupState | None:
        """Make a backup if one is due, remove old ones, and show how it went; None: no backups are wanted."""
        moment = time.time() if now is None else now
        state = self._state(moment) if self._every else None
        with suppress(RedisError):  # shown at the next look
            if state is None:
                forget_backups(self._redis)
            else:
                note_backups(self._redis, state)
        return state

    def _state(self, now: float) -> BackupState:
        if self._is_due(now):
            try:
                make_backup(self._database, self._folder, self._keep, now)
                self._trouble = ""
            except BeingMade:
                pass  # another process does it
            except (ArenaError, SQLAlchemyError, OSError) as error:
                self._failed_at, self._trouble = now, _sentence(error, self._folder)
                log.error("no backup: %s", self._trouble)  # noqa: TRY400 (a sentence is enough)
        backups = scheduled(self._folder)
        newest = backups[-1] if backups else None
        return BackupState(
            self._every,
            None if newest is None else made_at(newest),
            0 if newest is None else newest.stat().st_size,
            len(backups),
            self._trouble,
        )

    def _is_due(self, now: float) -> bool:
        if self._trouble and now < self._failed_at + min(AGAIN_SECONDS, self._every):
            return False
        backups = scheduled(self._folder)
        return not backups or now >= made_at(backups[-1]) + self._every


def make_backup(database: Database, folder: Path, keep: int, now: float) -> Path:
    """Write a backup, read it once more, and remove all but the newest *keep*. BeingMade if another process is making one.

    Old ones go only once the new one is whole.
    """
    with alone(folder):
        path = folder / datetime.fromtimestamp(now, UTC).strftime(NAME)
        backup(database, path)
        try:
            with closing(Archive(path)) as archive:
                archive.verify()
        except ArenaError:
            path.unlink()
            raise
        for old in scheduled(folder)[:-keep]:
            old.unlink()
        _remove_left_over(folder, now)
    log.info("backup %s, %.1f MB", path, path.stat().st_size / 1e6)
    return path


def scheduled(folder: Path) -> list[Path]:
    """The scheduled backups in a folder, the oldest first. Files that are only named like them are left out."""
    return sorted(path for path in folder.glob(PATTERN) if _time_of(path) is not None)


def made_at(path: Path) -> float:
    """When a scheduled backup was made, by its name: a Unix time."""
    return _time_of(path) or 0.0


def _time_of(path: Path) -> float | None:
    try:
        return datetime.strptime(path.name, NAME).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None


def _remove_left_over(folder: Path, now: float) -> None:
    for path in folder.glob(f"{TEMPORARY}*"):
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < now - LEFT_OVER_SECONDS:
                path.unlink()


def _sentence(error: Exception, folder: Path) -> str:
    if isinstance(error, OSError):
        return f"{folder} cannot be written: {error.strerror or type(error).__name__}"
    if isinstance(error, SQLAlchemyError):
        return f"the database does not answer ({type(error).__name__})"
    return str(error)
