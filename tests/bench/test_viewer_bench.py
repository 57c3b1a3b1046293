"""What of the viewer's limits does not depend on the machine: sizes. Its times are measured by bench/viewer.py."""

import gzip
import json

import pytest

import engine
from arena.viewer.audiences import ALL
from arena.viewer.frames import frames
from bench.viewer import Figures, scripts_size, stepped
from tests.arena.viewer.matches import random_match


@pytest.mark.parametrize("game", engine.games())
def test_shell_and_renderer_are_small(game):
    assert scripts_size(game) < 60_000


@pytest.mark.parametrize("game", engine.games())
def test_all_frames_of_a_match_are_small(game):
    document = frames(random_match(game, max(engine.game(game).seats)), ALL)
    assert len(gzip.compress(json.dumps(document).encode())) < 150_000


def test_steps_are_spread_over_the_whole_match_and_all_are_taken():
    taken = []

    class Clock:
        def cost(self, script):
            taken.append(script.count("step;"))
            return 1.0

    for steps in (7, 100, 101, 999):
        taken.clear()
        assert 7 <= len(stepped(Clock(), "step;", steps)) <= 100
        assert sum(taken) == steps


def test_a_subject_that_has_no_page_has_dashes():
    row = Figures("peer", 3, forth=[1.0, 2.0, 3.0], back=[1.0, 2.0, 3.0], scripts=1234).row()
    assert row == "| peer | 3 | – | – | – | – | – | 2.0 / 3.8 | 2.0 / 3.8 | – | 1.2 |"
