"""The base wheel, alone in an empty environment, plays a match."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.contract.cases import present

ROOT = Path(__file__).parents[2]
PACKAGES = ("arena", "engine", "workers", "web")
UV = Path(sys.executable).with_name("uv")
UNREACHABLE = ("error sending request", "Failed to fetch", "dns error", "Connection refused", "timed out", "network was disabled")


def run(*command, cwd):
    """A command that must succeed; what it printed stands in the failure."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV_", "PYTEST"))}
    clean["ARENA_KEY"] = str(Path(cwd) / "key.pem")
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=clean, capture_output=True, text=True, check=False, timeout=540
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from a copy, so that nothing an earlier build left behind gets in."""
    source = tmp_path_factory.mktemp("source")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, source, cwd=source)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def empty(wheel, tmp_path_factory):
    """An environment that holds the wheel, what it needs, and nothing else."""
    folder = tmp_path_factory.mktemp("empty")
    run(UV, "venv", "--quiet", "--python", sys.executable, folder / "venv", cwd=folder)
    install = (UV, "pip", "install", "--quiet", "--python", folder / "venv" / "bin" / "python", wheel)
    try:
        run(*install, cwd=folder)
    except AssertionError as failed:
        if not any(sign in str(failed) for sign in UNREACHABLE):
            raise
        try:
            run(*install, "--offline", cwd=folder)
        except AssertionError:
            pytest.skip("neither the package index nor a cache of it is there")
    return folder


def files_of(package):
    """What a package consists of; documents beside the code stay in the repository."""
    files = (path for path in (ROOT / package).rglob("*") if path.is_file() and path.suffix not in {".pyc", ".md"})
    return {str(path.relative_to(ROOT)) for path in files if "__pycache__" not in path.parts}


def test_the_wheel_holds_every_file_of_every_package(wheel):
    packed = set(zipfile.ZipFile(wheel).namelist())
    wanted = set().union(*(files_of(package) for package in PACKAGES))
    assert [name for name in wanted if name.endswith(".toml")]
    assert sorted(wanted - packed) == []
    assert {f"engine/{name}/__init__.py" for name in present()} <= packed
    assert {"arena/py.typed", "engine/py.typed"} <= packed


def test_the_wheel_holds_no_tests_and_no_leftovers(wheel):
    packed = zipfile.ZipFile(wheel).namelist()
    assert [name for name in packed if name.startswith(("tests/", "bench/", "build/")) or "__pycache__" in name] == []


@pytest.mark.parametrize("game", present())
def test_the_base_wheel_plays_a_match(empty, game):
    replays = empty / f"replays-{game}"
    arena = empty / "venv" / "bin" / "arena"
    out = run(arena, "play", game, "--games", "1", "--save", replays, cwd=empty)
    assert "1 match," in out
    assert len(list(replays.iterdir())) == 1
    assert "1 replay is good" in run(arena, "replay", "verify", *replays.iterdir(), cwd=empty)


def test_the_base_install_is_light(empty):
    listed = run(UV, "pip", "list", "--python", empty / "venv" / "bin" / "python", "--format", "freeze", cwd=empty)
    names = {line.split("==")[0].lower() for line in listed.splitlines()}
    assert "rich" in names
    assert names.isdisjoint({"grpcio", "celery", "flask", "sqlalchemy", "protobuf", "redis"})


def test_help_works_without_any_extra(empty):
    assert "first steps" in run(empty / "venv" / "bin" / "arena", "--help", cwd=empty)
