from itertools import product

import pytest

import engine
from arena.matches.clocks import PRESETS, preset
from arena.matches.lengths import RESERVE_SECONDS, longest_seconds, maximum_seconds

USUAL = 7200.0


@pytest.mark.parametrize(("game", "clock"), [*product(engine.games(), PRESETS)])
def test_the_usual_maximum_is_enough_for_every_preset(game, clock):
    assert maximum_seconds(game, 4, preset(clock), USUAL) == USUAL


@pytest.mark.parametrize("clock", ["7200+0", "60+60", "86399+0", "3000+1"])
def test_a_longer_clock_has_a_longer_maximum(clock):
    longest = longest_seconds("yokohama", 4, preset(clock))
    assert maximum_seconds("yokohama", 4, preset(clock), USUAL) >= longest + RESERVE_SECONDS
