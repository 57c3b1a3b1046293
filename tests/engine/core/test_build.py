"""Which build of the engine runs: compiled modules are used only if they are of exactly this source."""

import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import engine
from engine import build
from engine.core import state as state_module

SHOW = "import engine; from engine import build; print(json.dumps([engine.compiled, build.PLAIN_BECAUSE]))"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the source with a manifest that fits it and names no module, so that no compiler is needed."""
    package = tmp_path / "engine"
    shutil.copytree(build.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "_compiled"))
    folder = package / "_compiled" / build.FOLDER.name
    folder.mkdir(parents=True)
    hashes = {path.relative_to(package).as_posix(): build.digest(path) for path in package.rglob("*.py")}
    (folder / "manifest.json").write_text(json.dumps({"sources": hashes, "modules": {}}))
    return package


def run(package: Path, choice: str = "", show: str = SHOW) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "MEIJI_ENGINE": choice, "PYTHONSAFEPATH": "1"}
    return subprocess.run(
        [sys.executable, "-c", f"import json; {show}"],
        capture_output=True,
        text=True,
        env=environment,
        cwd=package.parent,
        check=False,
    )


def shown(package: Path, choice: str = "") -> list[object]:
    done = run(package, choice)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_modules_of_this_source_are_used_unless_plain_is_asked_for(copy: Path):
    assert shown(copy) == [True, ""]
    assert shown(copy, "compiled") == [True, ""]
    assert shown(copy, "plain") == [False, "MEIJI_ENGINE=plain"]


def test_an_edited_source_file_is_never_shadowed(copy: Path):
    edited = copy / "iki" / "phases" / "walk.py"
    edited.write_text(edited.read_text("utf-8") + "\n# a later thought\n", "utf-8")
    assert shown(copy) == [False, "engine/iki/phases/walk.py has changed since it was compiled"]
    refused = run(copy, "compiled")
    assert refused.returncode != 0
    assert "walk.py has changed since it was compiled: run make compiled" in refused.stderr


def test_data_files_may_change(copy: Path):
    table = copy / "iki" / "data" / "numbers.toml"
    table.write_text(table.read_text("utf-8") + "\n# a note\n", "utf-8")
    assert shown(copy) == [True, ""]


def test_a_source_file_that_is_gone_or_a_broken_manifest_means_plain(copy: Path):
    (copy / "zaibatsu" / "view.py").unlink()
    assert shown(copy) == [False, "engine/zaibatsu/view.py is missing"]
    (copy / "_compiled" / build.FOLDER.name / "manifest.json").write_text("{")
    assert "cannot be read" in str(shown(copy)[1])


def test_modules_of_other_packages_are_used_while_none_of_them_has_changed(copy: Path):
    neighbour = copy.parent / "neighbour.py"
    neighbour.write_text("x = 1\n")
    manifest = copy / "_compiled" / build.FOLDER.name / "manifest.json"
    others = {"sources": {"neighbour.py": build.digest(neighbour)}, "modules": {"neighbour": "no such file"}}
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "others": others}))
    look = "from engine import build; import neighbour; print(build.COMPILED, neighbour.__file__)"
    assert "no such file" in run(copy, show=look).stderr
    neighbour.write_text("x = 2\n")
    assert run(copy, show=look).stdout.split() == ["True", str(neighbour)]


def test_another_interpreter_has_its_own_modules(copy: Path):
    here = copy / "_compiled" / build.FOLDER.name
    here.rename(here.with_name("cpython-399-x86_64-linux-gnu"))
    assert shown(copy) == [False, f"not compiled for {build.FOLDER.name}"]


def test_an_unknown_choice_is_refused(copy: Path):
    refused = run(copy, "fast")
    assert refused.returncode != 0
    assert "MEIJI_ENGINE is 'fast'; it can be plain or compiled" in refused.stderr


def test_the_engine_says_which_build_runs():
    file = state_module.__file__
    assert file is not None
    assert engine.compiled == file.endswith(tuple(EXTENSION_SUFFIXES))
    assert build.description().startswith("compiled" if engine.compiled else "plain Python (")
