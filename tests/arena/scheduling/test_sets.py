import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.scheduling.sets import hidden_seed, table_set

SEEDS = st.integers(0, 2**128 - 1)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), SEEDS, SEEDS)
def test_everyone_sits_once_in_every_seat_of_one_public_setup(seats, seed, secret):
    bots = [f"b{at}" for at in range(seats)]
    made = table_set(bots, seed, secret)
    assert made.seed == seed and len(made.matches) == seats
    for seat in range(seats):
        assert sorted(match.bots[seat] for match in made.matches) == bots
    assert len({match.hidden_seed for match in made.matches}) == seats


def test_the_hidden_draws_follow_from_the_secret_alone_and_change_with_each_attempt():
    one, other = table_set("ab", 1, 99), table_set("ab", 2, 99)
    assert [match.hidden_seed for match in one.matches] == [match.hidden_seed for match in other.matches]
    assert hidden_seed(99, 1) != hidden_seed(99, 1, attempt=1)
    assert table_set("ab", 1, 98) != one


def test_the_order_around_the_table_varies():
    assert len({table_set("abcd", 1, secret).matches[0].bots for secret in range(60)}) > 12


@pytest.mark.parametrize("bots", [[], ["a", "a"]])
def test_a_table_of_nobody_or_of_twins_is_refused(bots):
    with pytest.raises(ValueError, match="different bots"):
        table_set(bots, 1, 2)
