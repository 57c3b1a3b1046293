"""The base wheel, alone in an empty environment, plays a match."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from engine import build
from tests.contract.cases import present

ROOT = Path(__file__).parents[2]
PACKAGES = ("arena", "engine", "workers", "web")
BUILT = ("node_modules", "target", "build", "dist", "generated")
"""What building a starter leaves beside it."""
UV = Path(sys.executable).with_name("uv")
UNREACHABLE = (
    "error sending request",
    "Failed to fetch",
    "dns error",
    "Connection refused",
    "timed out",
    "network was disabled",
)
EXTRAS = ("arena.mcp", "arena.research")
"""What needs another extra than `server`."""
IMPORT_ALL = f"""
import importlib, pkgutil
from kombu.transport import resolve_transport
import arena, web, workers

resolve_transport("redis")
for package in (arena, web, workers):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.startswith({EXTRAS}) and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
print("all imported")
"""


def run(*command, cwd):
    """A command that must succeed; what it printed stands in the failure."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV_", "PYTEST"))}
    clean["ARENA_KEY"] = str(Path(cwd) / "key.pem")
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=clean, capture_output=True, text=True, check=False, timeout=540
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def copied(source: Path) -> Path:
    """All that a wheel is built from, without what an earlier build left behind."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__", "_compiled"))
    for folder in ("bots", "proto"):
        shutil.copytree(ROOT / folder, source / folder, symlinks=True, ignore=shutil.ignore_patterns(*BUILT))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    return source


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    source = copied(tmp_path_factory.mktemp("source"))
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, source, cwd=source)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def empty(wheel, tmp_path_factory):
    """An environment that holds the wheel, what it needs, and nothing else."""
    return installed(wheel, tmp_path_factory.mktemp("empty"))


def installed(requirement, folder):
    """The folder, with an environment in `venv` that holds only what is asked for."""
    run(UV, "venv", "--quiet", "--python", sys.executable, folder / "venv", cwd=folder)
    install = (UV, "pip", "install", "--quiet", "--python", folder / "venv" / "bin" / "python", requirement)
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
    return {str(path.relative_to(ROOT)) for path in files if not {"__pycache__", "_compiled"} & {*path.parts}}


def test_the_wheel_holds_every_file_of_every_package(wheel):
    packed = set(zipfile.ZipFile(wheel).namelist())
    wanted = set().union(*(files_of(package) for package in PACKAGES))
    assert [name for name in wanted if name.endswith(".toml")]
    assert sorted(wanted - packed) == []
    assert {f"engine/{name}/__init__.py" for name in present()} <= packed
    assert {"arena/py.typed", "engine/py.typed"} <= packed


def test_the_wheel_brings_the_starters_and_the_protos(wheel, empty):
    packed = set(zipfile.ZipFile(wheel).namelist())
    for name in ("bots/go/main.go", "bots/typescript/package.json", "proto/arena/v1/bots.proto", "proto/buf.yaml"):
        assert f"arena/kits/files/{name}" in packed
    run(empty / "venv" / "bin" / "arena", "kit", "new", "rust", empty / "my-bot", cwd=empty)
    assert (empty / "my-bot" / "src" / "choose.rs").read_bytes() == (ROOT / "bots/rust/src/choose.rs").read_bytes()
    assert (empty / "my-bot" / "proto" / "arena" / "v1" / "bots.proto").exists()


def test_the_wheel_is_plain_python(wheel):
    assert wheel.name.endswith("-py3-none-any.whl")
    assert [name for name in zipfile.ZipFile(wheel).namelist() if "_compiled" in name] == []


def test_a_compiled_wheel_is_for_one_platform_and_holds_the_compiled_modules(tmp_path, monkeypatch):
    """With a manifest that fits and one file in place of the modules: compiling them takes minutes."""
    source, out = copied(tmp_path / "source"), tmp_path / "out"
    folder = source / build.FOLDER.relative_to(ROOT)
    folder.mkdir(parents=True)
    (folder / f"engine__mypyc{build.SUFFIX}").write_bytes(b"compiled")
    hashes = {
        str(path.relative_to(source / "engine")): build.digest(path) for path in (source / "engine").rglob("*.py")
    }
    (folder / "manifest.json").write_text(json.dumps({"sources": hashes, "modules": {}}))
    monkeypatch.setenv("MEIJI_COMPILED", "1")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, source, cwd=source)
    (wheel,) = out.glob("*.whl")
    assert not wheel.name.endswith("-none-any.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    inside = build.FOLDER.relative_to(ROOT).as_posix()
    assert {f"{inside}/manifest.json", f"{inside}/engine__mypyc{build.SUFFIX}", "engine/core/state.py"} <= packed


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
    (replay,) = replays.iterdir()
    assert "match.html" in run(arena, "replay", "export", replay, "--html", "match.html", cwd=empty)
    assert (empty / "match.html").read_text("utf-8").startswith("<!doctype html>")


def test_the_base_install_is_light(empty):
    listed = run(UV, "pip", "list", "--python", empty / "venv" / "bin" / "python", "--format", "freeze", cwd=empty)
    names = {line.split("==")[0].lower() for line in listed.splitlines()}
    assert "rich" in names
    assert names.isdisjoint({"grpcio", "celery", "flask", "sqlalchemy", "protobuf", "redis"})


def test_help_works_without_any_extra(empty):
    assert "first steps" in run(empty / "venv" / "bin" / "arena", "--help", cwd=empty)


def test_the_server_s_extra_brings_all_that_the_server_imports(wheel, tmp_path):
    """Other tests run where everything is installed. kombu's transport over Redis needs a package that only kombu's own extra brings."""
    place = installed(f"{wheel}[server]", tmp_path)
    assert "all imported" in run(place / "venv" / "bin" / "python", "-c", IMPORT_ALL, cwd=place)
