"""The bridge's talk with its program."""

import os
import pty
import re
import shlex
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.bridge import BridgeBot, ProgramFailed
from arena.bridge.bot import NotAnAnswer, parse_answer
from arena.sdk import Decision
from arena.sdk.decisions import light
from arena.v1 import bots_pb2
from arena.wire import question
from arena.wire.decisions import decision_id, whole_decision
from tests.arena.streams import tiny_spec

HERE = Path(__file__).parent

pytestmark = pytest.mark.usefixtures("tiny")


def asked(match_id):
    from arena.matches import steps

    first = question(match_id, next(steps(tiny_spec())))
    return Decision(light(bots_pb2.Decision.FromString(whole_decision(first, decision_id(first, 7), 5_000))))


@pytest.fixture
def decision(tiny):
    return asked("m1")


def bridged(program):
    return BridgeBot([sys.executable, "-c", program])


def test_a_line_goes_out_and_an_index_comes_back(decision):
    bot = bridged(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    d = json.loads(line)\n"
        "    assert d['choices'] == len(d['legal']) == 6 and d['view']['players'] and d['clock_ms'] == 5000, d\n"
        "    assert (d['game'], d['match_id'], d['seat'], d['number']) == ('tiny', 'm1', 0, 0), d\n"
        "    print(d['choices'] - 1, flush=True)\n"
    )
    try:
        assert [bot.choose(decision) for _ in range(3)] == [5, 5, 5]
    finally:
        bot.close()


def test_two_matches_never_talk_to_the_program_at_once(tiny):
    """The first was broken off while the program thought; its late line must not count for the second."""
    bot = bridged("import sys, time\nfor line in sys.stdin: time.sleep(0.03); print(int('m1' in line), flush=True)")
    both = [asked("m0"), asked("m1")] * 10
    try:
        with ThreadPoolExecutor(2) as matches:
            assert list(matches.map(bot.choose, both)) == [0, 1] * 10
    finally:
        bot.close()


def test_a_program_that_ended_is_started_again(decision):
    bot = bridged("print(input()[11])")  # answers once: the first digit of "choices", which is 6
    try:
        assert [bot.choose(decision) for _ in range(3)] == [6, 6, 6]
    finally:
        bot.close()


@pytest.mark.parametrize(
    ("program", "said"), [("print('hello', flush=True); input()", "hello"), ("exit(3)", "exit code")]
)
def test_a_program_that_fails_is_named(decision, program, said):
    bot = bridged(program)
    try:
        with pytest.raises(ProgramFailed, match=said):
            bot.choose(decision)
    finally:
        bot.close()


def test_a_program_that_ended_by_killing_itself_is_named_with_its_code(decision):
    bot = bridged("import os; input(); os.kill(os.getpid(), 9)")
    try:
        with pytest.raises(ProgramFailed, match="exit code -9"):
            bot.choose(decision)
    finally:
        bot.close()


@pytest.mark.parametrize("chatter", ["print('thinking', flush=True)", "print(flush=True)", "print(5, flush=True)"])
def test_a_program_that_prints_a_line_too_many_never_answers_another_decision(decision, chatter):
    """The second line would be taken for the answer to the next question, and so on for ever."""
    bot = bridged(
        "import sys\n"
        "for number, line in enumerate(sys.stdin):\n"
        "    print(2, flush=True)\n"
        "    if number == 0:\n"
        f"        {chatter}\n"
    )
    try:
        assert bot.choose(decision) == 2
        while not bot._program.unasked():
            pass  # the line too many is on its way
        with pytest.raises(ProgramFailed, match="unasked"):
            bot.choose(decision)
        assert bot.choose(decision) == 2  # it was started anew
    finally:
        bot.close()


def test_a_blank_line_is_no_answer(decision):
    bot = bridged("input(); print(flush=True); input()")
    try:
        with pytest.raises(ProgramFailed, match="which is not an index"):
            bot.choose(decision)
    finally:
        bot.close()


def test_a_long_position_and_a_long_answer_pass_through_the_pipe(decision):
    decision.message.events.extend(["0 something happened"] * 20_000)  # more than a pipe holds
    bot = bridged("import sys\nfor line in sys.stdin: print('0' * 1000 + '3', flush=True)")
    try:
        assert [bot.choose(decision) for _ in range(2)] == [3, 3]
    finally:
        bot.close()


def test_ctrl_c_at_a_terminal_is_for_the_bridge_and_not_for_its_program(tmp_path):
    """The first Ctrl-C finishes what is running: a program that died of it would lose what it knows of the match."""
    child, terminal = pty.fork()
    if child == 0:  # a session of its own, with a terminal
        os.execv(sys.executable, [sys.executable, str(HERE / "at_a_terminal.py")])
    said = b""
    try:
        while b"asked" not in said:
            said += os.read(terminal, 1024)
        os.write(terminal, b"\x03")
        while not re.search(rb"answer \S", said):
            said += os.read(terminal, 1024)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
    assert b"interrupted" in said and b"answer 3" in said


def test_the_shell_example_needs_no_more_than_the_line(decision):
    bot = BridgeBot(shlex.split("sh bots/shell/random.sh"))
    try:
        assert {bot.choose(decision) for _ in range(40)} <= set(range(6))
    finally:
        bot.close()


def test_a_json_answer_carries_note_and_value(decision):
    bot = bridged(
        "import json, sys\n"
        "for line in sys.stdin: print(json.dumps({'index': 4, 'note': 'why not', 'value': 0.25}), flush=True)"
    )
    try:
        assert bot.choose(decision) == 4
        assert (decision.note, decision.value) == ("why not", 0.25)
    finally:
        bot.close()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"index": "1"}', "whose index is '1'"),
        ('{"note": "x"}', "whose index is None"),
        ('{"index": true}', "whose index is True"),
        ('{"index": 1, "note": 5}', "whose note is 5"),
        ('{"index": 1, "value": "good"}', "whose value is 'good'"),
        ('{"index": 1, "answer": 2}', "'answer'"),
        ('{"index": 1', "not a JSON object"),
        ("1.0", "not an index"),
    ],
)
def test_a_wrong_answer_is_told_with_what_is_wrong(line, said):
    with pytest.raises(NotAnAnswer, match=re.escape(said)):
        parse_answer(line)


def test_a_silent_program_is_hinted_at_and_does_not_outlast_its_clock(decision, monkeypatch, capfd):
    """It has answered, but its answer is in a buffer: the usual mistake."""
    monkeypatch.setattr("arena.bridge.bot.HINT_SECONDS", 0.1)
    decision._message.clock_ms = 1_000
    bot = bridged("import sys\nout = open(1, 'w')\nfor line in sys.stdin: out.write('1\\n')")
    try:
        with pytest.raises(ProgramFailed, match="did not answer in time"):
            bot.choose(decision)
        told = capfd.readouterr().err
        assert "flush after every line" in told and "stdbuf -oL" in told and "python -u" in told and "mawk" in told
        assert "bridge: match m1, decision 0 of seat 1: the program did not answer in time" in told
        with pytest.raises(SystemExit) as ended:
            bot.choose(decision)
        assert ended.value.code == 3
        assert "the first decision of 2 matches; stopping" in capfd.readouterr().err
        bot.close()  # as the arena does, while a third match has just begun
        with pytest.raises(SystemExit):
            bot.choose(decision)
        assert capfd.readouterr().err == "", "nothing comes after the reason"
    finally:
        bot.close()
