"""Which processes of the arena live, and the errors that they have logged lately: written by each of them, read by the status page."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import orjson
from redis import Redis

from arena.transport import keys

MINUTE = 60
LATEST = 50
"""Errors whose words are kept, of all parts together."""


@dataclass(frozen=True, slots=True)
class Part:
    """One process."""

    name: str
    """Of this process alone."""
    part: str
    """Its role: gateway, worker-matches, worker-house, worker-control, beat, web, runner."""
    host: str
    version: str
    engine: str
    since: float
    """When it started: a Unix time."""


@dataclass(frozen=True, slots=True)
class LoggedError:
    """An error that a part has logged."""

    at: float
    part: str
    message: str


@dataclass(frozen=True, slots=True)
class Errors:
    """The errors of the last hour."""

    count: int = 0
    latest: tuple[LoggedError, ...] = ()
    """The newest first."""


def show(redis: Redis, part: Part) -> None:
    """Show a process for a while."""
    redis.set(keys.part(part.name), orjson.dumps(asdict(part)), ex=keys.PART_SECONDS)


def hide(redis: Redis, name: str) -> None:
    """Stop showing a process."""
    redis.delete(keys.part(name))


def parts(redis: Redis) -> list[Part]:
    """Those that live, by role and name."""
    names = list(redis.scan_iter(keys.part("*"), count=1000))
    values: Any = redis.mget(names) if names else []
    found = [Part(**orjson.loads(value)) for value in values if value is not None]
    return sorted(found, key=lambda one: (one.part, one.name))


def note_errors(redis: Redis, count: int, latest: Sequence[LoggedError]) -> None:
    """Add errors to those of the last hour."""
    minute = keys.errors_of(int(time.time()) // MINUTE)
    with redis.pipeline() as pipe:
        pipe.incrby(minute, count)
        pipe.expire(minute, 3600 + MINUTE)
        for error in latest:
            pipe.lpush(keys.ERRORS, orjson.dumps(asdict(error)))
        pipe.ltrim(keys.ERRORS, 0, LATEST - 1)
        pipe.expire(keys.ERRORS, 3600)
        pipe.execute()


def errors(redis: Redis) -> Errors:
    """The errors of the last hour."""
    now = time.time()
    minutes = [keys.errors_of(int(now) // MINUTE - ago) for ago in range(60)]
    counts: Any = redis.mget(minutes)
    lines: Any = redis.lrange(keys.ERRORS, 0, LATEST - 1)
    latest = tuple(error for error in (LoggedError(**orjson.loads(line)) for line in lines) if error.at > now - 3600)
    return Errors(sum(int(count) for count in counts if count is not None), latest)
