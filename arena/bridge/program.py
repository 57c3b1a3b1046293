"""A program that answers lines with lines."""

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

LONGEST_LINE = 8192
"""Bytes of an answer that are read: a note of 1 KB in JSON can take six times as many."""
HINT_SECONDS = 3.0
"""Silence after which the usual reason for it is printed."""
LOOK_SECONDS = 0.25
"""How often a wait checks whether the answer is still wanted."""
HINT = (
    "bridge: the program has printed nothing for 3 s. If it has answered, the answer is in a buffer: flush after every line "
    "(python -u or print(…, flush=True); fflush in C; stdbuf -oL PROGRAM). If it waits for more input, it reads in blocks: "
    "mawk needs -W interactive"
)
CLOSE_SECONDS = 2.0
"""Seconds for a program to notice that its input has ended."""


class Program:
    """A running program. What it prints is read as it comes, so that nothing hides in a buffer."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        group = 0 if _at_a_terminal() else None
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0, process_group=group)
        self._printed = b""
        self._was_hinted = False
        self.has_answered = False
        """Whether it ever printed a line."""

    def unasked(self) -> str:
        """What it has printed though nothing was asked; empty if nothing."""
        assert self._process.stdout is not None
        if os.name == "posix" and select.select([self._process.stdout], [], [], 0)[0]:
            self._read()
        return self._printed[:LONGEST_LINE].decode(errors="replace").strip() or ("\n" if self._printed else "")

    def answer(self, question: str, is_late: Callable[[], bool] = lambda: False) -> str | None:
        """Send it a line, and return the line it prints. Empty: it has ended. None: *is_late* came first."""
        assert self._process.stdin is not None
        try:
            _write(self._process.stdin.fileno(), question.encode() + b"\n")
        except OSError:
            return ""
        asked = time.monotonic()
        while b"\n" not in self._printed and len(self._printed) < LONGEST_LINE:
            if not self._is_readable():
                if is_late():
                    return None
                self._hint(time.monotonic() - asked)
            elif not self._read():
                break
        line, end, self._printed = self._printed.partition(b"\n")
        self.has_answered = self.has_answered or bool(end)
        return (line[:LONGEST_LINE] + end).decode(errors="replace")

    def _is_readable(self) -> bool:
        """Whether there is something to read, now or within LOOK_SECONDS. On Windows always True: there a read waits."""
        assert self._process.stdout is not None
        return os.name != "posix" or bool(select.select([self._process.stdout], [], [], LOOK_SECONDS)[0])

    def _hint(self, silent: float) -> None:
        if silent > HINT_SECONDS and not self.has_answered and not self._was_hinted:
            self._was_hinted = True
            print(HINT, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Close its input; if it does not end then, kill it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(CLOSE_SECONDS)
        self.kill()

    def kill(self) -> int:
        """End it if it still runs. Returns its exit code."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        return self._process.wait()

    def _read(self) -> bool:
        """Read what it has printed; False once it has closed its output."""
        assert self._process.stdout is not None
        chunk = os.read(self._process.stdout.fileno(), 4096)
        self._printed += chunk
        return bool(chunk)


def _write(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]


def _at_a_terminal() -> bool:
    """Whether Ctrl-C would reach the program too. Only the bridge should get it, to finish what is running."""
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY))
    except OSError:
        return False
    return True
