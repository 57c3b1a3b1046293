"""A fifth game joins by its package alone: the game of docs/add-a-game.md in a folder on Python's path, and nothing else."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.e2e.test_up import up
from tests.services.cluster import await_until

ROOT = Path(__file__).parents[2]
BOT = """
import json
from arena.sdk import Bot, run

class Looking(Bot):
    games = ["lanterns"]
    def choose(self, decision):
        assert decision.view["row"], decision.view
        return 0

run(Looking())
"""
SEASON = """
name = "A season of lanterns"
game = "lanterns"
seats = 2
clock = "blitz"

[schedule]
first = 2026-01-01T00:00:00Z
rounds = "asap"

[[stage]]
format = "round_robin"
"""


@pytest.fixture
def path(tmp_path, monkeypatch):
    """The folder with the game, first on the path of every process that this test starts."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "add-a-game.md").read_text("utf-8"), re.DOTALL)
    package = tmp_path / "games" / "engine" / "lanterns"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(f'"""Lanterns."""\n\n{code}', "utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path / "games"), str(ROOT)]))
    (tmp_path / "bot.py").write_text(BOT, "utf-8")
    (tmp_path / "season.toml").write_text(SEASON, "utf-8")
    return tmp_path


def arena(*words: str, **environment: str) -> str:
    """What a command prints; it must succeed."""
    given = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", *words],
        check=False,
        capture_output=True,
        text=True,
        env={**given, **environment},
    )
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def page(address: str) -> str:
    with urlopen(address) as answer:
        return str(answer.read().decode())


def test_a_fifth_game_by_its_package_alone(path):
    assert "lanterns" in arena("games")
    assert "lanterns face up" in arena("games", "lanterns")
    assert "lanterns" in arena("show", "lanterns", "--seed", "3", "--at", "2")
    bot = f"{sys.executable} {path / 'bot.py'}"
    assert "lanterns" in arena("doctor", "--bot", bot, "--game", "lanterns")
    data = path / "data"
    with up(data) as running:
        running.says("http://")
        site = re.findall(r"http://127\.0\.0\.1:\d+", running.text)[0]
        await_until(lambda: "Lanterns" in page(f"{site}/games"), "the game is on the site")
        assert "the brightest collection wins" in page(f"{site}/games/lanterns")
        assert '"lanterns"' in page(f"{site}/api/v1/games")
        await_until(lambda: "finished" in matches(site, "lanterns-open"), "the open ladder plays it", seconds=120)
        settings = {"ARENA_DATABASE_URL": f"sqlite:///{data}/arena.db"}
        arena("season", "create", str(path / "season.toml"), "--slug", "lanterns-2026", **settings)
        for name in ("shinobi", "kappa", "tanuki"):
            arena("season", "enter", "lanterns-2026", name, **settings)
        arena("season", "start", "lanterns-2026", **settings)
        await_until(lambda: "finished" in matches(site, "lanterns-2026"), "the season plays it", seconds=120)


def matches(site: str, season: str) -> str:
    return page(f"{site}/api/v1/matches?season={season}")
