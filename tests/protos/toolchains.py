"""Compilers for the languages bots are written in, with what they need from package registries, kept in `.cache/protos`.

Whatever is missing skips the test with the reason. What a compiler said of the protos as they are is kept too: a second run costs nothing.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROTOS = ROOT / "proto"
FILES = sorted((PROTOS / "arena" / "v1").glob("*.proto"))
CACHE = ROOT / ".cache" / "protos"
MAVEN = "https://repo1.maven.org/maven2/com/google/protobuf"
RELEASE = "35.1"
"""Of protobuf: the one behind grpcio-tools, so that every language is tried with the same compiler."""
BUNDLED = (sys.executable, "-m", "grpc_tools.protoc")
"""The compiler we ship with; it knows C++ and Python, and whatever has a plugin."""


def program(name: str) -> str:
    """A compiler on this machine."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def fetched(name: str, address: str) -> Path:
    """A file of a package registry, downloaded once."""
    path = CACHE / "fetched" / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{name}.{os.getpid()}")
        try:
            with urllib.request.urlopen(address, timeout=60) as answer, part.open("wb") as file:
                shutil.copyfileobj(answer, file)
        except (urllib.error.URLError, TimeoutError) as wrong:
            pytest.skip(f"{address} cannot be fetched: {wrong}")
        part.chmod(0o755)
        part.replace(path)
    return path


def needed(*words: str | Path, cwd: Path, **environment: str) -> str:
    """Run what gets a compiler's packages; the test is skipped where they cannot be had."""
    done = _run(words, cwd, environment)
    if done.returncode:
        pytest.skip(f"{Path(words[0]).name} cannot get what it needs: {_end(done)}")
    return done.stdout


def compiled(*words: str | Path, cwd: Path, **environment: str) -> None:
    """Run a compiler; the test fails where it does."""
    done = _run(words, cwd, environment)
    assert done.returncode == 0, f"{' '.join(map(str, words[:3]))} …: {_end(done)}"


def generated(compiler: str | Path | tuple[str, ...], target: Path, *options: str, **environment: str) -> None:
    """Generate code of every proto into a new folder."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    words = compiler if isinstance(compiler, tuple) else (compiler,)
    compiled(*words, "-I", PROTOS, *options, *FILES, cwd=ROOT, **environment)


def protoc() -> Path:
    """The full compiler, with Java and C# in it: the same release, from Maven."""
    system = {"Linux": "linux", "Darwin": "osx"}.get(platform.system())
    machine = {"x86_64": "x86_64", "aarch64": "aarch_64", "arm64": "aarch_64"}.get(platform.machine())
    if system is None or machine is None:
        pytest.skip(f"there is no protoc for {platform.system()} on {platform.machine()}")
    name = f"protoc-4.{RELEASE}-{system}-{machine}.exe"
    return fetched(name, f"{MAVEN}/protoc/4.{RELEASE}/{name}")


def once(language: str, work: Callable[[Path], None]) -> None:
    """Do the work in a folder kept for that language, unless it was done with these very protos."""
    folder = CACHE / language
    folder.mkdir(parents=True, exist_ok=True)
    stamp = folder / "passed"
    digest = hashlib.sha256()
    for path in (*FILES, *sorted(Path(__file__).parent.glob("*.py"))):
        digest.update(path.read_bytes())
    if stamp.exists() and stamp.read_text("utf-8") == digest.hexdigest():
        return
    work(folder)
    stamp.write_text(digest.hexdigest(), "utf-8")


def _run(words: tuple[str | Path, ...], cwd: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
        check=False,
    )


def _end(done: subprocess.CompletedProcess[str]) -> str:
    return (done.stderr + done.stdout).strip()[-1500:]
