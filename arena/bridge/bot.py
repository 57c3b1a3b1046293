"""A bot that asks another program: one JSON line to its standard input, one answer from its standard output."""

import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from arena.errors import Invalid, Unavailable
from arena.sdk import Bot, Decision
from arena.wording import seat_name

MOST_SILENT = 2
"""The bridge stops after this many matches in which the program did not even answer the first decision."""
SILENT_PROGRAM = 3
"""The exit code then: starting it again would not help."""


class NotAnAnswer(Invalid):
    """The program printed something else than an answer; the sentence says what it should be."""


class ProgramFailed(Unavailable):
    """The program ended, was late, or printed something that is not an answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the program chose, with an optional private note and value estimate."""

    index: int
    note: str = ""
    value: float | None = None


def parse_answer(line: str) -> Answer:
    """The answer in a line: an index, or a JSON object with the index, a note and a value."""
    text = line.strip()
    if text.startswith("{"):
        return _parse_object(text)
    try:
        return Answer(int(text))
    except ValueError:
        raise NotAnAnswer(f"the program printed {text!r}, which is not an index") from None


def _parse_object(text: str) -> Answer:
    try:
        fields: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotAnAnswer(f"the program printed {text[:200]!r}, which is not a JSON object: {error}") from None
    if unknown := sorted(fields.keys() - {"index", "note", "value"}):
        raise NotAnAnswer(f"the program printed {unknown[0]!r} in its object; there are index, note and value")
    index, note, value = fields.get("index"), fields.get("note") or "", fields.get("value")
    if not isinstance(index, int) or isinstance(index, bool):
        raise NotAnAnswer(f"the program printed an object whose index is {index!r}, which is not an index")
    if not isinstance(note, str):
        raise NotAnAnswer(f"the program printed an object whose note is {note!r}, which is not a text")
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise NotAnAnswer(f"the program printed an object whose value is {value!r}, which is not a number")
    return Answer(index, note, None if value is None else float(value))


class BridgeBot(Bot):
    """Keeps the program running from decision to decision. Restarts it when it has ended, and when it is out of step: after one line
    too many, or one too late, every later answer would be taken for another decision's.
    """

    def __init__(self, command: Sequence[str], games: Sequence[str] = (), version: str = "") -> None:
        self.games, self.version = games, version
        self._command = list(command)
        self._program = Program(self._command)
        self._asking = threading.Lock()
        """A match that was broken off while the program thought may still wait for its line when the next match asks."""
        self._silent = 0
        """Matches in a row that ran out of time at their first decision."""

    def choose(self, decision: Decision) -> int:
        """What the program prints."""
        try:
            with self._asking:
                return self._ask(decision)
        except ProgramFailed as error:
            place = f"match {decision.match_id}, decision {decision.number} of {seat_name(decision.seat)}"
            print(f"bridge: {place}: {error}", file=sys.stderr, flush=True)
            raise

    def close(self) -> None:
        """End the program."""
        self._program.close()

    def _ask(self, decision: Decision) -> int:
        if self._silent >= MOST_SILENT:  # a match that began while the bridge stops: its noise would hide the reason
            raise SystemExit(SILENT_PROGRAM)
        question = json.dumps({"choices": len(decision.texts), **decision.to_dict()}, separators=(",", ":"))
        if unasked := self._program.unasked():
            self._restart()
            raise ProgramFailed(f"the program printed {unasked!r} unasked: one answer a decision, remarks to stderr")
        line = self._program.answer(question, lambda: decision.expired)
        if line == "":
            line = self._ask_restarted(question, decision)
        if line is None:
            self._too_late(decision)
            raise ProgramFailed("the program did not answer in time")
        self._silent = 0
        try:
            answer = parse_answer(line)
        except NotAnAnswer as error:
            self._restart()
            raise ProgramFailed(str(error)) from None
        decision.note, decision.value = answer.note, answer.value
        return answer.index

    def _ask_restarted(self, question: str, decision: Decision) -> str | None:
        """The program had ended: ask it again after a restart."""
        code = self._restart()
        line = self._program.answer(question, lambda: decision.expired)
        if line == "":
            raise ProgramFailed(f"{self._command[0]} ended (exit code {code}) instead of printing an index")
        return line

    def _too_late(self, decision: Decision) -> None:
        """Nobody waits for this answer. If the program prints it after all, it must not count for the next decision."""
        self._restart()
        self._silent += decision.number == 0
        if self._silent >= MOST_SILENT:
            problem = f"the program did not answer the first decision of {self._silent} matches"
            print(f"bridge: {problem}; stopping. Does it flush what it prints?", file=sys.stderr, flush=True)
            raise SystemExit(SILENT_PROGRAM)

    def _restart(self) -> int:
        """Returns the exit code of the program that ran before."""
        code = self._program.kill()
        self._program = Program(self._command)
        return code


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
