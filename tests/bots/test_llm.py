"""The bot that asks a language model, against a stand-in for the model's server."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.replays import read
from tests.bots.stand_in import Model, stand_in

ROOT = Path(__file__).parents[2]
BOT = "python bots/llm/llm_bot.py"


@pytest.fixture
def model():
    """The address of a running stand-in."""
    with stand_in() as address:
        yield address


def played(tmp_path, address, name, *words):
    """A match of the bot; its lines, and the process."""
    environment = {
        "LLM_BASE_URL": address,
        "LLM_MODEL": name,
        "LLM_PRICES": "2.5,10",
        "ARENA_KEY": str(tmp_path / "key"),
    }
    passed = [word for key in ("LLM_BASE_URL", "LLM_MODEL", "LLM_PRICES") for word in ("--pass", key)]
    command = ("local", "iki", "--bot", BOT, "--bot", "house:random", "--clock", "slow", "--games", "1", *passed)
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", *command, "--save", str(tmp_path), *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return (tmp_path / "logs" / "bot-0.stdout").read_text("utf-8"), done


def test_one_malformed_answer_in_five_costs_a_retry_and_no_fault(model, tmp_path):
    lines, _ = played(tmp_path, model, "stand-in")
    figures = re.search(
        r"(\d+) requests, (\d+) retries, (\d+) fallbacks, (\d+) tokens in, (\d+) out, \$([\d.]+)", lines
    )
    requests, retries, fallbacks, tokens, written = map(int, figures.groups()[:5])
    assert retries == requests // 5 > 5 and fallbacks == 0
    assert (tokens, written) == (900 * requests, 20 * requests)
    assert float(figures[6]) == pytest.approx(tokens * 2.5e-6 + written * 10e-6, abs=1e-4)
    reasons = " ".join(Model.refused)
    for reason in ("no JSON object", "there are only choices 1 to", "whole number", "cannot be read"):
        assert reason in reasons
    replay = read(next(tmp_path.glob("*.replay.gz")))
    assert len(replay.decisions) > 50
    assert replay.verdicts == ("finished", "finished") and not replay.faults


def test_a_model_that_never_answers_right_plays_the_first_choice_and_says_so(model, tmp_path):
    lines, _ = played(tmp_path, model, "broken")
    requests, fallbacks = map(int, re.search(r"(\d+) requests, \d+ retries, (\d+) fallbacks", lines).groups())
    assert requests == 4 * fallbacks > 100
    assert "fallback to the first choice" in (tmp_path / "logs" / "bot-0.stderr").read_text("utf-8")
