"""A bot that asks another program: one JSON line to its standard input, one answer from its standard output."""

import json
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.bridge.program import Program
from arena.errors import Invalid, Unavailable
from arena.sdk import Bot, Decision

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
            place = f"match {decision.match_id}, decision {decision.number} of seat {decision.seat}"
            print(f"bridge: {place}: {error}", file=sys.stderr, flush=True)
            raise

    def close(self) -> None:
        """End the program."""
        self._program.close()

    def _ask(self, decision: Decision) -> int:
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
