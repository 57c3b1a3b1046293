"""The event loop that gateways and bots run on: uvloop where it is installed, which carries about half as many messages more."""

import asyncio
import types
from collections.abc import Coroutine, Generator, Iterable
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


def begun(work: Coroutine[Any, Any, None], loop: asyncio.AbstractEventLoop) -> asyncio.Task[None] | None:
    """Begin work at once, not on the loop's next turn; a task goes on with it from where it first waits, if it does.

    (From Python 3.12 on asyncio has that as `eager_start`.)
    """
    try:
        waits_for = work.send(None)
    except StopIteration:
        return None
    return loop.create_task(_resumed(work, waits_for))


@types.coroutine
def _resumed(work: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """What `await work` would do, had it not begun already."""
    while True:
        thrown = None
        try:
            yield waits_for
        except BaseException as wrong:
            thrown = wrong
        try:
            waits_for = work.send(None) if thrown is None else work.throw(thrown)
        except StopIteration:
            return
