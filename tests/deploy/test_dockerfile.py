"""The Dockerfile: linted, and held to what docs/operate.md promises of the image."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.parser import parser
from arena.settings import load

ROOT = Path(__file__).parents[2]
FILE = ROOT / "Dockerfile"


def instructions() -> list[tuple[str, str]]:
    """Name and rest of every instruction, continued lines joined."""
    text = re.sub(r"\\\n\s*", " ", FILE.read_text("utf-8"))
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(name.upper(), rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


def stages() -> list[list[tuple[str, str]]]:
    found: list[list[tuple[str, str]]] = []
    for one in instructions():
        if one[0] == "FROM":
            found.append([])
        found[-1].append(one)
    return found


def last(name: str) -> str:
    """The last such instruction of the image itself."""
    return [rest for instruction, rest in stages()[-1] if instruction == name][-1]


def test_the_linter_finds_nothing():
    beside = Path(sys.executable).with_name("hadolint")
    program = str(beside) if beside.exists() else shutil.which("hadolint")
    if program is None:
        pytest.skip("hadolint has no wheel for this machine")
    done = subprocess.run([program, str(FILE)], capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_the_image_is_slim_and_built_in_a_stage_of_its_own():
    froms = [rest for name, rest in instructions() if name == "FROM"]
    build, image = froms
    version = re.fullmatch(r"(python:3\.1[1-4]) AS build", build)  # with a C compiler, for the engine
    assert version is not None
    assert image == f"{version[1]}-slim", "compiled modules are for one version of Python"
    assert [rest for name, rest in stages()[-1] if name == "COPY"] == ["--from=build /opt/arena /opt/arena"]


def test_it_does_not_run_as_root_and_is_watched():
    user = last("USER")
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", user)
    command = json.loads(last("HEALTHCHECK").partition("CMD")[2])
    assert command[0] == "arena"
    assert callable(parser().parse_args(command[1:]).run)
    assert json.loads(last("ENTRYPOINT")) == ["arena"]


def test_its_settings_exist_and_none_is_a_secret():
    given = dict(pair.split("=", 1) for pair in last("ENV").split())
    settings = load({name: value for name, value in given.items() if name.startswith("ARENA_")})
    assert settings.metrics_port == 9100
    assert settings.log_json
    assert "ARG" not in {name for name, _ in instructions()}
    assert not re.search(r"(?i)password|secret|token", FILE.read_text("utf-8"))


def test_what_it_copies_exists_and_nothing_else_reaches_the_builder():
    copied = {source for name, rest in stages()[0] if name == "COPY" for source in rest.split()[:-1]}
    assert all((ROOT / source).exists() for source in copied)
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert "*" in lines
    allowed = {line[1:] for line in lines if line.startswith("!")}
    whole = {source for source in copied if not any(source.startswith(f"{folder}/") for folder in copied)}
    assert allowed == whole


def test_every_package_of_ours_is_in_it():
    copied = {rest.split()[0] for name, rest in stages()[0] if name == "COPY"}
    assert {"engine", "arena", "workers", "web"} <= copied
