from math import isclose
from random import Random

import numpy as np
import pytest

from arena.ratings.fit import CENTRE, PRIOR, WIDE, fit
from arena.ratings.results import RatingError, SetResult
from tests.arena.ratings.seasons import season


def coverage(seasons: int, bots: int, sets: int, seats: int, alike: float, apart: bool = False) -> tuple[float, float]:
    """Share of true ratings, and of true differences, that lie in their 95 % intervals."""
    hits, pairs = [], []
    for seed in range(seasons):
        truth, results = season(Random(seed), bots, sets, seats, alike)
        if apart:
            results = [
                SetResult(f"{r.set_id}/{at}", r.bots, (row,)) for r in results for at, row in enumerate(r.places)
            ]
        fitted = fit(results)
        true = np.array([truth[bot] for bot in fitted.bots])
        off = fitted.points - CENTRE - (true - true.mean())
        own = np.diag(fitted.covariance)
        hits.append(np.abs(off) <= WIDE * np.sqrt(own))
        spread = own[:, None] + own[None, :] - 2 * fitted.covariance
        above = np.triu_indices(bots, 1)
        pairs.append((np.abs(off[:, None] - off[None, :]) <= WIDE * np.sqrt(np.abs(spread)))[above])
    return float(np.mean(np.concatenate(hits))), float(np.mean(np.concatenate(pairs)))


@pytest.mark.parametrize(
    ("bots", "sets", "seats", "alike"), [(12, 60, 4, 0.3), (12, 80, 3, 0.5), (16, 80, 4, 0.0), (10, 150, 2, 0.3)]
)
def test_intervals_hold_the_truth_as_often_as_they_say(bots, sets, seats, alike):
    ratings, differences = coverage(120, bots, sets, seats, alike)
    assert 0.93 <= ratings <= 0.97
    assert 0.93 <= differences <= 0.97


def test_counting_matches_of_a_set_as_independent_would_promise_too_much():
    ratings, _ = coverage(40, 12, 60, 4, 0.7, apart=True)
    assert ratings < 0.90


def test_the_order_of_sets_and_of_bots_has_no_influence():
    _, results = season(Random(5), 9, 40, 3, 0.2)
    turned = [SetResult(r.set_id, r.bots[::-1], tuple(row[::-1] for row in r.places)) for r in reversed(results)]
    one, other = fit(results), fit(turned)
    assert np.allclose(one.points, other.points, atol=1e-6)
    assert np.allclose(one.covariance, other.covariance, rtol=1e-6)


def test_enough_results_find_the_true_points():
    truth, results = season(Random(8), 6, 4000, 4, 0.0)
    fitted = fit(results)
    middle = sum(truth.values()) / len(truth)
    for line in fitted.table():
        assert abs(line.points - CENTRE - (truth[line.bot] - middle)) < 15


def test_the_chance_to_beat_follows_from_wins_and_ties():
    rows = ((1, 2),) * 5 + ((2, 1),) * 2 + ((1, 1),) * 3
    results = [SetResult(f"s{at}", ("a", "b"), rows) for at in range(400)]
    chance = fit(results).chance("a", "b")
    assert isclose(chance.share, 0.65, abs_tol=0.001)
    assert chance.low <= chance.share <= chance.high
    back = fit(results).chance("b", "a")
    assert isclose(chance.share + back.share, 1) and isclose(chance.low + back.high, 1)


def test_unbeaten_bots_stay_finite_with_wide_intervals():
    fitted = fit([SetResult(f"s{at}", ("a", "b"), ((1, 2), (1, 2))) for at in range(3)])
    best = fitted.table()[0]
    assert best.bot == "a" and 1500 < best.points < 2500
    assert best.high - best.low > 200


def test_anchors_keep_their_points_and_carry_the_others():
    _, results = season(Random(3), 8, 60, 4, 0.2)
    fitted = fit(results, {"bot000": 1000.0})
    anchor = fitted.estimate("bot000")
    assert (anchor.points, anchor.low, anchor.high, anchor.anchor) == (1000.0, 1000.0, 1000.0, True)
    free = fit(results)
    gap = free.estimate("bot004").points - free.estimate("bot000").points
    assert abs(fitted.estimate("bot004").points - 1000 - gap) < 25
    assert fitted.estimate("bot004").high > fitted.estimate("bot004").low


def test_an_anchor_nobody_met_says_nothing_of_the_others():
    fitted = fit([SetResult("s", ("a", "b"), ((1, 2),))], {"far": 2000.0})
    line = fitted.estimate("a")
    assert line.high - line.low > PRIOR


def test_two_groups_that_never_met_are_told_apart_by_wide_errors_only():
    sets = [SetResult(f"{pair}{at}", tuple(pair), ((1, 2), (2, 1))) for at in range(60) for pair in ("ab", "cd")]
    fitted = fit(sets)
    near, far = fitted.chance("a", "b"), fitted.chance("a", "c")
    assert near.high - near.low < 0.2
    assert far.high - far.low > 0.8


def test_sets_and_matches_are_counted_per_bot_and_shape():
    results = [SetResult("s1", ("a", "b"), ((1, 2),)), SetResult("s2", ("a", "b", "c"), ((1, 2, 3),) * 3)]
    fitted = fit(results)
    assert [(line.bot, line.sets, line.matches) for line in sorted(fitted.table(), key=lambda line: line.bot)] == [
        ("a", 2, 4),
        ("b", 2, 4),
        ("c", 1, 3),
    ]


def test_a_bot_without_results_is_named():
    with pytest.raises(RatingError, match="bot z has no result"):
        fit([SetResult("s", ("a", "b"), ((1, 2),))]).estimate("z")


def test_an_empty_season_is_an_empty_table():
    assert fit([]).table() == []
