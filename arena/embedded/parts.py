"""One process of the arena: started, watched, restarted with growing pauses, stopped."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import IO

STEADY_SECONDS = 30.0
"""A part that has run so long starts again at once if it dies."""
LONGEST_PAUSE = 30.0


@dataclass(slots=True)
class Part:
    """A part of the arena."""

    name: str
    command: list[str]
    environment: Mapping[str, str]
    stop_seconds: float = 15.0
    process: subprocess.Popen[str] | None = None
    started_at: float = 0.0
    failures: int = 0
    retry_at: float = 0.0
    last_line: str = ""
    """What it printed last: why it ended, if it ended with an error."""
    _pump: threading.Thread | None = field(default=None, repr=False)

    def start(self, write: Callable[[str, str], None]) -> None:
        """Start the process; *write* gets the part's name and each line it prints."""
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=dict(self.environment),
            start_new_session=True,  # a group of its own: Ctrl-C reaches the supervisor only, which stops parts in order
            text=True,
            errors="replace",
        )
        self.started_at = time.monotonic()
        self.last_line = ""
        assert self.process.stdout is not None
        self._pump = threading.Thread(target=self._read, args=(self.process.stdout, write), daemon=True)
        self._pump.start()

    @property
    def group(self) -> int:
        """Its process group."""
        assert self.process is not None
        return self.process.pid

    def died(self) -> int | None:
        """The exit code if it has ended by itself."""
        return None if self.process is None else self.process.poll()

    def plan_restart(self) -> float:
        """Note a death; the pause before the next start, in seconds."""
        self._await_lines()
        steady = time.monotonic() - self.started_at > STEADY_SECONDS
        self.failures = 0 if steady else self.failures + 1
        pause = 0.0 if steady else min(LONGEST_PAUSE, 0.5 * 2 ** (self.failures - 1))
        self.retry_at = time.monotonic() + pause
        self.process = None
        return pause

    def ask_to_stop(self) -> None:
        """SIGTERM."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)

    def await_stop(self) -> bool:
        """Wait, then kill what is left of its group; whether it stopped by itself."""
        if self.process is None:
            return True
        try:
            self.process.wait(self.stop_seconds)
            clean = True
        except subprocess.TimeoutExpired:
            clean = False
        kill_group(self.group)
        self.process.wait()
        self._await_lines()
        self.process = None
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
