"""One program in a sandbox: start it, read the end of its stderr, and stop it."""

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Self

from arena.errors import Invalid
from arena.sandbox import bubblewrap, cgroups, gvisor, roots, seccomp
from arena.sandbox.cgroups import Used
from arena.sandbox.exit_reasons import exit_reason
from arena.sandbox.held import Held
from arena.sandbox.limits import MEGABYTE, USUAL, Limits
from arena.sandbox.watching import Meter, Watch
from arena.text import visible

WAYS = (bubblewrap.NAME, gvisor.NAME)
FIRST_UID, UIDS = 200_000, 1 << 30
"""User ids for programs that root starts: each gets one at random, which nothing else on the machine has."""
STOP_SECONDS = 5.0
STDERR_PACE = 4 * MEGABYTE
"""Bytes of stderr that are taken in a second."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended."""

    code: int
    reason: str
    """A sentence for its author."""
    used: Used
    wall_seconds: float
    stderr: str
    dropped_bytes: int
    """Of stderr, before what is kept."""


class Program:
    """A program that runs. Close it, or use it in a `with`."""

    def __init__(
        self,
        folder: Path,
        words: Sequence[str],
        *,
        way: str = bubblewrap.NAME,
        limits: Limits = USUAL,
        gateway: Path | None = None,
        environment: Mapping[str, str] | None = None,
        stdout: int | IO[Any] | None = subprocess.DEVNULL,
        stdin: int | IO[Any] | None = subprocess.DEVNULL,
    ) -> None:
        """Start *words* in a sandbox whose /bot is *folder*. *gateway* is a folder with the gateway's socket."""
        if way not in WAYS:
            raise Invalid(f"there is no sandbox {way!r}; there are: {', '.join(WAYS)}")
        self.limits, self.way = limits, way
        self._asked = ""
        self._watch: Watch | None = None
        self._meter: Meter | None = None
        self._inside = -1
        """Handle of bubblewrap's process in the sandbox."""
        self._tail, self._dropped = bytearray(), 0
        self._name = f"bot-{secrets.token_hex(8)}"
        version, _ = cgroups.find()
        self._group = cgroups.Group(version, self._name, limits) if version is not None else None
        self._work = Path(tempfile.mkdtemp(prefix="arena-box-")) if way == gvisor.NAME else None
        given = environment if environment is not None else roots.environment(memory_bytes=limits.memory_bytes)
        self._began = time.monotonic()
        shown = roots.binds(folder, gateway)
        files = {"stdin": stdin, "stdout": stdout, "stderr": subprocess.PIPE}
        try:
            if self._work is None:
                self.process = self._bubblewrap(words, shown, given, files)
            else:
                self.process = self._runsc(words, shown, given, files)
        except BaseException:
            self._remove()
            raise
        self._watch = None if self._group is not None else Watch(self.process.pid, limits, self.stop)
        self._meter = Meter(self.used, limits, self.stop) if way == gvisor.NAME else None
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _bubblewrap(
        self, words: Sequence[str], shown: Sequence[roots.Bind], given: Mapping[str, str], files: Mapping[str, Any]
    ) -> subprocess.Popen[bytes]:
        with closing(Held()) as held, seccomp.as_file(counted=self._group is not None) as rules:
            uid, number = FIRST_UID + secrets.randbelow(UIDS), rules.fileno()
            command = bubblewrap.command(words, shown, self.limits, uid=uid, filter_fd=number, held=held.words)
            passed = (number, *held.passed)
            process = subprocess.Popen(command, **files, env=dict(given), pass_fds=passed, start_new_session=True)
            try:
                self._inside = held.release(self._group, self.limits)
            except BaseException:
                process.kill()
                process.wait()
                raise
            return process

    def _runsc(
        self, words: Sequence[str], shown: Sequence[roots.Bind], given: Mapping[str, str], files: Mapping[str, Any]
    ) -> subprocess.Popen[bytes]:
        assert self._work is not None
        uid = FIRST_UID + secrets.randbelow(UIDS)
        command = gvisor.command(words, shown, given, self.limits, uid=uid, work=self._work, name=self._name)
        entered = command if self._group is None else self._group.command(command)
        environment = {"PATH": os.environ.get("PATH", os.defpath)}
        return subprocess.Popen(entered, **files, env=environment, start_new_session=True)

    def _read(self) -> None:
        """Take all of stderr, so that nobody waits, and keep its end."""
        assert self.process.stderr is not None
        most = self.limits.stderr_bytes
        while piece := self.process.stderr.read1(65536):  # type: ignore[attr-defined]
            self._tail += piece
            time.sleep(
                len(piece) / STDERR_PACE
            )  # one that writes without end waits, instead of keeping the runner busy
            if len(self._tail) > most:
                self._dropped += len(self._tail) - most
                del self._tail[:-most]

    @property
    def stderr(self) -> str:
        """The end of what it has written to stderr so far, as far as it can be shown."""
        text = bytes(self._tail).decode("utf-8", "replace")
        return "\n".join(visible(line) for line in text.splitlines())

    def used(self) -> Used:
        """What it has used so far."""
        if self._group is not None:
            return self._group.used()
        assert self._watch is not None
        return self._watch.used()

    def stop(self, reason: str) -> None:
        """Kill it and everything it started. *reason* is what its author reads."""
        self._asked = self._asked or reason
        self.process.kill()  # its death ends the pid namespace, and with it all its processes
        if self._inside >= 0:
            with suppress(OSError):
                signal.pidfd_send_signal(self._inside, signal.SIGKILL)

    def wait(self, seconds: float | None = None) -> Ended:
        """Wait for its end. After *seconds* it is stopped."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.stop(f"stopped after {seconds:g} s")
            self.process.wait()
        used = self.used()
        wall = time.monotonic() - self._began
        self._remove()
        self._reader.join(STOP_SECONDS)
        code = self.process.returncode
        return Ended(code, self._asked or exit_reason(code, used, self.limits), used, wall, self.stderr, self._dropped)

    def _remove(self) -> None:
        if self._meter is not None:
            self._meter.close()
        if self._watch is not None:
            self._watch.close()
        if self._group is not None:
            self._group.close()
        inside, self._inside = self._inside, -1
        if inside >= 0:
            os.close(inside)
        if self._work is not None:
            gvisor.remove(self._work, self._name)
            shutil.rmtree(self._work, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop("stopped")
        self.wait()
        if self.process.stderr is not None and not self._reader.is_alive():  # else it would wait for what it reads
            self.process.stderr.close()
