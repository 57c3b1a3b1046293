"""A program that is asked in lines."""

import os
import select
import subprocess
from collections.abc import Sequence
from contextlib import suppress

LONGEST_LINE = 1024
"""Bytes of an answer that are looked at."""
PATIENCE = 2.0
"""Seconds for a program to notice that its input has ended."""


class Program:
    """A running program. What it prints is read as it comes, so that nothing hides in a buffer."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        group = 0 if _at_a_terminal() else None
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0, process_group=group)
        self._printed = b""

    def unasked(self) -> str:
        """What it has printed though nothing was asked; empty if it keeps to its turn."""
        assert self._process.stdout is not None
        if os.name == "posix" and select.select([self._process.stdout], [], [], 0)[0]:
            self._read()
        return self._printed[:LONGEST_LINE].decode(errors="replace").strip() or ("\n" if self._printed else "")

    def answer(self, question: str) -> str:
        """The line it prints for a line it gets; empty if it ended."""
        assert self._process.stdin is not None
        try:
            _write(self._process.stdin.fileno(), question.encode() + b"\n")
        except OSError:
            return ""
        while b"\n" not in self._printed and len(self._printed) < LONGEST_LINE and self._read():
            pass
        line, end, self._printed = self._printed.partition(b"\n")
        return (line[:LONGEST_LINE] + end).decode(errors="replace")

    def close(self) -> None:
        """Its input ends; if it does not notice, it is killed."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        self.kill()

    def kill(self) -> int:
        """End it, if it has not ended; its exit code."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        return self._process.wait()

    def _read(self) -> bool:
        """Take in what it has printed; False once it has closed its output."""
        assert self._process.stdout is not None
        chunk = os.read(self._process.stdout.fileno(), 4096)
        self._printed += chunk
        return bool(chunk)


def _write(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]


def _at_a_terminal() -> bool:
    """Whether a Ctrl-C there would reach the program too. It is meant for the bridge alone, which finishes what is running."""
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY))
    except OSError:
        return False
    return True
