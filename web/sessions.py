"""Who is signed in: sessions in Redis, of which the browser holds a random key and Redis the key's hash.

A session ends when its person signs out, changes the password (all of theirs end), is away for two weeks, or after two months in
any case. Signing in always starts a new one, so that a key somebody planted is worth nothing.
"""

import time
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

import orjson
from redis import Redis

IDLE_SECONDS = 14 * 24 * 3600
LONGEST_SECONDS = 60 * 24 * 3600


@dataclass(frozen=True, slots=True)
class SignedIn:
    """One session."""

    key: str
    account_id: int
    csrf: str
    began: float


def _stored(key: str) -> str:
    return f"arena:session:{sha256(key.encode()).hexdigest()}"


def _of_account(account_id: int) -> str:
    return f"arena:sessions:{account_id}"


def start(redis: Redis, account_id: int) -> SignedIn:
    """A new session."""
    made = SignedIn(token_urlsafe(32), account_id, token_urlsafe(24), time.time())
    body = orjson.dumps({"account": account_id, "csrf": made.csrf, "began": made.began})
    with redis.pipeline() as pipe:
        pipe.set(_stored(made.key), body, ex=IDLE_SECONDS)
        pipe.sadd(_of_account(account_id), _stored(made.key))
        pipe.expire(_of_account(account_id), LONGEST_SECONDS)
        pipe.execute()
    return made


def find(redis: Redis, key: str) -> SignedIn | None:
    """The session of a key; finding it keeps it alive."""
    told: Any = redis.getex(_stored(key), ex=IDLE_SECONDS)
    if told is None:
        return None
    body = orjson.loads(told)
    if time.time() - body["began"] > LONGEST_SECONDS:
        redis.delete(_stored(key))
        return None
    return SignedIn(key, body["account"], body["csrf"], body["began"])


def end(redis: Redis, session: SignedIn) -> None:
    """Sign out."""
    redis.delete(_stored(session.key))
    redis.srem(_of_account(session.account_id), _stored(session.key))


def end_all(redis: Redis, account_id: int) -> None:
    """Sign an account out everywhere."""
    names: Any = redis.smembers(_of_account(account_id))
    redis.delete(_of_account(account_id), *names)
