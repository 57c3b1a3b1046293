from math import isclose, log

import pytest
from hypothesis import given, settings, strategies as st

from arena.ratings import elo
from arena.ratings.results import RatingError, SetResult, from_seats


@st.composite
def rated_sets(draw):
    seats = draw(st.integers(2, 4))
    rows = draw(st.lists(st.tuples(*[st.integers(1, seats)] * seats), min_size=1, max_size=4))
    points = draw(st.lists(st.integers(-500_000, 4_000_000), min_size=seats, max_size=seats))
    bots = tuple("abcd"[:seats])
    return dict(zip(bots, points, strict=True)), SetResult("s", bots, tuple(rows))


@settings(max_examples=100, deadline=None)
@given(rated_sets())
def test_a_set_neither_creates_nor_destroys_points(case):
    points, result = case
    assert sum(elo.changes(points, result).values()) == 0


@settings(max_examples=100, deadline=None)
@given(rated_sets(), st.randoms(use_true_random=False))
def test_changes_do_not_depend_on_the_order_of_the_bots(case, chance):
    points, result = case
    order = list(range(len(result.bots)))
    chance.shuffle(order)
    turned = SetResult(
        "s", tuple(result.bots[at] for at in order), tuple(tuple(row[at] for at in order) for row in result.places)
    )
    assert elo.changes(points, turned) == elo.changes(points, result)


@settings(max_examples=100, deadline=None)
@given(rated_sets())
def test_nobody_moves_by_more_than_k(case):
    points, result = case
    assert max(abs(change) for change in elo.changes(points, result).values()) <= elo.K * elo.MILLI + 3


@pytest.mark.parametrize("gap", [0, 1, 999, 1_000, 123_456, 400_000, 1_499_999])
def test_the_expected_share_is_the_elo_curve(gap):
    assert isclose(elo.expected(gap) / elo.SHARE, 1 / (1 + 10 ** (-gap / 400_000)), abs_tol=1e-6)
    assert elo.expected(gap) + elo.expected(-gap) == elo.SHARE


def test_differences_beyond_the_curve_expect_as_much_as_its_end():
    assert elo.expected(9_000_000) == elo.expected(1_500_000) < elo.SHARE


def test_two_equal_bots_and_one_win_move_half_of_k():
    assert elo.changes({"a": 0, "b": 0}, SetResult("s", ("a", "b"), ((1, 2),))) == {"a": 16_000, "b": -16_000}


def test_a_won_tied_and_lost_table_of_four_moves_k_over_three_per_pair():
    result = SetResult("s", ("a", "b", "c", "d"), ((1, 2, 2, 4),))
    # a beats three: 3 * 32/3 * 1/2; b beats d, loses to a, ties c: 0
    assert elo.changes(dict.fromkeys("abcd", 0), result) == {"a": 15_999, "b": 0, "c": 0, "d": -15_999}


def test_a_set_counts_as_one_whatever_its_number_of_matches():
    once = SetResult("s", ("a", "b"), ((1, 2),))
    twice = SetResult("s", ("a", "b"), ((1, 2), (1, 2)))
    assert elo.changes({"a": 5, "b": 7}, once) == elo.changes({"a": 5, "b": 7}, twice)


def test_a_meeting_narrows_the_deviation_as_glicko_does():
    result = SetResult("s", ("a", "b"), ((1, 2),))
    after = elo.narrowed({"a": 350_000, "b": 350_000}, {"a": 0, "b": 0}, result)["a"] / 1000
    slope = log(10) / 400
    assert isclose(after, (1 / 350**2 + slope**2 / 4) ** -0.5, rel_tol=1e-4)


def test_the_deviation_has_a_floor_and_a_new_version_widens_it():
    deviation = {"a": elo.WIDEST, "b": elo.WIDEST}
    for _ in range(500):
        deviation = elo.narrowed(deviation, {"a": 0, "b": 0}, SetResult("s", ("a", "b"), ((1, 2),)))
    assert deviation["a"] == elo.NARROWEST
    assert elo.NARROWEST < elo.widened(elo.NARROWEST) < elo.widened(elo.widened(elo.NARROWEST)) <= elo.WIDEST
    assert elo.widened(elo.WIDEST) == elo.WIDEST


def test_seats_are_turned_into_places_per_bot():
    result = from_seats("s", [(("x", "y"), (1, 2)), (("y", "x"), (1, 2))])
    assert result == SetResult("s", ("x", "y"), ((1, 2), (2, 1)))


@pytest.mark.parametrize(
    ("bots", "places"),
    [(("a",), ((1,),)), (("a", "a"), ((1, 2),)), (("a", "b"), ()), (("a", "b"), ((1, 2, 3),))],
)
def test_results_that_could_not_be_are_refused(bots, places):
    with pytest.raises(RatingError, match="set odd"):
        SetResult("odd", bots, places)


def test_matches_of_one_set_must_have_the_same_bots():
    with pytest.raises(RatingError, match="match 1 has other bots"):
        from_seats("s", [(("x", "y"), (1, 2)), (("y", "z"), (1, 2))])
    with pytest.raises(RatingError, match="no match"):
        from_seats("s", [])
