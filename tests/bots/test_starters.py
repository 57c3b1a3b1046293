"""The starter bots, run as a newcomer would run them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_LINES = 60
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


def test_starters_are_short():
    for path in [*ROOT.glob("bots/python/*.py"), *ROOT.glob("bots/node/*.js"), *ROOT.glob("bots/shell/*")]:
        assert len(path.read_text("utf-8").splitlines()) < MOST_LINES, path


def test_python_bots_play_and_their_replays_verify(arena, tmp_path):
    random, greedy = (f"python bots/python/{name}_bot.py" for name in ("random", "greedy"))
    done = arena("local", "iki", "--bot", random, "--bot", greedy, "--clock", "long", "--save", str(tmp_path), "--json")
    assert set(bots_of(done)) == {random, greedy}
    assert "2 replays are good" in arena("replay", "verify", str(tmp_path)).stdout
    assert (tmp_path / "logs" / "bot-0.stderr").exists()
    said = (tmp_path / "logs" / "bot-1.stdout").read_text("utf-8")
    assert said.count("place") == 2


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
def node_modules(tmp_path):
    """Where the Node bot finds its libraries: installed beside it, or fetched for this test."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node or npm is missing")
    beside = ROOT / "bots" / "node" / "node_modules"
    if beside.exists():
        return beside
    shutil.copy(ROOT / "bots" / "node" / "package.json", tmp_path)
    command = ["npm", "install", "--prefix", str(tmp_path), "--no-package-lock", "--no-audit", "--no-fund"]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=240)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as wrong:
        pytest.skip(f"the Node bot's libraries could not be fetched from npm: {wrong}")
    return tmp_path / "node_modules"


def test_the_node_bot_plays(arena, node_modules):
    node = "node bots/node/bot.js"
    done = arena(
        *("local", "iki", "--bot", node, "--bot", "house:random", "--clock", "long", "--json"),
        NODE_PATH=str(node_modules),
    )
    assert node in bots_of(done)


def test_the_node_bot_says_as_whom_it_is_connected_and_why_it_is_not(arena, node_modules, tmp_path):
    node = "node bots/node/bot.js"
    words = ("local", "iki", "--bot", node, "--bot", "house:random", "--clock", "long", "--games", "1")
    arena(*words, "--save", str(tmp_path / "kept"), "--json", NODE_PATH=str(node_modules))
    said = (tmp_path / "kept" / "logs" / "bot-0.stdout").read_text("utf-8")
    assert said.startswith("connected to 127.0.0.1:")
    known = {"ARENA_ENDPOINT": "127.0.0.1:1", "ARENA_TOKEN": "x", "ARENA_GIVE_UP_SECONDS": "0"}
    environment = {**os.environ, **known, "NODE_PATH": str(node_modules)}
    done = subprocess.run(node.split(), cwd=ROOT, env=environment, capture_output=True, timeout=120, check=False)
    assert done.returncode == 1
    assert b"no connection to 127.0.0.1:1: " in done.stderr and b"dialling in plain text" in done.stderr
