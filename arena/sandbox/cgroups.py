"""Limits for all processes of a program together: cgroup v2, else v1. What neither holds, rlimits hold for each process (held.py)."""

import os
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox.limits import Limits

ROOT = Path("/sys/fs/cgroup")
PARENT = "meiji-arena"
PERIOD = 100_000
"""Microseconds over which processor time is shared out."""
NEEDED = frozenset({"cpu", "memory", "pids"})
EMPTY_SECONDS = 5.0
ENTER = 'while [ "$1" != -- ]; do echo 0 > "$1" || exit 125; shift; done; shift; exec "$@"'
"""For a shell, which is `0` to the kernel: its arguments are files, `--`, and a command."""


@dataclass(frozen=True, slots=True)
class Used:
    """What a program has used so far."""

    processor_ms: int
    peak_memory_bytes: int
    out_of_memory: bool
    memory_bytes: int = 0
    """Right now."""


class Version2:
    """One folder for all controllers."""

    name = "cgroup v2"

    def __init__(self) -> None:
        here = next(
            (line for line in Path("/proc/self/cgroup").read_text("utf-8").splitlines() if line[:3] == "0::"), ""
        )
        own = ROOT / here[3:].lstrip("/")
        if not set((ROOT / "cgroup.controllers").read_text("utf-8").split()) >= NEEDED:
            raise OSError("cgroup v2 has no cpu, memory and pids controllers")
        self._parent = (own.parent if own.name == "runner" else own) / PARENT
        self._parent.mkdir(exist_ok=True)
        wanted = " ".join(f"+{name}" for name in sorted(NEEDED))
        try:
            (self._parent.parent / "cgroup.subtree_control").write_text(wanted, "utf-8")
        except OSError:  # a group that has processes may not have groups with limits: the processes move into a leaf
            leaf = self._parent.parent / "runner"
            leaf.mkdir(exist_ok=True)
            for pid in (self._parent.parent / "cgroup.procs").read_text("utf-8").split():
                with suppress(OSError):
                    (leaf / "cgroup.procs").write_text(pid, "utf-8")
            (self._parent.parent / "cgroup.subtree_control").write_text(wanted, "utf-8")
        (self._parent / "cgroup.subtree_control").write_text(wanted, "utf-8")

    def make(self, name: str, limits: Limits) -> list[Path]:
        """The folders of a new group."""
        folder = self._parent / name
        folder.mkdir()
        (folder / "memory.max").write_text(str(limits.memory_bytes), "utf-8")
        with suppress(OSError):
            (folder / "memory.swap.max").write_text("0", "utf-8")
        (folder / "pids.max").write_text(str(limits.processes), "utf-8")
        (folder / "cpu.max").write_text(f"{int(limits.processors * PERIOD)} {PERIOD}", "utf-8")
        return [folder]

    def groups(self) -> list[Path]:
        """Those of all programs, below the group that this process began in."""
        return list(self._parent.glob("bot-*"))

    def used(self, folders: list[Path]) -> Used:
        """Read the figures."""
        (folder,) = folders
        cpu = _table(folder / "cpu.stat").get("usage_usec", 0) // 1000
        current = _number(folder / "memory.current")
        peak = _number(folder / "memory.peak") or current
        return Used(cpu, peak, _table(folder / "memory.events").get("oom_kill", 0) > 0, current)


class Version1:
    """A folder for each controller."""

    name = "cgroup v1"

    def __init__(self) -> None:
        self._parents = {name: ROOT / name / PARENT for name in (*sorted(NEEDED), "cpuacct")}
        for parent in self._parents.values():
            if not parent.parent.is_dir():
                raise OSError(f"there is no {parent.parent}")
            parent.mkdir(exist_ok=True)
            if not os.access(parent / "cgroup.procs", os.W_OK):
                raise PermissionError(f"{parent} cannot be written")

    def make(self, name: str, limits: Limits) -> list[Path]:
        """The folders of a new group."""
        folders = {controller: parent / name for controller, parent in self._parents.items()}
        for folder in folders.values():
            folder.mkdir()
        (folders["memory"] / "memory.limit_in_bytes").write_text(str(limits.memory_bytes), "utf-8")
        with suppress(OSError):
            (folders["memory"] / "memory.memsw.limit_in_bytes").write_text(str(limits.memory_bytes), "utf-8")
        with suppress(OSError):  # what waits in its sockets; version 2 counts that with the rest
            (folders["memory"] / "memory.kmem.tcp.limit_in_bytes").write_text(str(limits.memory_bytes // 8), "utf-8")
        (folders["pids"] / "pids.max").write_text(str(limits.processes), "utf-8")
        (folders["cpu"] / "cpu.cfs_period_us").write_text(str(PERIOD), "utf-8")
        (folders["cpu"] / "cpu.cfs_quota_us").write_text(str(int(limits.processors * PERIOD)), "utf-8")
        return list(folders.values())

    def groups(self) -> list[Path]:
        """Those of all programs."""
        return [group for parent in self._parents.values() for group in parent.glob("bot-*")]

    def used(self, folders: list[Path]) -> Used:
        """Read the figures."""
        by_name = {folder.parent.parent.name: folder for folder in folders}
        cpu = _number(by_name["cpuacct"] / "cpuacct.usage") // 1_000_000
        peak = _number(by_name["memory"] / "memory.max_usage_in_bytes")
        killed = _table(by_name["memory"] / "memory.oom_control").get("oom_kill", 0) > 0
        return Used(cpu, peak, killed, _number(by_name["memory"] / "memory.usage_in_bytes"))


Version = Version2 | Version1


def find() -> tuple[Version | None, str]:
    """The version that this process can use, and why not the others."""
    reasons: list[str] = []
    for version in (Version2, Version1):
        try:
            return version(), "; ".join(reasons)
        except OSError as error:
            reasons.append(f"{version.name}: {error.strerror or error}")
    return None, "; ".join(reasons)


def remove_left_over() -> None:
    """Remove the groups of programs whose runner was killed; one that still has processes stays."""
    version, _ = find()
    for group in version.groups() if version is not None else []:
        with suppress(OSError):
            group.rmdir()


class Group:
    """The group of one program."""

    def __init__(self, version: Version, name: str, limits: Limits) -> None:
        self._version = version
        self._folders = version.make(name, limits)

    def command(self, words: Sequence[str]) -> list[str]:
        """A command that enters the group and then becomes *words*.

        Nothing of ours runs between fork and exec: the runner has threads, and forking it copies all its tables of memory.
        """
        return ["/bin/sh", "-c", ENTER, "sh", *(str(folder / "cgroup.procs") for folder in self._folders), "--", *words]

    def enter(self, pid: int) -> None:
        """Put a process into the group; what it starts from now on is in it, too."""
        for folder in self._folders:
            (folder / "cgroup.procs").write_text(str(pid), "utf-8")

    def used(self) -> Used:
        """What its processes have used so far, those that have ended too."""
        return self._version.used(self._folders)

    def close(self) -> None:
        """Kill what is left in it and remove it."""
        deadline = time.monotonic() + EMPTY_SECONDS
        for folder in self._folders:
            while True:
                for pid in _pids(folder):
                    with suppress(ProcessLookupError, PermissionError):
                        os.kill(pid, signal.SIGKILL)
                try:
                    folder.rmdir()
                    break
                except FileNotFoundError:
                    break
                except OSError:
                    if time.monotonic() > deadline:
                        break
                    time.sleep(0.01)


def _pids(folder: Path) -> list[int]:
    try:
        return [int(line) for line in (folder / "cgroup.procs").read_text("utf-8").split()]
    except OSError:
        return []


def _number(file: Path) -> int:
    try:
        return int(file.read_text("utf-8"))
    except (OSError, ValueError):
        return 0


def _table(file: Path) -> dict[str, int]:
    try:
        rows = [line.split() for line in file.read_text("utf-8").splitlines()]
    except OSError:
        return {}
    return {row[0]: int(row[1]) for row in rows if len(row) == 2 and row[1].isdigit()}
