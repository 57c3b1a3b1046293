"""What is to be written to one stream: in order, one message at a time."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any


class Outbox:
    """The messages on their way out of a stream."""

    __slots__ = ("_is_broken", "_messages", "_report", "_write", "_writer", "_writing", "waiting_bytes")

    def __init__(self, write: Callable[[bytes], Any], report: Callable[[BaseException | None], None]) -> None:
        """*write* is a coroutine function. *report* is called with None whenever everything is written, or with the error that broke the
        stream; then nothing more is written.
        """
        self._write = write
        self._report = report
        self._messages: deque[bytes] = deque()
        self._writing = False
        self._is_broken = False
        self._writer: asyncio.Task[None] | None = None
        self.waiting_bytes = 0
        """Of all that is not yet written."""

    def put(self, message: bytes) -> None:
        """Put a message on its way; never waits."""
        if self._takes(message):
            self._writer = asyncio.get_running_loop().create_task(self._work())

    async def send(self, message: bytes) -> None:
        """As `put`; returns once it is written and nothing waits, unless another task is writing already."""
        if self._takes(message):
            await self._work()

    def _takes(self, message: bytes) -> bool:
        """Queue the message; whether the caller must begin to write."""
        if self._is_broken:
            return False
        self.waiting_bytes += len(message)
        self._messages.append(message)
        begins, self._writing = not self._writing, True
        return begins

    @property
    def is_empty(self) -> bool:
        """Whether everything is written that can be."""
        return not self._writing

    def clear(self) -> None:
        """Drop what was not begun."""
        self.waiting_bytes -= sum(map(len, self._messages))
        self._messages.clear()

    def cancel(self) -> None:
        """Break off what `put` has begun."""
        if self._writer is not None and not self._writer.done():
            self._writer.cancel()
            self._break(asyncio.CancelledError())  # the task reports nothing if it had no turn yet

    async def _work(self) -> None:
        write, messages = self._write, self._messages
        try:
            while messages:
                message = messages.popleft()
                await write(message)
                self.waiting_bytes -= len(message)
        except asyncio.CancelledError as error:
            self._break(error)
            raise
        except Exception as error:  # for the owner of the stream, not for the caller that happened to send
            self._break(error)
        else:
            self._writing = False
            self._report(None)

    def _break(self, error: BaseException) -> None:
        if self._is_broken:
            return
        self._is_broken, self._writing = True, False
        self._messages.clear()
        self.waiting_bytes = 0
        self._report(error)
