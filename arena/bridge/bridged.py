"""A bot that asks another program: one JSON line to its standard input, one index from its standard output."""

import json
import subprocess
from collections.abc import Sequence
from contextlib import suppress

from arena.sdk import Bot, Decision

LONGEST_LINE = 1024


class ProgramFailed(RuntimeError):
    """The program ended, or printed something that is no index."""


class Bridged(Bot):
    """Runs the program as long as it lives, and starts it again when it ended."""

    def __init__(self, command: Sequence[str], games: Sequence[str] = (), version: str = "") -> None:
        self.games, self.version = games, version
        self._command = list(command)
        self._program = self._start()

    def choose(self, decision: Decision) -> int:
        """What the program prints."""
        question = json.dumps({"choices": len(decision.texts), **decision.to_dict()}, separators=(",", ":"))
        answer = self._ask(question) or self._ask_again(question)
        try:
            return int(answer)
        except ValueError:
            raise ProgramFailed(f"the program printed {answer[:80]!r}, which is no index") from None

    def close(self) -> None:
        """End the program: its input ends, and if it does not notice it is killed."""
        assert self._program.stdin is not None
        with suppress(OSError):
            self._program.stdin.close()
        try:
            self._program.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._program.kill()
        self._swept()

    def _swept(self) -> int:
        """The exit code of the program that ended; nothing of it stays open."""
        program = self._program
        for pipe in (program.stdin, program.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        return program.wait()

    def _start(self) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen(self._command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8", bufsize=1)

    def _ask(self, question: str) -> str:
        """The program's answer; empty if it ended."""
        program = self._program
        assert program.stdin is not None
        assert program.stdout is not None
        try:
            program.stdin.write(question + "\n")
            program.stdin.flush()
        except OSError:
            return ""
        return program.stdout.readline(LONGEST_LINE).strip()

    def _ask_again(self, question: str) -> str:
        """Start the program anew, and ask once more."""
        self._program.kill()
        code = self._swept()
        self._program = self._start()
        answer = self._ask(question)
        if not answer:
            raise ProgramFailed(f"{self._command[0]} ended (exit code {code}) instead of printing an index")
        return answer
