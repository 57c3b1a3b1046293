"""What workers and gateways send each other: envelopes in lists in Redis, one inbox for each process."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.transport import keys
from arena.transport.pipe import Pipe

log = logging.getLogger(__name__)

FETCH_SECONDS = 1
MOST_FETCHED = 256
"""Envelopes that come in one round trip, beside the first: all that wait, so that a full inbox empties quickly."""
RETRY_SECONDS = 0.25
"""Between tries while Redis does not answer."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """One message between worker and gateway."""

    kind: str
    """To a gateway: join, ask, leave, drop, tell. To a worker: answer, resigned, arrived, gone."""
    head: dict[str, Any]
    body: bytes = b""

    def packed(self) -> bytes:
        """The bytes that go through Redis."""
        return orjson.dumps({"kind": self.kind, **self.head}) + b"\n" + self.body


def unpacked(data: bytes | str) -> Envelope:
    """The envelope that `packed` made. Redis returns bytes unless it is asked to decode."""
    assert isinstance(data, bytes)
    line, _, body = data.partition(b"\n")
    head = orjson.loads(line)
    return Envelope(head.pop("kind"), head, body)


def inbox(name: str) -> str:
    """The key of the list of envelopes for one worker or gateway."""
    return f"arena:inbox:{name}"


class Post:
    """Puts envelopes into inboxes: in order, and what waits for one inbox together. Tries again while Redis does not answer.

    Nothing limits what waits but what is asked: one question and one answer for each seat.
    """

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._waiting: dict[str, list[bytes]] = {}
        self._on_the_way: set[str] = set()
        """Inboxes that Redis has yet to answer for."""
        self._settled = asyncio.Event()
        self._settled.set()

    def send(self, to: str, packed: bytes) -> None:
        """Send an envelope; never waits."""
        self._settled.clear()
        if to not in self._waiting:
            self._waiting[to] = []
            if to not in self._on_the_way:
                asyncio.get_running_loop().call_soon(self._push, to)
        self._waiting[to].append(packed)

    async def idle(self) -> None:
        """Returns once everything is in its inbox."""
        await self._settled.wait()

    def _push(self, to: str) -> None:
        self._on_the_way.discard(to)
        if packed := self._waiting.pop(to, None):
            self._on_the_way.add(to)
            self._pipe.call(lambda answer: self._pushed(to, packed, answer), "RPUSH", inbox(to), *packed)
            self._pipe.call(lambda _: None, "EXPIRE", inbox(to), keys.INBOX_SECONDS)
        elif not self._waiting and not self._on_the_way:
            self._settled.set()

    def _pushed(self, to: str, packed: list[bytes], answer: Any) -> None:
        if isinstance(answer, Exception):
            log.warning("Redis does not answer, holding %d envelopes for %s: %s", len(packed), to, answer)
            self._waiting[to] = packed + self._waiting.get(to, [])
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._push, to)
        else:
            self._push(to)


async def fetch(redis: Redis, name: str, received: Callable[[Envelope], None]) -> None:
    """Hand over the envelopes of an inbox as they come, until cancelled. One that fails never stops the others."""
    key = inbox(name)
    while True:
        try:
            async with redis.pipeline(transaction=False) as pipe:
                pipe.blpop([key], timeout=FETCH_SECONDS)
                pipe.lpop(key, MOST_FETCHED)
                first, more = await pipe.execute()
        except RedisError as error:
            log.warning("Redis does not answer: %s", error)
            await asyncio.sleep(RETRY_SECONDS)
            continue
        for data in ([first[1]] if first is not None else []) + (more or []):
            try:
                received(unpacked(data))
            except Exception:
                log.exception("an envelope for %s could not be carried out", name)
