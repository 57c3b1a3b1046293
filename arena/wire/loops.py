"""The event loop that gateways and bots run on: uvloop where it is installed, which carries about half as many messages more."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


def on_loop(main: Coroutine[Any, Any, T]) -> T:
    """Run to the end on a new loop."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return asyncio.run(main)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(main)


async def cancelled(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks until all have ended: a cancellation that comes in the moment of an answer of Redis can get lost."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=0.5)


class Begun:
    """Work that begins at once, not on the loop's next turn, and goes on whenever what it waits for is there.

    It is what a task does, for work that only waits for futures, and without the turn of the loop that a task takes to begin; asyncio
    has that as `eager_start` from Python 3.12 on.
    """

    __slots__ = ("_waits_for", "_work")

    def __init__(self, work: Coroutine[Any, Any, None]) -> None:
        self._work = work
        self._waits_for: asyncio.Future[Any] | None = None
        self._go_on(None)

    def cancel(self) -> None:
        """Cancel what it waits for, which ends it."""
        if self._waits_for is not None:
            self._waits_for.cancel()

    def _go_on(self, _: object) -> None:
        self._waits_for = None
        try:
            waits_for = self._work.send(None)
        except (StopIteration, asyncio.CancelledError):
            return
        if waits_for is None:  # for a turn of the loop
            asyncio.get_running_loop().call_soon(self._go_on, None)
            return
        waits_for._asyncio_future_blocking = False  # what a task does to say that it has taken note
        waits_for.add_done_callback(self._go_on)
        self._waits_for = waits_for
