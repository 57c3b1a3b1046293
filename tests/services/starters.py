"""Starters as an author has them: copied out by `arena kit new` into `.cache/kits`, where they are built once."""

import fcntl
import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

from arena.kits import Kit, kit, write_kit
from arena.kits.catalog import DESCRIPTION

CACHE = Path(__file__).parents[2] / ".cache" / "kits"
SECONDS = 400


class NotBuilt(Exception):
    """The starter could not be built; the sentence says why."""


def copied_out(starter: Kit) -> Path:
    """The folder of a starter's kit. Files that have not changed stay as they are, so that building again is quick."""
    folder, listed = CACHE / starter.language, CACHE / f"{starter.language}.files"
    with tempfile.TemporaryDirectory() as place:
        fresh = Path(place) / "kit"
        written = write_kit(starter, fresh)
        for name in listed.read_text("utf-8").splitlines() if listed.exists() else ():
            if Path(name) not in written:  # a file that the starter had before
                (folder / name).unlink(missing_ok=True)
        for path in written:
            target = folder / path
            if not target.exists() or target.read_bytes() != (fresh / path).read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(fresh / path, target)
    listed.write_text("".join(f"{path}\n" for path in written), "utf-8")
    return folder


def typescript_starter() -> Path:
    """The folder of the built TypeScript starter, for tests that need a bot without our SDK. NotBuilt without Node or npm's registry."""
    starter = kit("typescript")
    if absent := starter.missing():
        raise NotBuilt(f"not installed: {absent}")
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "typescript.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run in several processes
        folder, stamp = copied_out(starter), CACHE / "typescript.built"
        wanted = hashlib.sha256()
        copied = [folder / path for path in starter.files() if path.name != DESCRIPTION]
        for path in sorted([*copied, *folder.glob("proto/**/*.proto")]):
            wanted.update(path.read_bytes())
        if not stamp.exists() or stamp.read_text("utf-8") != wanted.hexdigest():
            _build(starter.build, folder)
            stamp.write_text(wanted.hexdigest(), "utf-8")
        return folder


def _build(command: str, folder: Path) -> None:
    try:
        done = subprocess.run(
            ["sh", "-c", command], cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotBuilt(f"`{command}` was not over after {SECONDS} s") from None
    if done.returncode:
        raise NotBuilt(f"`{command}` failed: {(done.stdout + done.stderr)[-1500:]}")
