"""The supervisor: starts the arena's processes in order, restarts them with growing pauses, reports their state, stops them in reverse.

No process stays behind: on Ctrl-C and SIGTERM they are stopped in order; if the supervisor itself is killed, the reaper kills every group it
has noted.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

Say = Callable[[str], None]
LARGEST_LOG = 50 * 1024 * 1024
READY_SECONDS = 120.0
LONGEST_REASON = 300
"""Characters of a process's last line shown on the console."""
STEADY_SECONDS = 30.0
"""A process that has run this long starts again at once if it dies."""
LONGEST_PAUSE = 30.0


@dataclass(slots=True)
class Process:
    """One process of the arena."""

    name: str
    command: list[str]
    environment: Mapping[str, str]
    stop_seconds: float = 15.0
    child: subprocess.Popen[str] | None = None
    started_at: float = 0.0
    failures: int = 0
    retry_at: float = 0.0
    last_line: str = ""
    """What it printed last: why it ended, if it ended with an error."""
    _pump: threading.Thread | None = field(default=None, repr=False)

    def start(self, write: Callable[[str, str], None]) -> None:
        """Start it; *write* gets its name and each line it prints."""
        self.child = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=dict(self.environment),
            start_new_session=True,  # a separate group: Ctrl-C reaches the supervisor only, which stops processes in order
            text=True,
            errors="replace",
        )
        self.started_at = time.monotonic()
        self.last_line = ""
        assert self.child.stdout is not None
        self._pump = threading.Thread(target=self._read, args=(self.child.stdout, write), daemon=True)
        self._pump.start()

    @property
    def group(self) -> int:
        """Its process group."""
        assert self.child is not None
        return self.child.pid

    def died(self) -> int | None:
        """The exit code if it has ended without being asked."""
        return None if self.child is None else self.child.poll()

    def plan_restart(self) -> float:
        """Note a death; the pause before the next start, in seconds."""
        self._await_lines()
        steady = time.monotonic() - self.started_at > STEADY_SECONDS
        self.failures = 0 if steady else self.failures + 1
        pause = 0.0 if steady else min(LONGEST_PAUSE, 0.5 * 2 ** (self.failures - 1))
        self.retry_at = time.monotonic() + pause
        self.child = None
        return pause

    def ask_to_stop(self) -> None:
        """SIGTERM."""
        if self.child is not None and self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)

    def await_stop(self) -> bool:
        """Wait, then kill what is left of its group; whether it stopped in time."""
        if self.child is None:
            return True
        try:
            self.child.wait(self.stop_seconds)
            clean = True
        except subprocess.TimeoutExpired:
            clean = False
        kill_group(self.group)
        self.child.wait()
        self._await_lines()
        self.child = None
        return clean

    def _await_lines(self) -> None:
        if self._pump is not None:
            self._pump.join(2)

    def _read(self, stream: IO[str], write: Callable[[str, str], None]) -> None:
        for line in stream:
            self.last_line = line.strip() or self.last_line
            write(self.name, line.rstrip("\n"))
        stream.close()


def kill_group(group: int) -> None:
    """SIGKILL for a process and everything it started."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


def arena(*arguments: str) -> list[str]:
    """The command line of an arena command in this Python."""
    return [sys.executable, "-m", "arena.cli", *arguments]


class LogFile:
    """One log for all processes: data/logs/arena.log. When it gets large it becomes arena.log.1, and a new one is begun."""

    def __init__(self, folder: Path, *, echo: bool) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        self.path = folder / "arena.log"
        self._echo = echo
        self._full = False
        self._lock = threading.Lock()
        self._file: IO[str] = open(self.path, "a", encoding="utf-8", buffering=1)  # noqa: SIM115 (kept open)

    def write(self, process: str, line: str) -> None:
        """Write a line of a process. A full disk costs lines, never a process: one whose output is not read would stop."""
        with self._lock:
            try:
                self._keep(f"{process:10} {line}")
                self._full = False
            except OSError as error:
                if not self._full:
                    print(f"  logs are lost: {self.path}: {error.strerror}", flush=True)
                self._full = True
            if self._echo:
                print(f"{process:10} {line}", flush=True)

    def close(self) -> None:
        """Nothing is written any more."""
        self._file.close()

    def _keep(self, line: str) -> None:
        if self._file.tell() > LARGEST_LOG:
            self._file.close()
            self.path.replace(self.path.with_suffix(".log.1"))
            self._file = open(self.path, "a", encoding="utf-8", buffering=1)  # noqa: SIM115
        print(line, file=self._file)


class Supervisor:
    """Starts, watches and stops the processes."""

    def __init__(self, say: Say, log: LogFile) -> None:
        self._say = say
        self._log = log
        self._processes: list[Process] = []
        self._stopping = threading.Event()
        self._reaper = subprocess.Popen(
            [sys.executable, "-m", "arena.embedded.reaper"],
            stdin=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # a closed terminal is a stop like any other
            signal.signal(number, self._asked)

    def _asked(self, *_: object) -> None:
        self._stopping.set()

    @property
    def stopping(self) -> bool:
        """Whether a signal asked to stop."""
        return self._stopping.is_set()

    def start(self, process: Process) -> None:
        """Start one more process."""
        process.start(self._log.write)
        self._tell_reaper("add", process.group)
        if process not in self._processes:
            self._processes.append(process)
        self._say(f"  {process.name:18} started")

    def await_ready(self, process: Process, is_ready: Callable[[], bool], seconds: float = READY_SECONDS) -> None:
        """Watch until a process can be used, and say so."""
        begun = time.monotonic()
        self.watch(until=lambda: is_ready() or time.monotonic() - begun > seconds)
        if not self.stopping:
            took = (
                f"ready after {time.monotonic() - begun:.1f} s"
                if is_ready()
                else f"is not ready (see {self._log.path})"
            )
            self._say(f"  {process.name:18} {took}")

    def watch(self, until: Callable[[], bool] | None = None) -> None:
        """Keep everything alive until a signal asks to stop, or *until* is true."""
        while not self._stopping.wait(0.2):
            for process in self._processes:
                self._look_after(process)
            if until is not None and until():
                return

    def stop(self) -> None:
        """Stop the processes, last started first."""
        self._say("stopping …")
        for process in reversed(self._processes):
            process.ask_to_stop()
            group = process.child.pid if process.child is not None else None
            clean = process.await_stop()
            self._say(f"  {process.name:18} {'stopped' if clean else 'killed: it did not stop in time'}")
            if group is not None:
                self._tell_reaper("drop", group)
        assert self._reaper.stdin is not None
        self._reaper.stdin.close()
        self._reaper.wait(10)

    def _look_after(self, process: Process) -> None:
        if process.child is None:
            if time.monotonic() >= process.retry_at:
                self.start(process)
        elif (code := process.died()) is not None:
            kill_group(process.group)  # what it had started must not outlive it
            self._tell_reaper("drop", process.group)
            pause = process.plan_restart()
            why = f": {process.last_line[:LONGEST_REASON]}" if process.last_line else ""
            self._say(f"  {process.name:18} ended with code {code}{why}")
            self._say(f"  {'':18} starts again in {pause:g} s (see {self._log.path})")

    def _tell_reaper(self, word: str, group: int) -> None:
        assert self._reaper.stdin is not None
        self._reaper.stdin.write(f"{word} {group}\n")
        self._reaper.stdin.flush()
