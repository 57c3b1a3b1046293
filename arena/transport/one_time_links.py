"""Links that work once, within two days. Redis keeps the hash of a link's key; a new link of a kind replaces the one before."""

from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

from redis import Redis

RESET = "reset"
"""Sets a password; of an account."""
ADDRESS = "address"
"""Confirms an e-mail address; of the row that holds it."""
SECONDS = 2 * 24 * 3600
LONGEST_KEY = 100


def _link(kind: str, stored: str) -> str:
    return f"arena:{kind}:{stored}"


def _newest_of(kind: str, owner_id: int) -> str:
    return f"arena:{kind}-of:{owner_id}"


def _stored(key: str) -> str:
    return sha256(key[:LONGEST_KEY].encode()).hexdigest()


def make_key(redis: Redis, kind: str, owner_id: int) -> str:
    """The key of a new link."""
    key = token_urlsafe(32)
    stored = _stored(key)
    older: Any = redis.set(_newest_of(kind, owner_id), stored, ex=SECONDS, get=True)
    if older is not None:
        redis.delete(_link(kind, older.decode()))
    redis.set(_link(kind, stored), owner_id, ex=SECONDS)
    return key


def owner_of(redis: Redis, kind: str, key: str) -> int | None:
    """Whose link it is; looking does not use it up."""
    stored: Any = redis.get(_link(kind, _stored(key)))
    return None if stored is None else int(stored)


def use_key(redis: Redis, kind: str, key: str) -> int | None:
    """Whose link it was. It works only once: of two requests at the same time, one gets None."""
    owner: Any = redis.getdel(_link(kind, _stored(key)))
    if owner is None:
        return None
    redis.delete(_newest_of(kind, int(owner)))
    return int(owner)
