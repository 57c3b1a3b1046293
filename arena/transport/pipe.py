"""One connection to Redis that many use at once: what is sent in one turn of the event loop leaves together, and nobody waits for anybody's answer.

redis-py makes and reads the connection. Its client would hold it for each call until the answer is there, and costs several times as much a call.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError, RedisError, ResponseError

log = logging.getLogger(__name__)

Done = Callable[[Any], None]
"""Takes the answer, or the RedisError that came instead. Called on the event loop."""


class Pipe:
    """Sends commands in order and hands over their answers. After an error it connects again; who sent a command decides whether to repeat it."""

    def __init__(self, redis: Redis) -> None:
        pool: Any = redis.connection_pool
        self._connection = pool.make_connection()
        self._connection.retry = Retry(NoBackoff(), 0)  # who sent a command says when to try again
        self._commands: list[tuple[tuple[Any, ...], Done]] = []
        self._wake = asyncio.Event()

    def call(self, done: Done, *command: bytes | str | float) -> None:
        """Send a command; never waits."""
        self._commands.append((command, done))
        self._wake.set()

    async def run(self) -> None:
        """Send and receive until cancelled."""
        try:
            while True:
                await self._wake.wait()
                await self._converse()
        finally:
            await self._connection.disconnect(nowait=True)

    async def _converse(self) -> None:
        """Until the connection breaks."""
        answers: deque[Done] = deque()
        reader: asyncio.Task[RedisError] | None = None
        try:
            await self._connection.connect()
            reader = asyncio.create_task(self._read(answers))
            reader.add_done_callback(lambda _: self._wake.set())
            while not reader.done():
                await self._wake.wait()
                self._wake.clear()
                commands, self._commands = self._commands, []
                packed: list[bytes] = []
                for command, done in commands:
                    packed += self._connection.pack_command(*command)
                    answers.append(done)
                if packed:
                    await self._connection.send_packed_command(packed, check_health=False)
            broken = reader.result()
        except (
            Exception
        ) as error:  # redis-py has others too, such as AttributeError if the reader has just found the end
            broken = error if isinstance(error, RedisError) else RedisConnectionError(repr(error))
        finally:
            if reader is not None:
                reader.cancel()
        await self._connection.disconnect(nowait=True)
        commands, self._commands = self._commands, []
        self._wake.clear()
        for done in [*answers, *(done for _, done in commands)]:
            _hand_over(done, broken)

    async def _read(self, answers: deque[Done]) -> RedisError:
        """Hand over answers until the connection breaks."""
        while True:
            answer: Any
            try:
                answer = await self._connection.read_response()
            except ResponseError as refusal:
                answer = refusal
            except Exception as error:  # a connection that is out of step is of no more use than a broken one
                return error if isinstance(error, RedisError) else RedisConnectionError(repr(error))
            _hand_over(answers.popleft(), answer)


def _hand_over(done: Done, answer: Any) -> None:
    try:
        done(answer)
    except Exception:
        log.exception("an answer of Redis could not be dealt with")
