"""Hostile strings in every argument of every command, as the parser lists them, and in every file that a command reads: one sentence, no traceback."""

import os
from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from arena.access.viewers import operator
from arena.cli import main
from arena.cli.parser import AUTHOR, parser
from arena.db.database import Database, upgrade
from arena.seasons.creation import create_season
from tests.arena.storage.history import house_bots
from tests.edges.stored import unshowable
from tests.hostile import STRINGS
from tests.web.world import CUP

LASTING = {
    "up",
    "gateway",
    "worker",
    "beat",
    "web",
    "bridge",
    "local",
    "doctor",
    "health",
    "mcp",
    "simulator",
    "runner",
}
"""Commands that run until they are stopped, or start programs; what they take comes from the operator alone."""
SEASONS = {"season demo", "season simulate"}
"""They play for as long as they are asked to."""
USUAL = {
    "game": "iki",
    "slug": "cup",
    "name": "shinobi",
    "bot": "shinobi",
    "file": "",
    "seats": "2",
    "owner": "aki",
    "reason": "a reason",
}
LETTERS = 9_000
TITLES = [title for title, text in STRINGS.items() if "\x00" not in text and "\ud800" not in text]
"""Arguments of programs hold no NUL, and half characters are refused like control characters: `everything` is tried besides."""


def commands(top: ArgumentParser, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], ArgumentParser]]:
    """Every command that does something."""
    inside = [action for action in top._actions if isinstance(action, _SubParsersAction)]
    if not inside:
        yield words, top
    for action in inside:
        for name, made in action.choices.items():
            yield from commands(made, (*words, name))


COMMANDS = {
    " ".join(words): made
    for words, made in commands(parser())
    if words[0] not in LASTING | {command.name for command in AUTHOR} and " ".join(words) not in SEASONS
}


def arguments(made: ArgumentParser) -> list[Action]:
    """Those that take a value."""
    return [one for one in made._actions if one.nargs != 0 and one.dest not in {"help", "settings", "data"}]


def usual(one: Action, folder: Path) -> str:
    if one.type is Path:
        return str(folder / "usual")
    if one.choices:
        return str(next(iter(one.choices)))
    return USUAL.get(one.dest, "1")


def line(words: str, made: ArgumentParser, wanted: Action, value: str, folder: Path) -> list[str]:
    """A command with this value in one place and usual ones where they are needed."""
    told = words.split()
    for one in arguments(made):
        if one is wanted:
            told += [f"{one.option_strings[-1]}={value}"] if one.option_strings else [value]
        elif one.required:
            told += [*one.option_strings[-1:], usual(one, folder)]
    return told


@pytest.fixture
def arena(tmp_path, monkeypatch):
    for name in [name for name in os.environ if name.startswith("ARENA_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("ARENA_DATA", str(tmp_path))
    monkeypatch.setenv("ARENA_KEY", str(tmp_path / "key.pem"))
    monkeypatch.chdir(tmp_path)
    database = Database(f"sqlite:///{tmp_path}/arena.db")
    upgrade(database)
    house_bots(database, "random", "greedy")
    with database.write() as session:
        create_season(session, operator("test"), CUP, slug="cup")
    yield database
    database.close()


def run(told: list[str]) -> int:
    """The exit code; anything but a code is a traceback for the user."""
    try:
        return main(told)
    except SystemExit as ended:
        return int(ended.code or 0)


def tries(made: ArgumentParser) -> Iterator[tuple[Action, str]]:
    """The worst string in every argument, and every string once: they take turns over the arguments."""
    taking = arguments(made)
    yield from ((one, "everything") for one in taking)
    yield from zip(cycle(taking), TITLES, strict=False)


@pytest.mark.parametrize("words", COMMANDS)
def test_every_argument_of_every_command(words, arena, tmp_path, capsys):
    made = COMMANDS[words]
    (tmp_path / "usual").write_text(CUP)
    hostile = tmp_path / "hostile"
    for one, title in tries(made):
        text = STRINGS[title]
        if one.type is Path:
            hostile.write_bytes(text.encode("utf-8", "surrogatepass"))
        value = str(hostile) if one.type is Path else text[:LETTERS]
        if not one.option_strings and value.startswith("-"):
            continue  # argparse takes it for an option
        code = run(line(words, made, one, value, tmp_path))
        assert code in {0, 1, 2}, (words, one.dest, title)
        assert "\x1b" not in capsys.readouterr().err, (words, one.dest, title)
    assert unshowable(arena) == []
