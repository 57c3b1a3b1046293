"""The starters: one folder for each language, with what `arena kit` and `make test-kits` need to know in its kit.toml."""

import fnmatch
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena.errors import Invalid

PACKED = Path(__file__).parent / "files"
"""Where a wheel has its copy of bots/ and proto/."""
ROOT = PACKED if PACKED.is_dir() else Path(__file__).parents[2]
DESCRIPTION = "kit.toml"


class Unknown(Invalid):
    """There is no starter in that language; the sentence lists those there are."""


@dataclass(frozen=True, slots=True)
class Kit:
    """One starter."""

    language: str
    """Its name in commands, which is also its folder's."""
    title: str
    needs: tuple[str, ...]
    """Programs that must be installed."""
    probe: str
    """A command that passes if the libraries are installed too; empty if programs are all it needs."""
    install: str
    """What installs them on Debian and Ubuntu."""
    build: str
    """The command that builds it, in its folder; empty if nothing is built."""
    run: str
    """The command that starts it, in its folder."""
    passed: tuple[str, ...]
    """Environment variables that it reads, which `arena local` and `arena doctor` must pass on to it."""
    clock: str
    """The preset that it needs; empty if the usual one will do."""
    protos: bool
    """Whether it is built from the protos. Starters for the bridge and the Python SDK are not."""
    checks: tuple[str, ...]
    """Commands that pass if it is formatted and linted, in its folder, after it was built."""
    sources: tuple[str, ...]
    """The files that its author reads and changes."""
    ci_setup: str
    """Steps of a workflow that install its toolchain, as YAML."""

    @property
    def folder(self) -> Path:
        """Where it is."""
        return ROOT / "bots" / self.language

    def missing(self) -> str:
        """What it needs and this machine does not have, in words; empty if all is there."""
        absent = [name for name in self.needs if shutil.which(name) is None]
        if absent:
            return ", ".join(absent)
        if self.probe and subprocess.run(["sh", "-c", self.probe], capture_output=True, check=False).returncode:
            return "libraries"
        return ""

    @property
    def through_bridge(self) -> bool:
        """Whether it reads lines and prints numbers instead of speaking gRPC."""
        return self.run.startswith("arena bridge")

    def files(self) -> Iterator[Path]:
        """The files of the starter, relative to its folder, without what a build leaves behind."""
        ignored = _ignored(self.folder)
        waiting = sorted(self.folder.iterdir())
        while waiting:
            path = waiting.pop(0)
            name = path.relative_to(self.folder).as_posix()
            if any(fnmatch.fnmatch(name, pattern) for pattern in ignored):
                continue
            if path.is_dir():
                waiting = sorted(path.iterdir()) + waiting
            else:
                yield path.relative_to(self.folder)


def _ignored(folder: Path) -> list[str]:
    """The patterns of its .gitignore, which are all relative to the folder."""
    path = folder / ".gitignore"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [line.strip("/") for line in lines if line and not line.startswith("#")]


@cache
def kits() -> dict[str, Kit]:
    """Every starter, by language."""
    return {path.parent.name: _read(path) for path in sorted((ROOT / "bots").glob(f"*/{DESCRIPTION}"))}


def kit(language: str) -> Kit:
    """The starter in that language, however its name is capitalised; Unknown if there is none."""
    starter = kits().get(language.lower())
    if starter is None:
        raise Unknown(f"there is no starter in {language!r}: choose one of {', '.join(kits())}")
    return starter


def _read(path: Path) -> Kit:
    raw = tomllib.loads(path.read_text("utf-8"))
    return Kit(
        language=path.parent.name,
        title=raw["title"],
        needs=tuple(raw["needs"]),
        probe=raw.get("probe", ""),
        install=raw["install"],
        build=raw.get("build", ""),
        run=raw["run"],
        passed=tuple(raw.get("passed", ())),
        clock=raw.get("clock", ""),
        protos=raw.get("protos", False),
        checks=tuple(raw.get("checks", ())),
        sources=tuple(raw["sources"]),
        ci_setup=raw.get("ci_setup", ""),
    )
