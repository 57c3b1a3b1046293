"""Chance is the same on every machine: known answers, fair draws, separate streams."""

import random
from collections import Counter

import pytest

from engine.core.chance import SEED_BITS, derived, shuffle, shuffled, stream

KNOWN_WORDS = [14447735359011404872, 3887428834140966287, 17131560587434661737]
KNOWN_DRAWS = [4, 32, 872]
KNOWN_SHUFFLE = [7, 3, 0, 9, 1, 4, 2, 8, 6, 5]
KNOWN_SEED = 88185731365000368302693672480421658681


def test_known_answers():
    drawn = stream(7, "deck")
    assert [drawn.word() for _ in range(3)] == KNOWN_WORDS
    assert [stream(7, "deck").randrange(n) for n in (6, 52, 1000)] == KNOWN_DRAWS
    pile = list(range(10))
    stream(2**127 + 1, "orders", 3).shuffle(pile)
    assert pile == KNOWN_SHUFFLE
    assert derived(1, "hidden") == KNOWN_SEED


def test_purpose_number_and_seed_each_make_another_stream():
    words = {
        stream(seed, purpose, number).word() for seed in (1, 2) for purpose in ("deck", "bag") for number in (0, 1, 2)
    }
    assert len(words) == 12


def test_every_number_below_the_limit_is_drawn_about_equally_often():
    drawn = stream(3, "fair")
    counts = Counter(drawn.randrange(6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 10_000) < 500 for count in counts.values())  # five standard deviations


def test_every_order_of_a_pile_is_about_equally_likely():
    drawn = stream(4, "fair")
    counts = Counter(tuple(shuffled(drawn, "abc")) for _ in range(12_000))
    assert len(counts) == 6
    assert all(abs(count - 2_000) < 220 for count in counts.values())


def test_wide_limits_are_drawn_whole():
    wide = 1 << SEED_BITS
    drawn = [stream(5, "wide", n).randrange(wide) for n in range(200)]
    assert max(drawn) > wide * 0.9
    assert min(drawn) < wide * 0.1
    assert all(0 <= stream(5, "odd", n).randrange((1 << 70) + 3) < (1 << 70) + 3 for n in range(50))


@pytest.mark.parametrize("stop", [0, -1])
def test_nothing_can_be_drawn_below_one(stop: int):
    with pytest.raises(ValueError, match="cannot draw"):
        stream(1, "x").randrange(stop)


def test_any_generator_with_randrange_can_shuffle():
    pile = list(range(30))
    shuffle(random.Random(1), pile)
    assert sorted(pile) == list(range(30))
    assert pile != list(range(30))
