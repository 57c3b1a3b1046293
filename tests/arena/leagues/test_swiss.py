from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from arena.leagues import swiss
from arena.leagues.swiss import History, first_round, history, next_round


def names(size: int) -> list[str]:
    return [f"e{at:02d}" for at in range(size)]


def play(size: int, seats: int, rounds: int, seed: int = 1):
    """Swiss rounds in which the stronger mostly wins."""
    chance, points = Random(seed), dict.fromkeys(names(size), 0.0)
    made = [first_round(names(size), seats)]
    while True:
        for table in made[-1].tables:
            order = sorted(table, key=lambda one: int(one[1:]) + chance.gauss(0, 6))
            for at, one in enumerate(order):
                points[one] += seats - at
        for one in made[-1].byes:
            points[one] += (seats + 1) / 2
        if len(made) == rounds:
            return made
        standing = sorted(points, key=lambda one: (-points[one], one))
        made.append(next_round(standing, seats, history(made)))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 4), st.integers(4, 40), st.integers(0, 10**6))
def test_everyone_plays_or_sits_out_and_byes_go_round(seats, size, seed):
    made = play(size, seats, 5, seed)
    for row in made:
        seated = [one for table in row.tables for one in table] + list(row.byes)
        assert sorted(seated) == names(size)
        assert all(len(table) == seats for table in row.tables) and len(row.byes) == size % seats
    counts = [history(made).byes.get(one, 0) for one in names(size)]
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(
    ("size", "seats", "rounds"), [(16, 2, 7), (24, 2, 8), (40, 2, 10), (24, 3, 5), (24, 4, 4), (40, 4, 6), (33, 4, 4)]
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nobody_meets_twice_where_that_is_easy(size, seats, rounds, seed):
    assert sum(row.repeats for row in play(size, seats, rounds, seed)) == 0


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 4), st.integers(4, 24), st.integers(0, 10**6))
def test_repeats_are_counted_as_they_are(seats, size, seed):
    made = play(size, seats, 6, seed)
    met: set[frozenset[str]] = set()
    for row in made:
        now = [frozenset(pair) for table in row.tables for pair in combinations(table, 2)]
        assert row.repeats == sum(pair in met for pair in now)
        met.update(now)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(2, 4), st.integers(2, 5), st.integers(0, 10**6))
def test_no_single_exchange_could_lower_the_cost_of_a_seating(seats, tables, seed):
    chance, size = Random(seed), seats * tables
    costs = [[0] * size for _ in range(size)]
    for one, other in combinations(range(size), 2):
        costs[one][other] = costs[other][one] = chance.randrange(30)
    start = [list(range(at, at + seats)) for at in range(0, size, seats)]
    found = swiss._exchanged(start, costs)
    assert sorted(one for table in found for one in table) == list(range(size))
    least = swiss._cost(found, costs)
    assert least <= swiss._cost(start, costs)
    for one, other in combinations(range(tables), 2):
        for i in range(seats):
            for j in range(seats):
                turned = [table[:] for table in found]
                turned[one][i], turned[other][j] = turned[other][j], turned[one][i]
                assert swiss._cost(turned, costs) >= least


def test_the_first_round_spreads_the_seeds():
    assert first_round(names(8), 2).tables == (("e00", "e04"), ("e01", "e05"), ("e02", "e06"), ("e03", "e07"))


def test_later_rounds_seat_neighbours():
    assert next_round(names(8), 4, History()).tables == (("e00", "e01", "e02", "e03"), ("e04", "e05", "e06", "e07"))


def test_the_last_without_a_bye_sits_out():
    assert next_round(names(5), 2, History(byes={"e04": 1, "e03": 1})).byes == ("e02",)


def test_owners_are_kept_apart_where_possible():
    together = next_round(names(8), 4, History(), {"e00": "x", "e01": "x"}).tables
    assert not any({"e00", "e01"} <= set(table) for table in together)
    assert not any({"e00", "e02"} <= set(table) for table in first_round(names(8), 4, {"e00": "x", "e02": "x"}).tables)


def test_too_few_or_double_entries_are_refused():
    with pytest.raises(ValueError, match="3 entries do not fill a table of 4"):
        next_round(names(3), 4, History())
    with pytest.raises(ValueError, match="twice"):
        first_round(["a", "a", "b"], 2)
