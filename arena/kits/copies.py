"""`arena kit new`: a starter copied into a folder, with the protos and a workflow for continuous integration."""

import shutil
from pathlib import Path
from textwrap import indent

from arena.errors import Conflict
from arena.kits.catalog import DESCRIPTION, ROOT, Kit
from arena.kits.protos import proto_files

WORKFLOW = Path(".github") / "workflows" / "bot.yml"
STEP = " " * 6
"""How far steps are indented in the workflow."""


class FolderTaken(Conflict):
    """There is something in the folder already."""


def write_kit(starter: Kit, folder: Path) -> list[Path]:
    """Copy a starter into a new or empty folder. Returns the files written, relative to it; FolderTaken if it is not empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderTaken(f"{folder} is not empty: name a new folder")
    written = []
    for path in starter.files():
        if path.name != DESCRIPTION:
            _copy(starter.folder / path, folder / path)
            written.append(path)
    if starter.protos:
        for path in proto_files():
            _copy(ROOT / path, folder / path)
            written.append(path)
    workflow = folder / WORKFLOW
    workflow.parent.mkdir(parents=True)
    workflow.write_text(_workflow(starter), "utf-8")
    return [*written, WORKFLOW]


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o755 if source.stat().st_mode & 0o100 else 0o644)


def _workflow(starter: Kit) -> str:
    text = (Path(__file__).parent / "workflow.yml").read_text("utf-8")
    setup = starter.ci_setup.strip()
    steps = indent(setup + "\n", STEP) if setup else ""
    if starter.build:
        steps += _step("Build", starter.build)
    if starter.checks:
        steps += _step("Check format and style", *starter.checks)
    return (
        text.replace(f"{STEP}# toolchain and build\n", steps)
        .replace("BUILD", starter.build or "true")
        .replace("COMMAND", starter.run)
    )


def _step(name: str, *commands: str) -> str:
    lines = "".join(f"{STEP}    {command}\n" for command in commands)
    return f"{STEP}- name: {name}\n{STEP}  run: |\n{lines}"
