"""The event loop that gateways, workers and bots run on: uvloop where it is installed, which carries about 1.5 times as many messages."""

import asyncio
import logging
import os
from collections.abc import Coroutine, Iterable, Iterator
from typing import Any, TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")


def new_loop() -> asyncio.AbstractEventLoop:
    """A loop that nothing runs on yet."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return asyncio.new_event_loop()
    return new_event_loop()


def on_loop(main: Coroutine[Any, Any, T]) -> T:
    """Run to the end on a new loop."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(main)


def vital(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """A task without which its process is of no use to anybody. If it fails, the process ends at once: others take over from one that is dead, but
    not from one that holds its leases and does nothing.
    """
    task = asyncio.get_running_loop().create_task(work)
    task.add_done_callback(_end_process_if_failed)
    return task


def _end_process_if_failed(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.critical("%s failed: this process ends, and others take over", task.get_coro(), exc_info=error)
        os._exit(1)


class Tasks:
    """Tasks that nobody waits for. They are kept until they are done, because the loop may forget one that nothing else holds."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin a task on the running loop."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def __iter__(self) -> Iterator[asyncio.Task[None]]:
        return iter(tuple(self._running))

    def __len__(self) -> int:
        return len(self._running)


async def cancelled(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks until all have ended: a cancellation that coincides with an answer of Redis can get lost."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=0.5)
