"""A bot that asks another program: one JSON line to its standard input, one answer from its standard output."""

import json
import sys
import threading
from collections.abc import Sequence

from arena.bridge.answers import NotAnAnswer, parsed
from arena.bridge.program import Program
from arena.sdk import Bot, Decision

MOST_SILENT = 2
"""After that many matches in which the program did not even answer the first decision, the bridge stops."""
SILENT_PROGRAM = 3
"""Exit code of a bridge that stops because of that: to start it again is no use."""


class ProgramFailed(RuntimeError):
    """The program ended, or printed something that is no index."""


class Bridged(Bot):
    """Keeps the program running from decision to decision. It is started anew when it ended, and when it fell out of step: one line
    too many, or one too late, and every later answer would be taken for another decision's.
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
                return self._chosen(decision)
        except ProgramFailed as wrong:
            place = f"match {decision.match_id}, decision {decision.number} of seat {decision.seat}"
            print(f"bridge: {place}: {wrong}", file=sys.stderr, flush=True)
            raise

    def close(self) -> None:
        """End the program."""
        self._program.close()

    def _chosen(self, decision: Decision) -> int:
        question = json.dumps({"choices": len(decision.texts), **decision.to_dict()}, separators=(",", ":"))
        if unasked := self._program.unasked():
            self._start_anew()
            raise ProgramFailed(f"the program printed {unasked!r} unasked: one answer a decision, remarks to stderr")
        line = self._program.answer(question, lambda: decision.expired)
        if line == "":
            line = self._second_answer(question, decision)
        if line is None:
            self._too_late(decision)
            raise ProgramFailed("the program did not answer in time")
        self._silent = 0
        try:
            answer = parsed(line)
        except NotAnAnswer as wrong:
            self._start_anew()
            raise ProgramFailed(str(wrong)) from None
        decision.note, decision.value = answer.note, answer.value
        return answer.index

    def _second_answer(self, question: str, decision: Decision) -> str | None:
        """Of the program started anew: it had ended."""
        code = self._start_anew()
        answer = self._program.answer(question, lambda: decision.expired)
        if answer == "":
            raise ProgramFailed(f"{self._command[0]} ended (exit code {code}) instead of printing an index")
        return answer

    def _too_late(self, decision: Decision) -> None:
        """Nobody waits for this answer. If the program prints it after all, it must not count for the next decision."""
        self._start_anew()
        self._silent += decision.number == 0
        if self._silent >= MOST_SILENT:
            times = f"the program did not answer the first decision of {self._silent} matches"
            print(f"bridge: {times}; stopping. Does it flush what it prints?", file=sys.stderr, flush=True)
            raise SystemExit(SILENT_PROGRAM)

    def _start_anew(self) -> int:
        """The exit code of the program that was."""
        code = self._program.kill()
        self._program = Program(self._command)
        return code
