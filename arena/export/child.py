"""One picture in a separate process: an order comes in as JSON, the PNG goes out.

The site draws no picture itself: while one is drawn, the JavaScript engine would hold up every other page. A process can also be held to a time.
"""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from arena.errors import Unavailable
from arena.export.boards import Boards, Undrawable, plain_card
from arena.export.images import small_png

SECONDS = 60
"""By the clock on the wall, since a child at low priority waits for everybody else."""
PROCESSOR_SECONDS = 20
"""For one picture; it takes half a second."""
MOST_MEMORY = 2 << 30
NICE = 10


class NotDrawn(Unavailable):
    """A picture could not be drawn; the log says why."""


def drawn_apart(order: Mapping[str, Any]) -> bytes:
    """The picture of an order, drawn by a child process at low priority.

    An order has `title`, `about` and `lines` of a plain card; with `frames` it is the card of a match, which is plain if its board cannot be drawn.
    """
    command = [sys.executable, "-P", "-m", __name__]
    try:
        done = subprocess.run(
            command, input=json.dumps(order).encode(), capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotDrawn(f"a picture was not done after {SECONDS} s") from None
    if done.returncode:
        raise NotDrawn(f"a picture was not drawn: {done.stderr.decode(errors='replace').strip()[-500:]}")
    return done.stdout


def drawn(order: Mapping[str, Any]) -> bytes:
    """The same in this process."""
    document = order.get("frames")
    if document is not None:
        with contextlib.suppress(Undrawable):
            return small_png(Boards(document).card(order["title"]))
    return small_png(plain_card(order["title"], order["about"], order["lines"]))


def _held() -> None:
    """Give way to others, and end rather than take more than any picture needs."""
    os.nice(NICE)
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    _held()
    sys.stdout.buffer.write(drawn(json.load(sys.stdin.buffer)))
