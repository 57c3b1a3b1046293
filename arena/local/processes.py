"""Bots as child processes: started with endpoint and token in their environment, their output kept in files."""

import asyncio
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from arena.bridge.bot import SILENT_PROGRAM
from arena.errors import Invalid

MOST_RESTARTS = 3
"""How many times a bot that ends is started again. Its clock runs meanwhile."""
GIVE_UP_SECONDS = 20
"""How long a bot keeps dialling without its arena before it ends."""
TAIL_LINES = 12
PASSED = frozenset(
    [
        "PATH",
        "HOME",
        "USER",
        "LOGNAME",
        "SHELL",
        "TERM",
        "LANG",
        "LANGUAGE",
        "TZ",
        "TMPDIR",
        "TEMP",
        "TMP",
        "PWD",
        "VIRTUAL_ENV",
        "CONDA_PREFIX",
        "NODE_PATH",
        "JAVA_HOME",
        "GOPATH",
        "GOROOT",
        "CARGO_HOME",
        "RUSTUP_HOME",
        "DOTNET_ROOT",
        "LD_LIBRARY_PATH",
        "SYSTEMROOT",
        "SYSTEMDRIVE",
        "COMSPEC",
        "PATHEXT",
        "APPDATA",
        "LOCALAPPDATA",
        "USERPROFILE",
        "PROGRAMFILES",
        "ARENA_LOG",
        "CI",
    ]
)
PASSED_PREFIXES = ("LC_", "PYTHON", "DYLD_", "XDG_", "OMP_", "CUDA_", "COVERAGE_")
"""The environment variables a bot gets: what programs need to run, and nothing that may be secret. `--pass NAME` adds more."""


class BotFailed(Invalid):
    """A bot's program cannot be started, or keeps ending; the sentence shows its last output."""


class BotProcess:
    """One bot's program."""

    def __init__(
        self,
        bot_id: str,
        command: str,
        token: str,
        logs: Path,
        most_restarts: int = MOST_RESTARTS,
        passed: Collection[str] = (),
    ) -> None:
        self.bot_id = bot_id
        self.passed = passed
        self.most_restarts = most_restarts
        self.command = command
        self.token = token
        self.stderr_path = logs / f"{bot_id}.stderr"
        self.stdout_path = logs / f"{bot_id}.stdout"
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Raises BotFailed once the bot has ended more than *most_restarts* times."""
        self.restarts = 0
        self.process: asyncio.subprocess.Process | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._stopping = False
        self._address = ""

    async def start(self, address: str) -> None:
        """Start the program, and start it again when it ends."""
        self._address = address
        await self._spawn()
        self._watcher = asyncio.get_running_loop().create_task(self._watch())

    async def stop(self, grace_seconds: float = 3.0) -> None:
        """Ask it to end; after *grace_seconds*, kill it."""
        self._stopping = True
        if self._watcher is not None:
            self._watcher.cancel()
        process = self.process
        if process is not None and process.returncode is None:
            self._signal(signal.SIGTERM)
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), grace_seconds)
        if process is not None:
            self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))  # children that it left behind too
            await process.wait()
        if self.failed.done() and not self.failed.cancelled():
            self.failed.exception()  # retrieved, so that asyncio does not log it
        self.failed.cancel()

    def kill(self) -> None:
        """Kill it, as a crash would."""
        self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))

    def last_lines(self) -> str:
        """The last lines of its stderr."""
        try:
            text = self.stderr_path.read_text("utf-8", errors="replace")
        except OSError:
            return ""
        return "\n".join(text.splitlines()[-TAIL_LINES:])

    async def _spawn(self) -> None:
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise BotFailed(f"{self.command!r} is not a command: {error}") from None
        program = _program_path(words, self.command)
        environment = {
            **environment_of_bots(self.passed),
            "ARENA_ENDPOINT": self._address,
            "ARENA_TOKEN": self.token,
            "ARENA_GIVE_UP_SECONDS": str(GIVE_UP_SECONDS),
        }
        with self.stdout_path.open("ab") as out, self.stderr_path.open("ab") as err:
            try:
                self.process = await asyncio.create_subprocess_exec(
                    program,
                    *words[1:],
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=out,
                    stderr=err,
                    env=environment,
                    start_new_session=True,  # Ctrl-C must reach only us; we stop the bots
                )
            except OSError as error:
                raise BotFailed(f"cannot start {self.command!r}: {error.strerror or error}") from None

    async def _watch(self) -> None:
        while True:
            assert self.process is not None
            code = await self.process.wait()
            if self._stopping:
                return
            if self.restarts == self.most_restarts or code == SILENT_PROGRAM:
                output = self.last_lines()
                detail = (
                    f"; its last lines:\n{output}" if output else f" and wrote nothing to stderr ({self.stderr_path})"
                )
                times = f"ended {self.restarts + 1} times, at last" if self.restarts else "ended"
                sentence = f"{self.command!r} {times} with exit code {code}{detail}"
                if not self.failed.done():
                    self.failed.set_exception(BotFailed(sentence))
                return
            self.restarts += 1
            await self._spawn()

    def _signal(self, number: int) -> None:
        if self.process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, number)
            else:
                self.process.terminate()


def environment_of_bots(passed: Collection[str] = ()) -> dict[str, str]:
    """The part of our environment that a bot may see; *passed* adds names."""
    return {
        name: value
        for name, value in os.environ.items()
        if name.upper() in PASSED or name.upper().startswith(PASSED_PREFIXES) or name in passed
    }


def _program_path(words: list[str], command: str) -> str:
    """The path of a command's program; `python` and `arena` are the ones that run this."""
    if not words:
        raise BotFailed(f"{command!r} is not a command")
    if words[0] in ("python", "python3"):
        return sys.executable
    beside = Path(sys.executable).with_name("arena")
    if words[0] == "arena" and beside.exists():
        return str(beside)
    path = shutil.which(words[0])
    if path is None:
        raise BotFailed(f"cannot start {command!r}: there is no program {words[0]!r}")
    return path
