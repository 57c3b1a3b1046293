"""The bot that asks a language model, against a stand-in for the model's server."""

import asyncio
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from arena.event_loop import on_loop
from arena.hosting.match import HostedMatch
from arena.local.arena import LocalArena
from arena.matches import PRESETS, MatchSpec
from arena.players import make
from tests.bots.stand_in import BUSY, MALFORMED, Model, stand_in

BOT = f"{sys.executable} {Path(__file__).parents[2] / 'bots' / 'llm' / 'llm_bot.py'}"
SECONDS = 400
FIGURES = re.compile(r"(\d+) requests, (\d+) retries, (\d+) fallbacks, (\d+) tokens in, (\d+) out, \$([\d.]+)")
REASONS = ("no JSON object", "only choices 1 to", "whole number", "cannot be read")
"""What the bot says of answers that are empty or prose, too high, words, and not JSON."""


@pytest.fixture
def model():
    """The address of a running stand-in."""
    with stand_in() as address:
        yield address


@pytest.fixture
def play(model, tmp_path, monkeypatch):
    """Plays a match with a clock of minutes; the match as it is recorded, and what the bot printed."""

    def play(game, name, seats=2):
        settings = {"LLM_BASE_URL": model, "LLM_MODEL": name, "LLM_PRICES": "2.5,10"}
        for key, value in settings.items():
            monkeypatch.setenv(key, value)

        async def main():
            async with LocalArena({"llm": BOT}, tmp_path, passed=tuple(settings)) as arena:
                spec = MatchSpec(game, seats, {}, 1, 2, PRESETS["slow"], match_id="m1")
                house = (make("random", seat) for seat in range(1, seats))
                match = HostedMatch(spec, ["llm", *house], arena.connections, keep_events=True)
                match.start()
                return await asyncio.wait_for(arena.unless_bots_fail(match.done), SECONDS)

        return on_loop(main()), (tmp_path / "llm.stdout").read_text("utf-8")

    return play


def test_one_malformed_answer_in_five_costs_a_retry_and_no_fault(play):
    record, printed = play("iki", "stand-in")
    assert not record.faults and set(record.verdicts) == {"finished"}
    figures = FIGURES.search(printed)
    requests, retries, fallbacks, tokens, written = map(int, figures.groups()[:5])
    assert retries == requests // 5 == Model.sent.total() > 3 * len(MALFORMED) and fallbacks == 0
    assert set(Model.sent) == set(MALFORMED) and max(Model.sent.values()) - min(Model.sent.values()) <= 1
    assert len(Model.refused) == retries, "the model read a reason each time"
    assert Counter(next(reason for reason in REASONS if reason in text) for text in Model.refused) == {
        "no JSON object": Model.sent[MALFORMED[0]] + Model.sent[MALFORMED[1]],
        **{reason: Model.sent[text] for reason, text in zip(REASONS[1:], MALFORMED[2:], strict=True)},
    }
    notes = [note.note for note in record.notes]
    assert len(notes) == requests - retries and all(note.endswith("looks best") for note in notes)
    assert (tokens, written) == (900 * requests, 20 * requests)
    assert float(figures[6]) == pytest.approx(tokens * 2.5e-6 + written * 10e-6, abs=1e-4)


def test_a_model_that_is_right_now_and_then_falls_back_as_often_as_it_says(play, tmp_path):
    """Four malformed answers in a row are a fallback: the note of the decision, stderr and the last line tell of each."""
    record, printed = play("nippon", "unreliable")
    assert not record.faults and set(record.verdicts) == {"finished"}
    requests, _, fallbacks = map(int, FIGURES.search(printed).groups()[:3])
    said = [note for note in record.notes if note.note.startswith("fallback to the first choice: ")]
    assert len(said) == fallbacks > 5 and len(record.notes) - fallbacks > 5
    assert requests == 4 * fallbacks + (len(record.notes) - fallbacks)
    assert (tmp_path / "llm.stderr").read_text("utf-8").count("fallback to the first choice: ") == fallbacks


def test_a_server_that_refuses_is_asked_again_after_a_pause(play, tmp_path):
    record, printed = play("iki", "busy")
    assert not record.faults
    retries, fallbacks = map(int, FIGURES.search(printed).groups()[1:3])
    assert (retries, fallbacks) == (BUSY + Model.sent.total(), 0)
    said = (tmp_path / "llm.stderr").read_text("utf-8")
    assert said.count("HTTP Error 429") == BUSY and "too many requests" in said


def test_the_kit_s_fake_model_is_enough_for_a_match(tmp_path):
    words = ["local", "iki", "--bot", BOT, "--bot", "house:random", "--games", "1", "--pass", "LLM_BASE_URL"]
    fake = Path(BOT.split()[1]).with_name("fake_model.py")
    with subprocess.Popen([sys.executable, fake, "0"], stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().split()[-1]
            environment = {**os.environ, "LLM_BASE_URL": address, "ARENA_KEY": str(tmp_path / "key.pem")}
            done = subprocess.run(
                [sys.executable, "-m", "arena.cli", *words, "--save", str(tmp_path / "kept")],
                env=environment,
                capture_output=True,
                text=True,
                timeout=200,
                check=False,
            )
        finally:
            server.terminate()
    assert done.returncode == 0, done.stderr
    said = (tmp_path / "kept" / "logs" / "bot-0.stdout").read_text("utf-8")
    assert FIGURES.search(said)[3] == "0", said


@pytest.mark.parametrize(
    ("address", "reason"),
    [("http://127.0.0.1:1/v1", "Connection refused"), ("localhost:1", "unknown url type"), ("{model}/none", "404")],
)
def test_a_bot_without_a_model_says_so_before_it_connects(address, reason, model):
    environment = {**os.environ, "LLM_BASE_URL": address.format(model=model)}
    done = subprocess.run(BOT.split(), env=environment, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 1 and reason in done.stderr and "LLM_BASE_URL" in done.stderr
