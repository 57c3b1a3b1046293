from random import Random

import pytest

from arena.ladders.solo import mean_score
from arena.ratings.intervals import quantile


def test_matches_of_one_setup_are_averaged_before_the_interval():
    played = mean_score({"x": [0.0, 10.0], "y": [20.0]})
    assert (played.mean, played.matches) == (12.5, 3)
    assert played.error == pytest.approx(12.7062 * 7.5)


def test_one_setup_alone_says_nothing_about_the_error():
    assert mean_score({"x": [1.0, 2.0]}).error is None


def test_the_interval_holds_the_mean_over_many_setups_as_often_as_it_says():
    hits = 0
    for seed in range(1000):
        chance = Random(seed)
        played = mean_score({f"setup{at}": [100 + chance.gauss(0, 30) + chance.gauss(0, 10)] for at in range(8)})
        hits += abs(played.mean - 100) <= played.error
    assert 930 <= hits <= 970


@pytest.mark.parametrize(
    ("freedom", "value"), [(1, 12.706), (4, 2.776), (5, 2.571), (7, 2.365), (10, 2.228), (30, 2.042), (120, 1.980)]
)
def test_student_quantiles_are_those_of_the_tables(freedom, value):
    assert abs(quantile(freedom) - value) < 0.0015
