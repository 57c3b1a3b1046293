"""Seat-rotated sets, and what is said about their results."""

from math import inf

import pytest

from arena import series
from arena.series import Figure, Result


def result(number, places, scores=None, seats=2):
    wins = tuple((place == 1) / places.count(1) for place in places)
    return Result(number, number // seats, scores or tuple(10 * p for p in places), places, wins, 5, 0.1, "end")


def test_a_set_has_one_public_seed_every_rotation_and_its_own_hidden_draws():
    pairings = list(series.pairings(8, 4, 1))
    first = pairings[:4]
    assert len({pairing.seed for pairing in first}) == 1
    assert len({pairing.hidden_seed for pairing in pairings}) == 8
    assert {pairing.seed for pairing in pairings[4:]}.isdisjoint({pairing.seed for pairing in first})
    for seat in range(4):
        assert sorted(pairing.entrants[seat] for pairing in first) == [0, 1, 2, 3]


def test_another_seed_is_another_series():
    assert next(series.pairings(1, 2, 1)).seed != next(series.pairings(1, 2, 2)).seed


def test_like_bots_are_told_apart():
    assert series.names(["random", "greedy", "random", "random"]) == ["random", "greedy", "random (2)", "random (3)"]


def test_means_count_every_match():
    rows = series.table(["a", "b"], [result(0, (1, 2)), result(1, (1, 2)), result(2, (2, 1))])
    assert rows[0].place.mean == pytest.approx(4 / 3)
    assert rows[0].wins.mean == pytest.approx(2 / 3)
    assert rows[1].score.mean == pytest.approx(50 / 3)


def test_a_shared_first_place_is_half_a_win():
    rows = series.table(["a", "b"], [result(0, (1, 1)), result(1, (1, 2))])
    assert [row.wins.mean for row in rows] == [0.75, 0.25]


def test_errors_need_two_whole_sets():
    three = [result(0, (1, 2)), result(1, (1, 2)), result(2, (2, 1))]
    assert series.table(["a", "b"], three)[0].wins.error is None
    assert series.table(["a", "b"], [*three, result(3, (2, 1))])[0].wins.error is not None


def test_the_set_is_the_unit_of_the_error():
    # In every set each side wins once: the seats decide, the players do not, and the sets say so without any doubt.
    even = [result(n, (1, 2) if n % 2 else (2, 1)) for n in range(20)]
    assert series.table(["a", "b"], even)[0].wins == Figure(0.5, 0.0)


def test_a_few_sets_that_agree_by_chance_are_not_certain():
    even = [result(n, (1, 2) if n % 2 else (2, 1)) for n in range(6)]
    assert series.table(["a", "b"], even)[0].wins.error == pytest.approx(2.5706 * (6 / 5 / 4) ** 0.5 / 6**0.5, rel=1e-3)


def test_the_error_is_students_for_few_sets_and_normal_for_many():
    few = series.figure([0, 0, 1, 1], [0, 0, 1, 1], 2)
    assert few.error == pytest.approx(12.7062 * 0.5)
    values = [n % 2 for n in range(20000)]
    many = series.figure(values, list(range(20000)), 1)
    assert many.error == pytest.approx(1.96 * 0.5 / 20000**0.5, rel=1e-3)


def test_elo_is_the_difference_that_explains_the_share_of_won_pairs():
    rows = series.table(["a", "b"], [result(n, (2, 1) if n % 4 == 0 else (1, 2)) for n in range(400)])
    assert rows[0].elo.mean == pytest.approx(190.85, abs=0.1)  # 400 log10(3)
    assert rows[1].elo.mean == pytest.approx(-190.85, abs=0.1)


def test_a_clean_sheet_has_a_finite_elo_with_an_error():
    row = series.table(["a", "b"], [result(n, (1, 2)) for n in range(10)])[0]
    assert 400 < row.elo.mean < inf
    assert row.elo.error > 0


def test_a_clean_sheet_of_wins_is_not_certain():
    winner, loser = series.table(["a", "b"], [result(n, (1, 2)) for n in range(60)])
    assert winner.wins == Figure(1.0, 0.05)
    assert loser.wins == Figure(0.0, 0.05)


def test_pairs_of_four_count_each_opponent():
    rows = series.table(list("abcd"), [result(0, (1, 2, 2, 4), seats=4)])
    assert [round(row.elo.mean) for row in rows][1] == 0
    assert rows[0].elo.mean > 0 > rows[3].elo.mean


def test_a_solo_series_has_no_elo():
    assert series.table(["a"], [result(0, (1,), seats=1)])[0].elo is None
