"""`make test-kits`: every starter is built, checked, examined by the doctor, plays every game, and then all meet in a running arena.

    python -m tests.bots.all_kits                 every kit whose toolchain is installed
    python -m tests.bots.all_kits go rust         only these
    python -m tests.bots.all_kits --alone c       without rated sets in a running arena
    python -m tests.bots.all_kits --together      only built, and then rated sets in a running arena
    python -m tests.bots.all_kits --fresh         from empty folders, as `arena kit new` fills them, with the time each takes

Prints a table, and says which kits were skipped and why. The exit code is 1 if any kit failed.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table as Printed

import engine
from arena.kits import Kit, kits, write_kit
from tests.bots.kit_tables import Seen, play_rated_sets
from tests.bots.stand_in import stand_in
from tests.services.starters import copied_out

HOUSE = ("--bot", "house:random")
BUILD_SECONDS, PLAY_SECONDS = 1200, 900
ENVIRONMENT = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
"""In which `arena` is the one that runs this."""


@dataclass
class Examined:
    """A kit and what is known of it."""

    kit: Kit
    folder: Path
    cells: dict[str, str] = field(default_factory=dict)
    """By column of the table: `ok`, a number, or what failed."""
    failed: bool = False

    def step(self, column: str, command: str, seconds: int) -> bool:
        """Run a command in the kit's folder. Returns whether it succeeded; its output is shown if it did not."""
        begun = time.monotonic()
        print(f"{self.kit.language}: {command}", flush=True)
        try:
            done = subprocess.run(
                ["sh", "-c", command],
                cwd=self.folder,
                env={**ENVIRONMENT, "ARENA_KEY": str(self.folder.parent / f"{self.kit.language}.pem")},
                capture_output=True,
                text=True,
                errors="replace",
                timeout=seconds,
                check=False,
            )
            code, output = done.returncode, done.stdout + done.stderr
        except subprocess.TimeoutExpired:
            code, output = -1, f"not over after {seconds} s"
        took = time.monotonic() - begun
        self.cells[column] = f"{took:.0f} s" if code == 0 else "FAILED"
        if code:
            self.failed = True
            print(f"{self.kit.language}: {column} failed\n{output[-4000:]}", flush=True)
        return code == 0


def examine(kit: Kit, folder: Path, *, alone: bool) -> Examined:
    """Build a kit and, if wanted, try it alone; it stops at the first step without which the next make no sense."""
    examined = Examined(kit, folder)
    built = not kit.build or examined.step("build", kit.build, BUILD_SECONDS)
    if built and alone:
        _try_alone(examined)
    return examined


def _try_alone(examined: Examined) -> None:
    """Its style, the doctor, and a set of every game, in each seat in turn. Few seats will do: the doctor plays with every number of them."""
    kit = examined.kit
    if kit.checks:
        tools = [shlex.split(check)[0] for check in kit.checks]
        absent = [tool for tool in tools if shutil.which(tool, path=ENVIRONMENT["PATH"]) is None]
        if absent:
            examined.cells["style"] = f"no {absent[0]}"
            print(f"{kit.language}: its style is not checked: {absent[0]} is not installed. On Debian: {kit.install}")
        else:
            examined.step("style", " && ".join(kit.checks), BUILD_SECONDS)
    bot = shlex.join(["--bot", kit.run, *(word for name in kit.passed for word in ("--pass", name))])
    if examined.step("doctor", f"arena doctor {bot}", PLAY_SECONDS):
        for game in engine.games():
            seats = max(2, engine.game(game).seats[0])
            house = shlex.join(HOUSE * (seats - 1))
            examined.step(game, f"arena local {game} --clock long {bot} {house}", PLAY_SECONDS)


def show(rows: Iterable[Examined], skipped: dict[str, str], seen: Seen) -> None:
    """Print the table."""
    columns = ("build", "style", "doctor", *engine.games())
    table = Printed("kit", *columns, "errors", "rated sets", "stop", title="Starters: time of each step")
    for row in rows:
        cells = [row.cells.get(column, "-") for column in columns]
        language = row.kit.language
        code, mistakes = seen.codes.get(language), seen.mistakes.get(language)
        errors = "-" if mistakes is None else "ok" if not mistakes else f"FAILED ({', '.join(mistakes)})"
        stop = "-" if code is None else "clean" if code == 0 else f"FAILED ({code})"
        table.add_row(language, *cells, errors, str(seen.rated.get(language, "-")), stop)
    Console(width=150).print(table)
    for language, reason in skipped.items():
        print(f"skipped: {language}: {reason}")


def main() -> int:
    """Examine the kits that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="only these")
    parser.add_argument("--fresh", action="store_true", help="build in empty folders, and not in .cache/kits")
    parts = parser.add_mutually_exclusive_group()
    parts.add_argument("--alone", action="store_true", help="each kit alone, without rated sets in a running arena")
    parts.add_argument("--together", action="store_true", help="only rated sets in a running arena")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="arena-kits-") as place, stand_in() as model:
        os.environ["LLM_BASE_URL"] = ENVIRONMENT["LLM_BASE_URL"] = model
        rows, skipped = [], {}
        for kit in kits().values():
            if given.languages and kit.language not in given.languages:
                continue
            if absent := kit.missing():
                skipped[kit.language] = f"not installed: {absent}. On Debian: {kit.install}"
                continue
            if given.fresh:
                write_kit(kit, Path(place) / kit.language)
            folder = Path(place) / kit.language if given.fresh else copied_out(kit)
            rows.append(examine(kit, folder, alone=not given.together))
        good = {row.kit.language: row for row in rows if not (row.failed or given.alone)}
        starters = {name: (row.kit.run, row.folder) for name, row in good.items()}
        seen = play_rated_sets(starters, Path(place) / "arena")
        show(rows, skipped, seen)
    unrated = [name for name in good if not seen.rated[name]]
    if unrated:
        print(f"without a rated set: {', '.join(unrated)}")
    return int(any(row.failed for row in rows) or any((unrated, *seen.mistakes.values(), *seen.codes.values())))


if __name__ == "__main__":
    sys.exit(main())
