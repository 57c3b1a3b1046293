"""From an empty folder to a ranked bot, in each language, with a stopwatch: what a newcomer types, and how long it takes.

    python -m tests.bots.stopwatch                every kit whose toolchain is installed
    python -m tests.bots.stopwatch go rust        only these
    python -m tests.bots.stopwatch --cold         package managers begin with empty caches, as on a new machine

`arena up` runs before the watch starts, as it does in a classroom or a company. Every language then has its own watch: the `arena` command (installed once into
a virtual environment, its time counts for all), `arena kit new`, the build, a first match, an account and a bot from the operator, and the bot's start until the site shows it with a rated
set. Prints the commands and a table. The exit code is 1 if a bot was not ranked in time.
"""

import argparse
import json
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from arena.kits import Kit, kits
from tests.bots.stand_in import stand_in
from tests.services.servers import free_port

SOURCE = Path(__file__).parents[2]
MOST_SECONDS = 600
"""The promise: ten minutes from an empty folder to a rank."""
PATIENCE = 3 * MOST_SECONDS
"""How long a slow machine may take before the watch gives up."""


def environment(place: Path, model: str, *, cold: bool) -> dict[str, str]:
    """A newcomer's: no settings, the new virtual environment first, and with *cold* nothing in the caches of package managers."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    found = {**clean, "PATH": f"{place / 'venv' / 'bin'}{os.pathsep}{os.environ['PATH']}", "LLM_BASE_URL": model}
    if cold:
        names = ("CARGO_HOME", "GOMODCACHE", "GOCACHE", "npm_config_cache")
        found |= {name: str(place / "caches" / name) for name in names}
        found |= {"PIP_CACHE_DIR": str(place / "caches" / "pip")}
        found |= {"MAVEN_OPTS": f"-Dmaven.repo.local={place / 'caches' / 'maven'}", "GOFLAGS": "-modcacherw"}
    return found


def site_says(address: str) -> dict[str, object]:
    """An answer of the site's JSON API; empty if there is none yet."""
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            found: dict[str, object] = json.load(answer)
            return found
    except (urllib.error.URLError, OSError):
        return {}


def busy_seconds() -> float:
    """Processor time of all commands so far that are over."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Newcomer:
    """Types commands into a shell, in an arena that runs on this machine."""

    def __init__(self, place: Path, known: dict[str, str], web: int, grpc: int) -> None:
        self._place, self._known = place, known
        self._site, self._endpoint = f"http://127.0.0.1:{web}", f"127.0.0.1:{grpc}"
        self._install_seconds = self._install_busy = 0.0

    def type(self, command: str, folder: Path, known: dict[str, str] | None = None) -> str:
        """Run a command; what it printed. Raises CalledProcessError if it fails."""
        print(f"  $ {command}", flush=True)
        done = subprocess.run(
            ["sh", "-c", command], cwd=folder, env=known or self._known, capture_output=True, text=True, check=False
        )
        if done.returncode:
            print((done.stdout + done.stderr)[-3000:], flush=True)
        done.check_returncode()
        return done.stdout

    def install(self) -> None:
        """Install the `arena` command, as the guide says."""
        begun, busy = time.monotonic(), busy_seconds()
        self.type(f"{sys.executable} -m venv venv", self._place)
        self.type(f"pip install '{SOURCE}[wire]'", self._place)
        self._install_seconds, self._install_busy = time.monotonic() - begun, busy_seconds() - busy

    def ask_operator(self, command: str) -> str:
        """What the arena's operator types, whose `arena` has the server's parts."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        return self.type(command, self._place, {**self._known, "PATH": path})

    def timed(self, starter: Kit) -> "Lap":
        """Go from nothing to a rank."""
        busy = busy_seconds() - self._install_busy
        name, begun = f"my-{starter.language}-bot", time.monotonic() - self._install_seconds
        steps = {"install": self._install_seconds}

        def lap(step: str) -> None:
            steps[step] = time.monotonic() - begun - sum(steps.values())

        print(f"{starter.title}:", flush=True)
        self.type(f"arena kit new {starter.language} {name}", self._place)
        folder = self._place / name
        if starter.build:
            self.type(starter.build, folder)
        lap("build")
        self.type(f"arena local iki --bot {shlex.quote(starter.run)} --bot house:random --pass LLM_BASE_URL", folder)
        lap("first match")
        self.ask_operator(f"arena user create {starter.language}-author --data data")
        said = self.ask_operator(f"arena bot create {name} --owner {starter.language}-author --data data")
        lap("register")
        token = re.search(r"\bbot_\S+|\S{30,}", said)
        assert token is not None, said
        print(f"  $ ARENA_ENDPOINT={self._endpoint} ARENA_TOKEN=… {starter.run}", flush=True)
        known = {**self._known, "ARENA_ENDPOINT": self._endpoint, "ARENA_TOKEN": token[0]}
        with (self._place / f"{name}.log").open("w") as log:
            bot = subprocess.Popen(shlex.split(starter.run), cwd=folder, env=known, stdout=log, stderr=log)
        try:
            self._await_rank(name, bot)
        finally:
            bot.terminate()
            bot.wait(120)
        lap("ranked")
        print(f"  ranked after {sum(steps.values()):.0f} s", flush=True)
        return Lap(steps, busy_seconds() - busy, os.getloadavg()[1])

    def _await_rank(self, name: str, bot: "subprocess.Popen[bytes]") -> None:
        deadline = time.monotonic() + PATIENCE
        while not any(season["sets"] for season in site_says(f"{self._site}/api/v1/bots/{name}").get("seasons", ())):  # type: ignore[attr-defined]
            if bot.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"not ranked:\n{(self._place / f'{name}.log').read_text('utf-8')[-2000:]}")
            time.sleep(0.2)


@contextmanager
def running_arena(place: Path, known: dict[str, str]) -> Iterator[Newcomer]:
    """`arena up`, ready, and somebody new to it."""
    web, grpc = free_port(), free_port()
    command = [
        sys.executable,
        "-m",
        "arena.cli",
        "up",
        "--data",
        "data",
        "--web-port",
        str(web),
        "--grpc-port",
        str(grpc),
    ]
    with (place / "arena.log").open("w") as log:
        arena = subprocess.Popen(command, cwd=place, env=known, stdout=log, stderr=log)
    try:
        while not site_says(f"http://127.0.0.1:{web}/api/v1/games"):
            assert arena.poll() is None, (place / "arena.log").read_text("utf-8")
            time.sleep(0.2)
        newcomer = Newcomer(place, known, web, grpc)
        newcomer.install()
        yield newcomer
    finally:
        arena.terminate()
        arena.wait(120)


@dataclass(frozen=True)
class Lap:
    """How a language did."""

    steps: dict[str, float]
    """Seconds, by step."""
    busy: float
    """Seconds of processor time in all commands together, the arena not included: a busy machine hardly changes it."""
    load: float
    """How many processes wanted to run meanwhile, on average of the last five minutes: the time is only good evidence if these are few."""

    @property
    def seconds(self) -> float:
        """In all."""
        return sum(self.steps.values())


def show(rows: dict[str, Lap], *, cold: bool) -> None:
    """Print the table."""
    caches = "empty" if cold else "as they were"
    title = f"From an empty folder to a rank: {os.cpu_count()} cores, caches of package managers {caches}"
    steps = ("arena command", "new folder and build", "first match", "account and bot", "start to rank")
    table = Table("kit", *steps, "in all", "processor", "load", title=title)
    for language, lap in rows.items():
        cells = (f"{seconds:.0f} s" for seconds in (*lap.steps.values(), lap.seconds, lap.busy))
        table.add_row(language, *cells, f"{lap.load:.1f}")
    Console(width=120).print(table)


def main() -> int:
    """Time the kits that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="only these")
    parser.add_argument("--cold", action="store_true", help="with empty caches of package managers")
    given = parser.parse_args()
    rows: dict[str, Lap] = {}
    failed = False
    with tempfile.TemporaryDirectory(prefix="arena-newcomer-") as folder, stand_in() as model:
        place = Path(folder)
        known = environment(place, model, cold=given.cold)
        with running_arena(place, known) as newcomer:
            for starter in kits().values():
                if given.languages and starter.language not in given.languages:
                    continue
                if absent := starter.missing():
                    print(f"skipped: {starter.language}: not installed: {absent}. On Debian: {starter.install}")
                    continue
                try:
                    rows[starter.language] = newcomer.timed(starter)
                except (subprocess.CalledProcessError, AssertionError) as error:
                    print(f"{starter.language} FAILED: {error}", flush=True)
                    failed = True
    show(rows, cold=given.cold)
    return int(failed or any(lap.seconds > MOST_SECONDS for lap in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
