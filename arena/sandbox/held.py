"""A program that bubblewrap holds back until its limits are set. The sandbox is made meanwhile, and no tool has to run in it that sets them."""

import json
import os
import random
import resource
from contextlib import suppress
from pathlib import Path

from arena.sandbox.cgroups import Group
from arena.sandbox.limits import Limits

LONGEST_NOTE = 4096
RLIMITS = {
    name: getattr(resource, f"RLIMIT_{name.upper()}")
    for name in (
        "core",
        "cpu",
        "data",
        "fsize",
        "memlock",
        "msgqueue",
        "nice",
        "nofile",
        "nproc",
        "rtprio",
        "sigpending",
    )
}
FIRST_TO_KILL = "1000"
"""Of what the kernel may kill when the whole machine is out of memory, bots come before the arena."""


class Held:
    """Two pipes to bubblewrap: on one it tells the process that it holds back, on the other it waits. Close it after the start."""

    def __init__(self) -> None:
        self._told, self._tells = os.pipe()
        self._waits, self._go = os.pipe()
        self.words = ["--info-fd", str(self._tells), "--block-fd", str(self._waits)]
        self.passed = (self._tells, self._waits)
        """To be inherited by bubblewrap."""

    def release(self, group: Group | None, limits: Limits) -> int:
        """Set the limits of the process and let it go. Gives a handle of it, whose death ends all in the sandbox; -1 if bubblewrap has failed."""
        self._close("_tells", "_waits")
        pid, handle = self._pid(), -1
        if pid:
            with suppress(ProcessLookupError):
                handle = os.pidfd_open(pid)
                if group is not None:
                    group.enter(pid)
                else:  # what it starts stays on that processor: the filter refuses to choose another
                    os.sched_setaffinity(pid, processors(limits))
                Path(f"/proc/{pid}/oom_score_adj").write_text(FIRST_TO_KILL, "ascii")
                for name, held in rlimits(limits, grouped=group is not None).items():
                    resource.prlimit(pid, RLIMITS[name], held)
            with suppress(BrokenPipeError):
                os.write(self._go, b"x")
        return handle

    def _pid(self) -> int:
        note = b""
        while b"}" not in note and len(note) < LONGEST_NOTE and (piece := os.read(self._told, LONGEST_NOTE)):
            note += piece
        return int(json.loads(note)["child-pid"]) if b"}" in note else 0

    def close(self) -> None:
        """Close the pipes."""
        self._close("_told", "_tells", "_waits", "_go")

    def _close(self, *names: str) -> None:
        for name in names:
            if (number := getattr(self, name)) >= 0:
                os.close(number)
                setattr(self, name, -1)


def processors(limits: Limits) -> set[int]:
    """Those that a program may use, drawn from this process's."""
    own = sorted(os.sched_getaffinity(0))
    return set(random.sample(own, min(len(own), max(1, round(limits.processors)))))


def rlimits(limits: Limits, *, grouped: bool) -> dict[str, tuple[int, int]]:
    """By name, soft and hard. *grouped*: a cgroup holds memory."""
    held = {
        "core": 1,  # with 0 the kernel would still start a program of the machine that handles crashes, as root and with the bot's memory
        "fsize": limits.file_bytes,
        "nofile": limits.open_files,
        "nproc": limits.processes,
        "memlock": 65536,
        "msgqueue": 65536,
        "nice": 0,
        "rtprio": 0,
        "sigpending": limits.open_files,  # without a separate id a bot would take them from all programs of this user
    }
    if not grouped:
        held["data"] = limits.memory_bytes  # not the address space, of which JVM and Node reserve many gigabytes
    # A second between the limits on processor time: at the first the kernel says why, at the other it kills.
    cpu = {"cpu": (limits.processor_seconds, limits.processor_seconds + 1)}
    return cpu | {name: (value, value) for name, value in held.items()}
