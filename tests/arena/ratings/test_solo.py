from random import Random

import pytest

from arena.ratings.results import RatingError
from arena.ratings.solo import SoloResult, difference, ladder
from arena.ratings.student import quantile

SETUPS = [f"setup{at}" for at in range(8)]


def play(chance: Random, skills: dict[str, float], setups=SETUPS, matches: int = 2, noise: float = 10):
    luck = {setup: chance.gauss(0, 30) for setup in setups}
    return [
        SoloResult(bot, setup, skill + luck[setup] + chance.gauss(0, noise))
        for bot, skill in skills.items()
        for setup in setups
        for _ in range(matches)
    ]


def test_bots_are_ranked_by_mean_over_all_setups_and_ties_share_a_place():
    results = [SoloResult(bot, setup, score) for bot, score in (("a", 5), ("b", 7), ("c", 5)) for setup in SETUPS]
    lines = ladder(results, SETUPS)
    assert [(line.bot, line.place, line.mean) for line in lines] == [("b", 1, 7), ("a", 2, 5), ("c", 2, 5)]


def test_a_bot_that_misses_a_setup_waits_below_without_a_place():
    results = play(Random(1), {"a": 50, "b": 60}) + play(Random(2), {"best": 500}, SETUPS[:5])
    last = ladder(results, SETUPS)[-1]
    assert (last.bot, last.place, last.setups) == ("best", None, 5)


def test_scores_on_other_setups_do_not_count():
    results = play(Random(1), {"a": 50, "b": 60})
    assert ladder([*results, SoloResult("a", "private", 10**6)], SETUPS) == ladder(results, SETUPS)


def test_matches_of_one_setup_are_averaged_before_the_interval():
    results = [SoloResult("a", "x", 0.0), SoloResult("a", "x", 10.0), SoloResult("a", "y", 20.0)]
    line = ladder(results, ["x", "y"])[0]
    assert (line.mean, line.matches) == (12.5, 3)


def test_the_interval_holds_the_mean_over_many_setups_as_often_as_it_says():
    hits = 0
    for seed in range(1000):
        line = ladder(play(Random(seed), {"a": 100}, matches=1), SETUPS)[0]
        hits += line.low <= 100 <= line.high
    assert 930 <= hits <= 970


def test_comparing_set_up_by_set_up_is_sharper_than_two_means():
    results = play(Random(4), {"a": 100, "b": 90})
    mean, low, high = difference(results, "a", "b")
    assert low < mean < high
    one = next(line for line in ladder(results, SETUPS) if line.bot == "a")
    assert high - low < one.high - one.low


def test_too_little_to_compare_is_said():
    results = [SoloResult("a", "x", 1), SoloResult("b", "x", 1), SoloResult("b", "y", 1)]
    with pytest.raises(RatingError, match="a and b have 1 set-ups in common"):
        difference(results, "a", "b")
    with pytest.raises(RatingError, match="two or more different set-ups"):
        ladder(results, ["x", "x"])


@pytest.mark.parametrize(
    ("freedom", "value"), [(1, 12.706), (4, 2.776), (5, 2.571), (7, 2.365), (10, 2.228), (30, 2.042), (120, 1.980)]
)
def test_student_quantiles_are_those_of_the_tables(freedom, value):
    assert abs(quantile(freedom) - value) < 0.0015
