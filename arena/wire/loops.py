"""The event loop that gateways and bots run on: uvloop where it is installed, which carries about half as many messages more."""

import asyncio
from collections.abc import Coroutine
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
