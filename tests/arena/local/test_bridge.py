"""The bridge's talk with its program."""

import shlex
import sys

import pytest

from arena.bridge import Bridged, ProgramFailed
from arena.sdk import Decision
from arena.v1 import bots_pb2
from arena.wire import question
from arena.wire.questions import stamped
from tests.arena.streams import tiny_spec

pytestmark = pytest.mark.usefixtures("tiny")


@pytest.fixture
def decision(tiny):
    from arena.matches import steps

    asked = question("m1", next(steps(tiny_spec())))
    return Decision(bots_pb2.Decision.FromString(stamped(asked, 7, 5_000)))


def bridged(program):
    return Bridged([sys.executable, "-c", program])


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


def test_the_shell_example_needs_no_more_than_the_line(decision):
    bot = Bridged(shlex.split("sh bots/shell/random.sh"))
    try:
        assert {bot.choose(decision) for _ in range(40)} <= set(range(6))
    finally:
        bot.close()
