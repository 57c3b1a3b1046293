"""One bot that a runner has taken: its files, its sandbox, its token; restarted with growing pauses when it ends."""

import logging
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from arena.archives.reading import unpack
from arena.db.database import Database
from arena.errors import ArenaError
from arena.runner.ledger import Ledger
from arena.runner.relay import Relay
from arena.sandbox import roots
from arena.sandbox.cgroups import Used
from arena.sandbox.exit_reasons import NORMALLY, STAYS
from arena.sandbox.limits import USUAL
from arena.sandbox.program import Program
from arena.submissions import runs
from arena.submissions.runs import Figures, Started, Wanted

log = logging.getLogger(__name__)

PREFIX = "arena-bot-"
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0
STEADY_SECONDS = 60.0
"""A program that ran this long starts again at once."""
REPORT_SECONDS = 5.0
"""How often figures and stderr are written down, and the token is renewed."""


def remove_left_over() -> None:
    """Delete the folders of runners that were killed, and end what still runs in them: bubblewrap dies with its runner, but not in its first moments."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        owner = folder.name.removeprefix(PREFIX).partition("-")[0]
        if owner.isdigit() and not Path(f"/proc/{owner}").exists():
            _end_programs(folder)
            shutil.rmtree(folder, ignore_errors=True)


def _end_programs(folder: Path) -> None:
    files = bytes(folder / "files")
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = line.read_bytes().split(b"\0")
            if words[0].endswith(b"bwrap") and files in words:
                os.kill(int(line.parent.name), signal.SIGKILL)


class HostedBot:
    """A bot in this runner."""

    def __init__(self, database: Database, relay: Relay, runner: str, sandbox: str, wanted: Wanted) -> None:
        self.wanted, self.taken_at = wanted, time.monotonic()
        self._database, self._relay, self._runner, self._sandbox = database, relay, runner, sandbox
        self._folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
        self._program: Program | None = None
        self._started: Started | None = None
        self._ledger = Ledger(0.0)
        self._failures, self._start_at, self._report_at, self._began = 0, 0.0, 0.0, 0.0
        self.idle_since: float | None = None
        """Since when nothing has been wanted of it."""
        self._unpack()

    def _unpack(self) -> None:
        with self._database.read() as session:
            data = runs.content(session, self.wanted.submission_id)
        files, gateway = self._folder / "files", self._folder / "gateway"
        for folder in (files, gateway):
            folder.mkdir(mode=0o755)
            folder.chmod(0o755)
        unpack(data, files)
        self._relay.open(gateway, self.wanted.bot_id)

    def tick(self) -> None:
        """Start it if it does not run and its pause is over; note how it ended; report."""
        now = time.monotonic()
        if self._program is None:
            if now >= self._start_at:
                self._start()
        elif self._program.process.poll() is not None:
            self._ended()
        elif now >= self._report_at:
            self._report_at = now + REPORT_SECONDS
            self._report()

    def _start(self) -> None:
        with self._database.write() as session:
            self._started = runs.begin(session, self.wanted, self._runner)
        wanted = self.wanted
        words = roots.command(wanted.command, wanted.protocol, wanted.games, wanted.version)
        given = roots.environment(self._started.token, memory_bytes=USUAL.memory_bytes)
        self._began = time.monotonic()
        self._ledger = Ledger(self._began)
        self._report_at = self._began + REPORT_SECONDS
        try:
            self._program = Program(
                self._folder / "files", words, way=self._sandbox, gateway=self._folder / "gateway", environment=given
            )
            log.info("%s %s runs", wanted.bot, wanted.version)
        except (ArenaError, OSError) as error:
            self._note_end(f"the sandbox could not be started: {error}", Figures())
            raise

    def read(self, now: float, playing: Collection[str]) -> tuple[str, float] | None:
        """Note what it has used, in these matches; the run and its processor time in seconds. From another thread; None: it does not run."""
        program, started, ledger = self._program, self._started, self._ledger
        if program is None or started is None or program.process.poll() is not None:
            return None
        used = program.used()
        ledger.note(now, used, playing)
        return str(started.run_id), used.processor_ms / 1000

    def _figures(self, used: Used, stderr: str) -> Figures:
        ledger = self._ledger
        return Figures(used.peak_memory_bytes, used.processor_ms, stderr, list(ledger.points), ledger.match_rows())

    def _report(self) -> None:
        assert self._program is not None
        assert self._started is not None
        figures = self._figures(self._program.used(), self._program.stderr)
        with self._database.write() as session:
            runs.report(session, self._started, figures)

    def _ended(self) -> None:
        assert self._program is not None
        ended = self._program.wait()
        with self._program:
            pass
        self._program = None
        reason = f"ended by itself: {STAYS}" if ended.code == 0 and ended.reason == NORMALLY else ended.reason
        self._note_end(reason, self._figures(ended.used, ended.stderr))
        steady = time.monotonic() - self._began > STEADY_SECONDS
        self._failures = 0 if steady else self._failures + 1
        pause = 0.0 if steady else min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (self._failures - 1))
        self._start_at = time.monotonic() + pause
        log.info("%s %s %s; again in %.0f s", self.wanted.bot, self.wanted.version, reason, pause)

    def _note_end(self, reason: str, figures: Figures) -> None:
        if self._started is not None:
            with self._database.write() as session:
                runs.end(session, self._started, reason, figures)
            self._started = None

    def close(self, reason: str) -> None:
        """Stop it for good."""
        if self._program is not None:
            if self._program.process.poll() is None:
                self._program.stop(reason)
            self._ended()
        self._relay.shut(self._folder / "gateway")
        shutil.rmtree(self._folder, ignore_errors=True)
