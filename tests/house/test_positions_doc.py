"""docs/positions.md is true: its examples run, its commands work, and it names every field there is and no other."""

import doctest
import random
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import engine
from arena.cli import main
from tests.contract.cases import one_per_seat_count, walk

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "positions.md").read_text("utf-8")
TITLES = {"iki": "IKI", "nippon": "Nippon", "yokohama": "Yokohama", "zaibatsu": "Nippon: Zaibatsu"}
MAPS = {"options", "bag", "score", "rewards", "agents", "agents_used", "agents_left", "favours"}
"""Fields with names of the game as keys."""


def test_the_python_examples_give_what_they_say():
    blocks = "\n".join(re.findall(r"```pycon\n(.*?)```", TEXT, re.DOTALL))
    examples = doctest.DocTestParser().get_doctest(blocks, {}, "positions.md", None, 0)
    assert len(examples.examples) > 30
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=report.append)
    assert not report, "".join(report)


def test_the_commands_work(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    for line in block.splitlines():
        command, _, target = line.partition(" > ")
        program, *arguments = shlex.split(command)
        assert program == "arena"
        assert main(arguments) == 0
        printed = capsys.readouterr().out
        if target:
            Path(target).write_text(printed, "utf-8")
        else:
            assert "NIPPON, 2 players" in printed
            assert "to act:" in printed


def section(game: str) -> str:
    """The game's own part and what is said of all games."""
    common, *parts = re.split(r"^## ", TEXT, flags=re.MULTILINE)
    own = [part for part in parts if part.split("\n")[0] == TITLES[game]]
    shared = [part for part in parts if part.split("\n")[0] not in TITLES.values()]
    assert len(own) == 1
    return common + own[0] + "".join(shared)


def keys(value: Any) -> set[str]:
    """Every field name inside, but not the names that a map counts."""
    found: set[str] = set()
    if isinstance(value, dict):
        for key, inner in value.items():
            found.add(key)
            if key not in MAPS or isinstance(inner, list):
                found |= keys(inner)
    elif isinstance(value, list):
        for inner in value:
            found |= keys(inner)
    return found


@pytest.mark.parametrize("game", engine.games())
def test_every_field_is_described(game: str):
    found: set[str] = set()
    for case in one_per_seat_count():
        if case.game == game:
            state = case.new(3)
            for number, (there, _) in enumerate(walk(state, random.Random(3))):
                if number % 9 == 0:
                    found |= keys(there.to_dict())
            found |= keys(state.to_dict())
    assert len(found) > 40
    described = set(re.findall(r"`([a-z_0-9]+)`", section(game)))
    assert sorted(found - described) == []


@pytest.mark.parametrize("game", engine.games())
def test_every_field_described_exists(game: str):
    part = next(part for part in re.split(r"^## ", TEXT, flags=re.MULTILINE) if part.split("\n")[0] == TITLES[game])
    described = {
        name for row in re.findall(r"^\| (`.*)$", part, re.MULTILINE) for name in re.findall(r"`([a-z_0-9]+)`", row)
    }
    source = "".join(
        path.read_text("utf-8")
        for folder in ("core", game)
        for pattern in ("*.py", "*.toml")
        for path in sorted((ROOT / "engine" / folder).rglob(pattern))
    )
    assert len(described) > 30
    assert sorted(name for name in described if not re.search(rf"\b{name}\b", source)) == []
