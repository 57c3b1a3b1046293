"""Whether a part can do its work: the database has the right tables and Redis answers."""

from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from arena.settings import Settings
from arena.storage.database import Database
from arena.storage.errors import StorageError
from arena.storage.upgrade import require_newest

PATIENCE_SECONDS = 3


class Health:
    """Checks with connections of its own, so that a part that is merely busy is not taken for dead."""

    def __init__(self, settings: Settings) -> None:
        self._database = Database(settings.database_address, pool=1)
        self._redis: Redis = Redis.from_url(
            settings.redis_address, socket_connect_timeout=PATIENCE_SECONDS, socket_timeout=PATIENCE_SECONDS
        )

    def troubles(self) -> list[str]:
        """What keeps the part from working, in sentences without addresses or passwords; empty: ready."""
        return [trouble for trouble in (self._database_trouble(), self._redis_trouble()) if trouble]

    def close(self) -> None:
        """Give the connections back."""
        self._database.close()
        self._redis.close()

    def _database_trouble(self) -> str:
        try:
            require_newest(self._database)
        except StorageError as wrong:
            return str(wrong)
        except SQLAlchemyError as wrong:
            return f"the database does not answer ({type(wrong).__name__})"
        return ""

    def _redis_trouble(self) -> str:
        try:
            self._redis.ping()
        except RedisError as wrong:
            return f"Redis does not answer ({type(wrong).__name__})"
        return ""
