"""Where no cgroup holds the limits of all processes together: look at them every moment, and stop the program that is over one.

Rlimits hold in between, but for each process alone; and nothing but this counts the files in /tmp.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from arena.sandbox.cgroups import Used
from arena.sandbox.exit_reasons import out_of_memory, processor_time_used_up
from arena.sandbox.limits import Limits

LOOK_SECONDS = 0.05
METER_SECONDS = 0.25
MOST_FILES = 20_000
"""Files and folders in /tmp and in /dev/shm."""
MOST_SOCKETS = 1000
"""What waits in them is memory of the kernel, up to 400 KB in each, which is counted for no process."""
PAGE = os.sysconf("SC_PAGE_SIZE")
TICK = os.sysconf("SC_CLK_TCK")


class Watch:
    """Looks at the processes below one, until that one has ended."""

    def __init__(self, pid: int, limits: Limits, stop: Callable[[str], None]) -> None:
        self._pid, self._limits, self._stop = pid, limits, stop
        self._peak, self._over, self._memory = 0, False, 0
        self._ticks: dict[int, int] = {}
        """Processor time by process, of those that have ended too."""
        self._counted = 0
        """Processor time of all with that of the children they have waited for: those that lived between two looks are only in here."""
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def used(self) -> Used:
        """What was seen."""
        ticks = max(self._counted, sum(self._ticks.values()))
        return Used(ticks * 1000 // TICK, self._peak, self._over, self._memory)

    def close(self) -> None:
        """Stop looking."""
        self._done.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._done.wait(LOOK_SECONDS):
            self._look()

    def _look(self) -> None:
        memory, counted, inside = 0, 0, 0
        for pid in below(self._pid):
            with suppress(OSError, ValueError, IndexError):
                memory += _memory(pid) + _page_tables(pid)
                own, waited = _ticks(pid)
                self._ticks[pid] = own
                counted += own + waited
                inside = pid
        self._memory, self._peak, self._counted = memory, max(self._peak, memory), max(self._counted, counted)
        if memory > self._limits.memory_bytes:
            self._over = True
            self._stop(out_of_memory(self._limits))
        for folder in ("tmp", "dev/shm"):
            with suppress(OSError):
                if inside and _files(inside, folder) > MOST_FILES:
                    self._stop(f"too many files in /{folder}: it may have {MOST_FILES}")
        if inside and _sockets(inside) > MOST_SOCKETS:
            self._stop(f"too many sockets: it may have {MOST_SOCKETS}")


class Meter:
    """Stops a program whose processor time is used up, where its kernel does not: gVisor's has no such limit."""

    def __init__(self, used: Callable[[], Used], limits: Limits, stop: Callable[[str], None]) -> None:
        self._used, self._limits, self._stop = used, limits, stop
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop looking."""
        self._done.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._done.wait(METER_SECONDS):
            if self._used().processor_ms > 1000 * self._limits.processor_seconds:
                self._stop(processor_time_used_up(self._limits))


def below(pid: int) -> Iterator[int]:
    """All processes that a process has started, and theirs."""
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                for child in (thread / "children").read_text("utf-8").split():
                    yield int(child)
                    yield from below(int(child))


def _files(pid: int, folder: str) -> int:
    """Files and folders in a folder of the sandbox's root."""
    root = f"/proc/{pid}/root/"
    if Path(root).samefile("/"):
        return 0  # bubblewrap has not made it yet: that is the machine's own folder
    room = os.statvfs(root + folder)
    return room.f_files - room.f_ffree


def _memory(pid: int) -> int:
    """Bytes that it alone holds, and what it shares with a part for each."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except PermissionError:
        pass
    return int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[1]) * PAGE


def _page_tables(pid: int) -> int:
    """Bytes of the kernel that keep its addresses; one who reads one byte in every two megabytes has many and nothing else."""
    for line in Path(f"/proc/{pid}/status").read_text("utf-8", "replace").splitlines():
        if line.startswith("VmPTE:"):
            return int(line.split()[1]) * 1024
    return 0


def _ticks(pid: int) -> tuple[int, int]:
    """Processor time of a process, and of the children it has waited for."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    own, own_kernel, waited, waited_kernel = (int(field) for field in fields[11:15])
    return own + own_kernel, waited + waited_kernel


def _sockets(pid: int) -> int:
    """All sockets of its network namespace."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{pid}/net/sockstat").read_text("utf-8").split("\n")[0].split()[2])
    return 0
