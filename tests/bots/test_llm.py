"""The bot that asks a language model, against a stand-in for the model's server."""

import json
import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import ClassVar

import pytest

from arena.replays import read

ROOT = Path(__file__).parents[2]
BOT = "python bots/llm/llm_bot.py"
MALFORMED = (
    "",
    "I would rather not say.",
    '{"thought": "too high", "choice": 4711}',
    '{"thought": "a word", "choice": "the first"}',
    '{"thought": "not JSON", "choice": 1,,}',
)
"""Every fifth answer is one of these, in turn."""


class Model(BaseHTTPRequestHandler):
    """Reads the prompt, and picks a choice by its text: the one that gains most, by the words."""

    number = count()
    refused: ClassVar[list[str]] = []

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        question = next(message for message in asked["messages"][::-1] if "Your choices:" in message["content"])
        if asked["messages"][-1] is not question:
            self.refused.append(asked["messages"][-1]["content"])
        listed = re.findall(r"^(\d+)\. (.+)$", question["content"].split("Your choices:")[1], re.MULTILINE)
        number = next(self.number)
        if asked["model"] == "broken" or number % 5 == 4:
            text = MALFORMED[number // 5 % len(MALFORMED)]
        else:
            best = max(
                listed,
                key=lambda choice: (choice[1].count("+") + choice[1].startswith(("recruit", "buy")), -int(choice[0])),
            )
            text = f"Let me see. {json.dumps({'thought': f'{best[1]} looks best', 'choice': int(best[0])})}"
        usage = {"prompt_tokens": 900, "completion_tokens": 20}
        body = json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def model():
    """The address of a running stand-in."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


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
    Model.refused.clear()
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


def test_a_model_that_never_answers_right_plays_the_first_choice_and_says_so(model, tmp_path):
    lines, _ = played(tmp_path, model, "broken")
    requests, fallbacks = map(int, re.search(r"(\d+) requests, \d+ retries, (\d+) fallbacks", lines).groups())
    assert requests == 4 * fallbacks > 100
    assert "fallback to the first choice" in (tmp_path / "logs" / "bot-0.stderr").read_text("utf-8")
