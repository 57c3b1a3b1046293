"""What workers and gateways send each other: envelopes in lists in Redis, one inbox for each process."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError

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
