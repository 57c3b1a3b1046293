"""The search of the house bots chooses the same in both builds: it is compiled with the engine."""

import json
import os
import subprocess
import sys

import pytest

import engine
from tests.contract.cases import present

MATCH = """
import json, sys
from arena.matches import MatchSpec, play
from arena.players import make, turn_search
name = sys.argv[1]
spec = MatchSpec(name, 2, seed=5, hidden_seed=5)
record = play(spec, [make("easy", 5), make("normal", 6)], strict=True, keep_events=False)
print(json.dumps([turn_search.__file__, [move.action for move in record.decisions]]))
"""


def match(name: str, build: str) -> tuple[str, list[str]]:
    """The file that the search comes from, and what was played."""
    environment = {**os.environ, "MEIJI_ENGINE": build}
    words = [sys.executable, "-c", MATCH, name]
    file, actions = json.loads(subprocess.check_output(words, env=environment, text=True))
    return file, actions


@pytest.mark.skipif(not engine.compiled, reason="needs the compiled engine")
@pytest.mark.parametrize("name", present())
def test_both_builds_play_the_same_match(name):
    plain, expected = match(name, "plain")
    compiled, actions = match(name, "compiled")
    assert plain.endswith(".py")
    assert not compiled.endswith(".py")
    assert actions == expected
