"""tools/submit-action: its steps, run by a shell as GitHub would, hand a bot in to an arena and print the rating."""

import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

from arena.cli import main
from arena.cli.submissions import LOOK_SECONDS
from arena.db.models import SetKind
from tests.arena.api.conftest import empty_file, serving, world
from tests.arena.running.conftest import redis, redis_process
from tests.services.archives import manifest

__all__ = ["empty_file", "redis", "redis_process", "world"]
ACTION = yaml.safe_load((Path(__file__).parents[2] / "tools/submit-action/action.yml").read_text("utf-8"))


def run(step: dict, folder: Path, **given: str) -> str:
    """One step, with what GitHub would put into its variables."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    files = {name: str(folder / name.lower()) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    environment = {"PATH": path, "HOME": str(folder), **files, **given}
    assert set(step["env"]) <= set(environment), "a variable that the test does not give"
    done = subprocess.run(
        ["bash", "-e", "-c", step["run"]],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_steps_hand_a_bot_in_and_print_the_ratings(world, redis, tmp_path):
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "bot.toml").write_text(manifest("kabuki", "2.0"))
    (bot / "bot.py").write_text("print(0)\n")
    _, submit, ratings = ACTION["runs"]["steps"]
    with serving(world, redis) as api:
        given = {"ARENA_ENDPOINT": api.address, "ARENA_TOKEN": world.tokens["aki"]}
        told = run(submit, tmp_path, FOLDER=str(bot), **given)
        assert "kabuki 2.0 is handed in and active" in told
        outputs = dict(line.split("=", 1) for line in (tmp_path / "github_output").read_text().splitlines())
        assert outputs["result"].startswith("kabuki 2.0 is handed in")
        assert "not rated yet" in run(ratings, tmp_path, BOT=outputs["bot"], WAIT_SECONDS="0", **given)
        world.play(*world.table(SetKind.RATED, "kabuki", "tanuki"))
        printed = run(ratings, tmp_path, BOT=outputs["bot"], WAIT_SECONDS="0", **given)
        assert re.search(r"nippon-2 │ \d+ ± \d+ │ +1 ", printed)
        assert printed in (tmp_path / "github_step_summary").read_text()


def test_ratings_wait_for_the_next_rated_set(world, redis, monkeypatch, capsys):
    looked = []

    def sleep(seconds: float) -> None:
        looked.append(seconds)
        world.play(*world.table(SetKind.RATED, "kabuki", "tanuki"))

    monkeypatch.setattr("arena.cli.submissions.sleep", sleep)
    with serving(world, redis) as api:
        asked = ["--wait", "600", "--endpoint", api.address, "--token", world.tokens["aki"]]
        assert main(["submission", "ratings", "kabuki", *asked]) == 0
        assert re.search(r"nippon-2 │ \d+ ± \d+ │ +1 ", capsys.readouterr().out)
        assert looked == [LOOK_SECONDS]
        assert main(["submission", "ratings", "noh", *asked[2:]]) == 2
        assert "`arena why noh` says what it waits for" in capsys.readouterr().err
        assert main(["submission", "ratings", "bunraku", *asked[2:]]) == 2
        assert "you have no bot 'bunraku'" in capsys.readouterr().err


def test_no_input_reaches_a_shell_but_by_a_variable():
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"], "text of a workflow would be run as a command"
