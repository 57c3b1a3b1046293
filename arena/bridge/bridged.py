"""A bot that asks another program: one JSON line to its standard input, one index from its standard output."""

import json
from collections.abc import Sequence

from arena.bridge.program import Program
from arena.sdk import Bot, Decision


class ProgramFailed(RuntimeError):
    """The program ended, or printed something that is no index."""


class Bridged(Bot):
    """Keeps the program running from decision to decision. It is started anew when it ended, and when it fell out of step: one line
    too many, and every later answer would be taken for another decision's.
    """

    def __init__(self, command: Sequence[str], games: Sequence[str] = (), version: str = "") -> None:
        self.games, self.version = games, version
        self._command = list(command)
        self._program = Program(self._command)

    def choose(self, decision: Decision) -> int:
        """What the program prints."""
        question = json.dumps({"choices": len(decision.texts), **decision.to_dict()}, separators=(",", ":"))
        if unasked := self._program.unasked():
            self._start_anew()
            raise ProgramFailed(f"the program printed {unasked!r} unasked: one index a decision, remarks to stderr")
        answer = self._program.answer(question) or self._second_answer(question)
        try:
            return int(answer)
        except ValueError:
            self._start_anew()
            raise ProgramFailed(f"the program printed {answer.strip()!r}, which is no index") from None

    def close(self) -> None:
        """End the program."""
        self._program.close()

    def _second_answer(self, question: str) -> str:
        """Of the program started anew: it had ended."""
        code = self._start_anew()
        answer = self._program.answer(question)
        if not answer:
            raise ProgramFailed(f"{self._command[0]} ended (exit code {code}) instead of printing an index")
        return answer

    def _start_anew(self) -> int:
        """The exit code of the program that was."""
        code = self._program.kill()
        self._program = Program(self._command)
        return code
