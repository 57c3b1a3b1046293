"""The doctor passes healthy bots, and says what is wrong with broken ones."""

import asyncio
from pathlib import Path

import pytest

from arena.cli import main
from arena.doctor import examine
from arena.doctor.checks import FAULTS

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
STARTS, PLAYS = "starts and says hello", "plays iki with 2 seats"
RESENT, LATE, LOST, RESTART, CANCELLED, UNKNOWN, TWO = (check.title for check in FAULTS)


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def findings(command, tmp_path, seconds=60.0):
    found = asyncio.run(examine(command, tmp_path, ["iki"], seconds, lambda _: None))
    return {finding.title: finding for finding in found}


def broken(name, tmp_path, seconds=60.0):
    return findings(f"python {HERE / 'broken' / name}.py", tmp_path, seconds)


def failed(found):
    return {title for title, finding in found.items() if finding.passed is False}


def test_a_starter_bot_is_healthy(capsys):
    assert main(["doctor", "--bot", f"python {ROOT / 'bots/python/random_bot.py'}", "--game", "iki"]) == 0
    said = capsys.readouterr().out
    assert "ok      plays iki with 4 seats" in said
    assert "10 checks passed, 0 failed" in said


def test_a_quick_bot_is_caught_with_a_question_however_seldom_the_doctor_looks(tmp_path, monkeypatch):
    monkeypatch.setattr("arena.doctor.bot_under_test.LOOK_SECONDS", 3.0)
    found = findings(f"python {ROOT / 'bots/python/random_bot.py'}", tmp_path, seconds=5.0)
    assert failed(found) == set()


def test_the_bridge_example_is_healthy(tmp_path):
    found = findings(f"arena bridge --games iki -- sh {ROOT / 'bots/shell/random.sh'}", tmp_path)
    assert failed(found) == set()
    assert "plays nippon with 2 seats" not in found


def test_a_bot_that_takes_two_matches_is_given_two(tmp_path):
    found = findings(f"python {HERE / 'two_bot.py'}", tmp_path)
    assert failed(found) == set()
    assert found[TWO].passed


def test_an_index_that_is_not_on_the_list(tmp_path):
    found = broken("out_of_range", tmp_path)
    assert failed(found) == {PLAYS}
    assert "it lost its seat at decision 0: illegal" in found[PLAYS].detail
    assert "it sent '1000'" in found[PLAYS].detail
    assert found[LOST].passed is None  # not before it plays


def test_an_error_in_choose(tmp_path):
    found = broken("raises", tmp_path)
    assert failed(found) == {PLAYS}
    assert "it raised at decision 0: exception: KeyError('no such key')" in found[PLAYS].detail


def test_a_program_that_ends_at_once(tmp_path, capsys):
    assert main(["doctor", "--bot", f"python {HERE / 'broken/exits.py'}"]) == 1
    said = capsys.readouterr().out
    assert "FAILED  starts and says hello" in said
    assert "my model file is missing" in said
    assert "What to do: The command must run" in said


def test_a_bot_that_says_nothing(tmp_path):
    found = broken("silent", tmp_path, seconds=0.5)
    assert failed(found) == {PLAYS}
    assert "not over within" in found[PLAYS].detail


def test_a_bot_that_never_redials(tmp_path):
    found = broken("never_redials", tmp_path)
    assert failed(found) == {LOST, RESTART}
    assert "ended" in found[LOST].detail
    assert "Welcome.pending" in found[RESTART].advice


def test_a_bot_that_stops_at_unknown_messages(tmp_path):
    found = broken("knows_it_all", tmp_path)
    assert failed(found) == {UNKNOWN}
    assert "unknown message" in found[UNKNOWN].detail


def test_a_bot_that_stops_when_it_is_told_off(tmp_path):
    found = broken("stops_at_notices", tmp_path)
    # Whether it is told off in other checks too depends on whether its answers cross the end of a match that was broken off.
    assert {RESENT, LATE} <= failed(found) <= {RESENT, LATE, UNKNOWN, CANCELLED}
    assert "told off: The clock ran out" in found[LATE].detail or "told off: You sit in no match" in found[LATE].detail
    assert "Do not stop" in found[LATE].advice


def test_a_bot_that_cannot_do_without_a_result(tmp_path):
    found = broken("needs_places", tmp_path)
    assert failed(found) == {CANCELLED}
    assert "IndexError" in found[CANCELLED].detail
    assert "`cancelled`" in found[CANCELLED].advice


def test_a_bot_that_mixes_its_matches_up(tmp_path):
    found = broken("mixes_matches", tmp_path)
    assert failed(found) == {TWO}
    assert "is not waiting" in found[TWO].detail
    assert "matches_at_once = 1" in found[TWO].advice
