"""The tool that compiles the engine, without a compiler: what it says where there is none, and the builds that clones share."""

import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import build
from tools import compile_engine

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for the build, the cache and the work of this test."""
    made = tmp_path / "compiled"
    monkeypatch.setattr(build, "FOLDER", made)
    monkeypatch.setattr(build, "MANIFEST", made / "manifest.json")
    monkeypatch.setattr(compile_engine, "WORK", tmp_path / "work")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("MEIJI_ENGINE", "plain")
    return made


def put_build(folder: Path, level: int) -> None:
    """A build that fits this source, with a file in place of the modules."""
    hashes = {path.relative_to(build.PACKAGE).as_posix(): build.digest(path) for path in compile_engine.sources()}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "library.so").write_text(f"level {level}")
    (folder / "manifest.json").write_text(json.dumps({"level": level, "sources": hashes, "modules": {}}))


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["compile_engine", *words])
    return compile_engine.main()


def test_another_clone_takes_the_build_that_one_has_made(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    def compiled(jobs: int, level: int) -> None:
        put_build(folder, level)

    monkeypatch.setattr(compile_engine, "missing", lambda: "")
    monkeypatch.setattr(compile_engine, "compile_modules", compiled)
    assert run(monkeypatch) == 0
    assert "Compiling the engine" in capsys.readouterr().out
    for path in folder.iterdir():
        path.unlink()
    monkeypatch.setattr(compile_engine, "compile_modules", None)
    assert run(monkeypatch) == 0
    assert "was copied from" in capsys.readouterr().out
    assert (folder / "library.so").read_text() == "level 2"
    assert run(monkeypatch, "--for-tests") == 0
    assert "is up to date" in capsys.readouterr().out, "tests take a better build as it is"


def test_a_build_for_tests_is_not_good_enough_to_run(folder: Path):
    put_build(folder, compile_engine.TESTS)
    assert compile_engine.good_enough(compile_engine.TESTS)
    assert not compile_engine.good_enough(compile_engine.SPEED)


def test_the_cache_keeps_a_few_builds(folder: Path, tmp_path: Path):
    put_build(folder, 2)
    for number in range(compile_engine.KEPT + 2):
        place = tmp_path / "cache" / f"build-{number}"
        compile_engine.keep(place)
        os.utime(place, (number, number))
    assert len(list((tmp_path / "cache").iterdir())) == compile_engine.KEPT
    assert place.exists()


def test_a_start_does_not_wait_for_a_build_under_way(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.setattr(compile_engine, "missing", lambda: "")
    compile_engine.WORK.mkdir()
    with (compile_engine.WORK / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert run(monkeypatch, "--soon") == 0
    assert "in the background" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "code"), [([], 3), (["--if-possible"], 0)])
def test_without_a_compiler_it_says_so(tmp_path: Path, words: list[str], code: int):
    program = (
        "from engine import build; build.MANIFEST = build.MANIFEST.with_name('none.json');"
        "import sys; from tools import compile_engine; sys.exit(compile_engine.main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "CC": "no-such-compiler", "MEIJI_ENGINE": "plain"},
        check=False,
    )
    assert done.returncode == code
    assert "cannot be compiled here: no C compiler (no-such-compiler)" in done.stderr
