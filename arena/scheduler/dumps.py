"""Makes the monthly dumps (arena/seasons/dumps.py): a thread of the control worker, since a month takes longer than a tick may."""

import logging
import threading
from datetime import datetime

from sqlalchemy.exc import SQLAlchemyError

from arena.db.database import Database, utcnow
from arena.errors import ArenaError
from arena.scheduler.folder_lock import BeingMade, alone
from arena.seasons.dumps import Dump, make_due
from arena.settings import Settings

log = logging.getLogger(__name__)

LOOK_SECONDS = 600.0


class DumpKeeper(threading.Thread):
    """Checks until stopped whether a month that is over lacks its dump."""

    def __init__(self, database: Database, settings: Settings) -> None:
        super().__init__(name="dumps", daemon=True)
        self._database, self._folder = database, settings.dumps_path
        self._over = threading.Event()

    def stop(self) -> None:
        """End. A dump that is being written is given up with its process."""
        self._over.set()
        self.join(5)

    def run(self) -> None:
        """Until stopped."""
        while not self._over.is_set():
            self.look(utcnow())
            self._over.wait(LOOK_SECONDS)

    def look(self, now: datetime) -> list[Dump]:
        """Make what is due. What fails is logged, and tried again at the next look."""
        try:
            with alone(self._folder, 0o755):
                dumps = make_due(self._database, self._folder, now)
        except BeingMade:
            return []
        except (ArenaError, SQLAlchemyError, OSError) as error:
            log.error("no monthly dump in %s: %s", self._folder, error)  # noqa: TRY400 (a sentence is enough)
            return []
        for dump in dumps:
            log.info("dump of %s: %d seasons, %.1f MB", dump.month, len(dump.seasons), dump.bytes / 1e6)
        return dumps
