"""How the scheduled backups do: written by the control worker, read by the status page, `arena status` and the metrics."""

from dataclasses import asdict, dataclass
from typing import Any

import orjson
from redis import Redis

from arena.transport import keys


@dataclass(frozen=True, slots=True)
class BackupState:
    """The newest scheduled backup, and what went wrong since."""

    every: float
    """Seconds between backups, as the control worker has it."""
    at: float | None = None
    """When the newest one was made: a Unix time. None: there is none yet."""
    bytes: int = 0
    """Its size."""
    kept: int = 0
    trouble: str = ""
    """Why the last try failed; empty: it did not."""

    def age(self, now: float) -> float | None:
        """Seconds since the newest backup."""
        return None if self.at is None else max(0.0, now - self.at)


def note_backups(redis: Redis, state: BackupState) -> None:
    """Show how the backups do."""
    redis.set(keys.BACKUPS, orjson.dumps(asdict(state)))


def forget_backups(redis: Redis) -> None:
    """No backups are scheduled."""
    redis.delete(keys.BACKUPS)


def backups(redis: Redis) -> BackupState | None:
    """How the backups do; None: none are scheduled."""
    stored: Any = redis.get(keys.BACKUPS)
    return None if stored is None else BackupState(**orjson.loads(stored))
