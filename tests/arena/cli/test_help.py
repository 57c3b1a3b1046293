"""Help is instant and teaches; errors are sentences."""

import subprocess
import sys

import pytest

from arena.cli import main
from arena.cli.command import command
from arena.cli.parser import COMMANDS
from engine.build import description

HEAVY = (
    "grpc",
    "celery",
    "flask",
    "sqlalchemy",
    "rich",
    "cryptography",
    "google.protobuf",
    "redis",
    "orjson",
    "asyncio",
)


def modules_after(*argv: str) -> set[str]:
    """What a fresh Python has imported once a command has run."""
    code = (
        "import sys\n"
        "from arena.cli import main\n"
        "try:\n    main(sys.argv[1:])\n"
        "except SystemExit:\n    pass\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, *argv], capture_output=True, text=True, check=True, timeout=120)
    return set(done.stderr.split())


@pytest.mark.parametrize("argv", [["--help"], ["play", "--help"], ["--version"], []])
def test_help_imports_nothing_heavy(argv):
    imported = modules_after(*argv)
    assert "arena.cli.parser" in imported
    assert [name for name in HEAVY if name in imported] == []
    assert not [name for name in imported if name.startswith(("engine.yokohama", "engine.iki", "engine.nippon"))]


@pytest.mark.parametrize("name", [each.name for each in COMMANDS])
def test_every_command_teaches_with_examples(name, capsys):
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    assert f"arena {name}" in capsys.readouterr().out


def test_every_command_and_action_has_an_example():
    taught = [((command.name,), command) for command in COMMANDS]
    taught += [((command.name, action.name), action) for command in COMMANDS for action in command.actions]
    assert [words for words, each in taught if f"  arena {' '.join(words)}" not in each.text] == []


def test_no_command_prints_the_help(capsys):
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert "first steps" in shown
    assert all(each.name in shown for each in COMMANDS)


def test_version(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    said = capsys.readouterr().out
    assert said.startswith("arena ")
    assert f"engine: {description()}" in said


def test_an_unknown_command_lists_what_exists(capsys):
    with pytest.raises(SystemExit) as left:
        main(["fly"])
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert all(name in said for name in ("play", "games", "show"))


def test_an_error_of_ours_is_not_hidden(monkeypatch):
    def broken(_):
        raise RuntimeError("ours")

    monkeypatch.setattr(sys.modules["arena.cli.parser"], "COMMANDS", (command("bots", "broken")(broken),))
    with pytest.raises(RuntimeError, match="ours"):
        main(["bots"])


def test_an_interrupt_is_clean(monkeypatch, capsys):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["arena.cli.parser"], "COMMANDS", (command("bots", "interrupted")(interrupted),))
    assert main(["bots"]) == 130
    assert capsys.readouterr().err == "\narena: interrupted\n"
