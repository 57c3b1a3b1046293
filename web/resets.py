"""One-time links to set a password: random, kept as a hash in Redis, good for two days and for one use.

An account has one link at most: a new one makes the older worthless, and so does using it.
"""

from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

from redis import Redis

SECONDS = 2 * 24 * 3600
LONGEST_KEY = 100


def _link(stored: str) -> str:
    return f"arena:reset:{stored}"


def _of_account(account_id: int) -> str:
    return f"arena:reset-of:{account_id}"


def make(redis: Redis, account_id: int) -> str:
    """The key of a new link."""
    key = token_urlsafe(32)
    stored = sha256(key.encode()).hexdigest()
    older: Any = redis.set(_of_account(account_id), stored, ex=SECONDS, get=True)
    if older is not None:
        redis.delete(_link(older.decode()))
    redis.set(_link(stored), account_id, ex=SECONDS)
    return key


def find(redis: Redis, key: str) -> int | None:
    """Whose link it is; looking does not use it up."""
    told: Any = redis.get(_link(sha256(key[:LONGEST_KEY].encode()).hexdigest()))
    return None if told is None else int(told)


def use(redis: Redis, key: str) -> int | None:
    """Whose link it was; from now on it opens nothing. Of two who use it at once, one gets None."""
    told: Any = redis.getdel(_link(sha256(key[:LONGEST_KEY].encode()).hexdigest()))
    if told is None:
        return None
    redis.delete(_of_account(int(told)))
    return int(told)
