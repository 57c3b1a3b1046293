"""Frames of running matches in Redis: a list for each match that somebody watches, its head first, then a step each, last how it ended.

A worker writes while the site says that somebody watches. Everything expires: a list without a writer or a reader is gone in a minute.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

import orjson
from redis import Redis

from arena.transport import keys

MOST_STEPS = 20_000
"""Of one match; the longest have a thousand. A list that reaches it is not written on."""


@dataclass(frozen=True, slots=True)
class LiveFrames:
    """A part of a running match's frames."""

    run: str
    """Changes when another worker begins the list again; empty if nothing is there yet."""
    entries: tuple[bytes, ...]
    """JSON: the head (if read from 0), steps, and at the end `{"over": …}`."""


def show_table(game: str) -> str:
    """The name under which the show table of a game writes its frames."""
    return f"show-{game}"


def begin(pipe: Any, name: str, head: dict[str, Any]) -> None:
    """Start a list with its head. *pipe* is a transaction on either kind of Redis client."""
    pipe.delete(keys.live_frames(name))
    pipe.rpush(keys.live_frames(name), orjson.dumps({**head, "run": token_hex(4)}))
    append(pipe, name, ())


def append(pipe: Any, name: str, entries: Iterable[dict[str, Any]]) -> None:
    """Add entries at the end, and keep the list alive. The pipe's last answer is false if the list is gone: then begin it again."""
    packed = [orjson.dumps(entry) for entry in entries]
    if packed:
        pipe.rpushx(keys.live_frames(name), *packed)  # never a list without its head
        pipe.ltrim(keys.live_frames(name), 0, MOST_STEPS)
    pipe.expire(keys.live_frames(name), keys.LIVE_FRAMES_SECONDS)


def read(redis: Redis, name: str, first: int) -> LiveFrames:
    """The entries from *first* on. Two commands, one round trip."""
    with redis.pipeline() as pipe:
        pipe.lindex(keys.live_frames(name), 0)
        pipe.lrange(keys.live_frames(name), first, -1)
        head, entries = pipe.execute()
    return LiveFrames(orjson.loads(head)["run"] if head else "", tuple(entries))


def ends(redis: Redis, names: Collection[str]) -> dict[str, tuple[Any, Any]]:
    """The head and the newest entry of each list that is there. One round trip."""
    with redis.pipeline(transaction=False) as pipe:
        for name in names:
            pipe.lindex(keys.live_frames(name), 0)
            pipe.lindex(keys.live_frames(name), -1)
        found = iter(pipe.execute())
    pairs = zip(names, zip(found, found, strict=True), strict=True)
    return {name: (orjson.loads(head), orjson.loads(last)) for name, (head, last) in pairs if head and last}


def lengths(redis: Redis, names: Collection[str]) -> dict[str, int]:
    """How many entries each list has."""
    with redis.pipeline(transaction=False) as pipe:
        for name in names:
            pipe.llen(keys.live_frames(name))
        return dict(zip(names, pipe.execute(), strict=True))


def watch(redis: Redis, names: Iterable[str]) -> None:
    """Somebody watches these, for the next few seconds."""
    with redis.pipeline(transaction=False) as pipe:
        for name in names:
            pipe.set(keys.watched(name), 1, ex=keys.WATCHED_SECONDS)
        pipe.execute()


def watched(redis: Redis, names: Collection[str]) -> set[str]:
    """Those that somebody watches."""
    marks: Any = redis.mget([keys.watched(name) for name in names])
    return {name for name, mark in zip(names, marks, strict=True) if mark is not None}
