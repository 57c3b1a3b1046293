"""Parts that stand still for some seconds and go on (SIGSTOP, SIGCONT): a paused container, a sleeping laptop, a busy host.

Longer than every lease: a part that comes back has been taken for dead.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.services.cluster import Cluster

SHORTEST, LONGEST = 6.5, 9.0
"""Seconds of a stall; leases live for five and six."""


@contextmanager
def stopped(pids: list[int]) -> Iterator[None]:
    """These processes stand still for the block."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def stall(pids: list[int], seconds: float) -> None:
    """Let processes stand still for that long."""
    with stopped(pids):
        time.sleep(seconds)


def pid_of(arena: Cluster, name: str) -> int:
    """The process of a part, `redis` included."""
    process = arena.redis.process if name == "redis" else arena.parts[name].process
    assert process is not None
    return process.pid


def children_of(pid: int) -> list[int]:
    """The processes that one has started."""
    listed = subprocess.run(["ps", "-axo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    return [child for child, parent in pairs if parent == pid]
