"""The supervisor: starts the parts in order, keeps them alive, tells how they do, stops them in reverse.

No process stays behind: parts are stopped in order on Ctrl-C and SIGTERM; if the supervisor itself is killed, the reaper kills
every group it was told of.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from arena.embedded.parts import Part, kill_group

Say = Callable[[str], None]
LARGEST_LOG = 50 * 1024 * 1024
READY_SECONDS = 120.0
LONGEST_REASON = 300
"""Characters of a part's last line shown on the console."""


class LogFile:
    """One stream for all parts: data/logs/arena.log, begun anew (keeping one older file) when it gets large."""

    def __init__(self, folder: Path, *, echo: bool) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        self.path = folder / "arena.log"
        self._echo = echo
        self._full = False
        self._lock = threading.Lock()
        self._file: IO[str] = open(self.path, "a", encoding="utf-8", buffering=1)  # noqa: SIM115 (kept open)

    def write(self, part: str, line: str) -> None:
        """A line of a part. A full disk costs lines, never a part: one that nobody reads would stop at its next line."""
        with self._lock:
            try:
                self._keep(f"{part:10} {line}")
                self._full = False
            except OSError as wrong:
                if not self._full:
                    print(f"  logs are lost: {self.path}: {wrong.strerror}", flush=True)
                self._full = True
            if self._echo:
                print(f"{part:10} {line}", flush=True)

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
    """The parent of all parts."""

    def __init__(self, say: Say, log: LogFile) -> None:
        self._say = say
        self._log = log
        self._parts: list[Part] = []
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

    def start(self, part: Part) -> None:
        """Start one more part."""
        part.start(self._log.write)
        self._tell_reaper("add", part.group)
        if part not in self._parts:
            self._parts.append(part)
        self._say(f"  {part.name:18} started")

    def await_ready(self, part: Part, is_ready: Callable[[], bool], seconds: float = READY_SECONDS) -> None:
        """Watch until a part can be used, and tell."""
        begun = time.monotonic()
        self.watch(until=lambda: is_ready() or time.monotonic() - begun > seconds)
        if not self.stopping:
            took = (
                f"ready after {time.monotonic() - begun:.1f} s"
                if is_ready()
                else f"is not ready (see {self._log.path})"
            )
            self._say(f"  {part.name:18} {took}")

    def watch(self, until: Callable[[], bool] | None = None) -> None:
        """Keep everything alive until a signal asks to stop, or *until* is true."""
        while not self._stopping.wait(0.2):
            for part in self._parts:
                self._look_after(part)
            if until is not None and until():
                return

    def stop(self) -> None:
        """Stop the parts, last started first."""
        self._say("stopping …")
        for part in reversed(self._parts):
            part.ask_to_stop()
            group = part.process.pid if part.process is not None else None
            clean = part.await_stop()
            self._say(f"  {part.name:18} {'stopped' if clean else 'killed: it did not stop in time'}")
            if group is not None:
                self._tell_reaper("drop", group)
        assert self._reaper.stdin is not None
        self._reaper.stdin.close()
        self._reaper.wait(10)

    def _look_after(self, part: Part) -> None:
        if part.process is None:
            if time.monotonic() >= part.retry_at:
                self.start(part)
        elif (code := part.died()) is not None:
            kill_group(part.group)  # what it had started must not outlive it
            self._tell_reaper("drop", part.group)
            pause = part.plan_restart()
            why = f": {part.last_line[:LONGEST_REASON]}" if part.last_line else ""
            self._say(f"  {part.name:18} ended with code {code}{why}")
            self._say(f"  {'':18} starts again in {pause:g} s (see {self._log.path})")

    def _tell_reaper(self, word: str, group: int) -> None:
        assert self._reaper.stdin is not None
        self._reaper.stdin.write(f"{word} {group}\n")
        self._reaper.stdin.flush()
