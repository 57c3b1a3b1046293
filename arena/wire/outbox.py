"""What is to be written to one stream: in order, one message at a time, and at once where nothing waits before it."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from arena.wire.loops import Begun


class Outbox:
    """The messages on their way out of a stream."""

    __slots__ = ("_frames", "_is_broken", "_told", "_write", "_writer", "_writing", "waiting_bytes")

    def __init__(self, write: Callable[[bytes], Any], told: Callable[[BaseException | None], None]) -> None:
        """*write* is a coroutine function. *told* is called with None whenever everything is written, or with what broke the
        stream; nothing more is written then.
        """
        self._write = write
        self._told = told
        self._frames: deque[bytes] = deque()
        self._writing = False
        self._is_broken = False
        self._writer: Begun | None = None
        self.waiting_bytes = 0
        """Of all that is not yet written."""

    def put(self, frame: bytes) -> None:
        """Put a message on its way; never waits. The loop may have much to do before its next turn, so writing begins here."""
        if self._takes(frame):
            self._writer = Begun(self._work())

    async def send(self, frame: bytes) -> None:
        """As `put`; returns once it is written and nothing waits, unless somebody else is writing already."""
        if self._takes(frame):
            await self._work()

    def _takes(self, frame: bytes) -> bool:
        """Whether whoever brings this message must begin to write."""
        if self._is_broken:
            return False
        self.waiting_bytes += len(frame)
        self._frames.append(frame)
        begins, self._writing = not self._writing, True
        return begins

    @property
    def is_empty(self) -> bool:
        """Whether everything is written that can be."""
        return not self._writing

    def clear(self) -> None:
        """Forget what was not begun."""
        self.waiting_bytes -= sum(map(len, self._frames))
        self._frames.clear()

    def cancel(self) -> None:
        """Break off what `put` has begun."""
        if self._writer is not None:
            self._writer.cancel()

    async def _work(self) -> None:
        write, frames = self._write, self._frames
        try:
            while frames:
                frame = frames.popleft()
                await write(frame)
                self.waiting_bytes -= len(frame)
        except asyncio.CancelledError as wrong:
            self._break(wrong)
            raise
        except Exception as wrong:  # for whoever has the stream, not for whoever happened to send
            self._break(wrong)
        else:
            self._writing = False
            self._told(None)

    def _break(self, wrong: BaseException) -> None:
        self._is_broken, self._writing = True, False
        self._frames.clear()
        self.waiting_bytes = 0
        self._told(wrong)
