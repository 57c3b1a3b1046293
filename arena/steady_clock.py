"""A clock that leaves out the time in which this process stalled.

A paused container, a sleeping laptop or an overloaded host stops a process in mid-step. When it goes on, the system's clock has run on, and
every timer fires at once, before the answers that came in meanwhile are read. No bot could have acted in that time, so it counts for none.
"""

import asyncio
from typing import Self

BEAT_SECONDS = 0.25
"""The clock is read at least this often while the process runs."""
STALL_SECONDS = 1.0
"""A longer time between two readings is a stall. A loop that is merely busy is read more often."""


class SteadyClock:
    """Seconds in which the event loop ran. The first reading after a stall notices the stall."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._last = loop.time()
        self._timer: asyncio.TimerHandle | None = None
        self.stalled = 0.0
        """Seconds left out so far."""

    @classmethod
    def started(cls, loop: asyncio.AbstractEventLoop) -> Self:
        """A clock that is read from now on."""
        clock = cls(loop)
        clock.start()
        return clock

    def start(self) -> None:
        """Read the clock regularly until `stop`."""
        self._timer = self._loop.call_later(BEAT_SECONDS, self.start)
        self.now()

    def stop(self) -> None:
        """Stop reading the clock."""
        if self._timer is not None:
            self._timer.cancel()

    def now(self) -> float:
        """The time, without stalls."""
        read = self._loop.time()
        gap, self._last = read - self._last, read
        if gap > STALL_SECONDS:
            self.stalled += gap - BEAT_SECONDS
        return read - self.stalled

    def of(self, due: float) -> float:
        """What this clock shows at the loop's time *due*, which has come."""
        self.now()  # notices a stall
        return due - self.stalled
