"""The starter bots, run as a newcomer would run them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from tests.services.starters import NotBuilt, typescript_starter

ROOT = Path(__file__).parents[2]
SENT_AWAY = "finishing what is running; Ctrl-C again gives up"
"""All that a bot says on stderr when nothing goes wrong."""


@pytest.fixture
def arena(tmp_path):
    """Runs `arena …` in the repository; the finished process."""

    def run(*words, code=0, **environment):
        done = subprocess.run(
            [sys.executable, "-m", "arena.cli", *words],
            cwd=ROOT,
            env={**os.environ, "ARENA_KEY": str(tmp_path / "key.pem"), **environment},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == code, f"{done.stdout}\n{done.stderr}"
        return done

    return run


def bots_of(done):
    found = json.loads(done.stdout)
    assert found["games"] > 0
    return {row["name"]: row for row in found["bots"]}


def shown(command):
    """A command as tables name it."""
    return command if len(command) <= 60 else "…" + command[-59:]


def test_python_bots_play_and_their_replays_verify(arena, tmp_path):
    bots = [f"python bots/python/{name}_bot.py" for name in ("random", "greedy", "rules")]
    commands = [word for bot in bots for word in ("--bot", bot)]
    done = arena("local", "iki", *commands, "--clock", "long", "--save", str(tmp_path), "--json")
    assert set(bots_of(done)) == set(bots)
    assert "3 replays are good" in arena("replay", "verify", str(tmp_path)).stdout
    assert (tmp_path / "logs" / "bot-0.stderr").exists()
    said = (tmp_path / "logs" / "bot-1.stdout").read_text("utf-8")
    assert said.count("place") == 3


def test_the_bots_of_the_guide_play(arena, tmp_path):
    """A first bot, and one that rebuilds positions of the engine from what it sees, to search in them."""
    guide = (ROOT / "docs" / "write-a-bot.md").read_text("utf-8")
    named = re.findall(r"Save this as `(\w+\.py)`:\n\n```python\n(.*?)```", guide, re.DOTALL)
    assert [name for name, _ in named] == ["my_bot.py", "searcher.py"]
    for name, text in named:
        (tmp_path / name).write_text(text, "utf-8")
    first, second = (f"python {tmp_path / name}" for name, _ in named)
    words = (
        "local",
        "iki",
        "--bot",
        first,
        "--bot",
        second,
        "--games",
        "4",
        "--clock",
        "long",
        "--save",
        str(tmp_path),
    )
    bots = bots_of(arena(*words, "--json", PYTHONPATH=str(ROOT)))
    assert bots[shown(second)]["score"]["mean"] > bots[shown(first)]["score"]["mean"]
    assert (tmp_path / "logs" / "bot-1.stderr").read_text("utf-8").strip() in ("", SENT_AWAY)


def test_a_shell_script_plays_through_the_bridge(arena):
    shell = "arena bridge --games iki -- sh bots/shell/random.sh"
    done = arena("local", "iki", "--bot", shell, "--bot", "house:random", "--clock", "long", "--games", "1", "--json")
    assert shell in bots_of(done)


@pytest.fixture
def typescript():
    """The built TypeScript starter's command."""
    try:
        return f"node {typescript_starter() / 'dist' / 'bot.js'}"
    except NotBuilt as error:
        pytest.skip(f"the TypeScript starter could not be built: {error}")


def test_the_typescript_starter_plays_every_game_in_every_seat(arena, typescript, tmp_path):
    for game in engine.games():
        house = ("--bot", "house:random")
        words = (
            "local",
            game,
            "--bot",
            typescript,
            *house,
            "--clock",
            "long",
            "--save",
            str(tmp_path / game),
            "--json",
        )
        assert len(bots_of(arena(*words))) == 2
    said = (tmp_path / "iki" / "logs" / "bot-0.stdout").read_text("utf-8")
    assert said.startswith("connected to 127.0.0.1:") and said.count("place") == 2


def test_the_typescript_starter_copes_with_what_goes_wrong(arena, typescript):
    assert ", 0 failed" in arena("doctor", "--bot", typescript, "--game", "nippon", "--seconds", "60").stdout


def test_the_typescript_starter_says_why_it_is_not_connected(typescript):
    known = {"ARENA_ENDPOINT": "127.0.0.1:1", "ARENA_TOKEN": "x", "ARENA_GIVE_UP_SECONDS": "0"}
    done = subprocess.run(
        typescript.split(), env={**os.environ, **known}, capture_output=True, timeout=120, check=False
    )
    assert done.returncode == 1
    assert b"no connection to 127.0.0.1:1: " in done.stderr
