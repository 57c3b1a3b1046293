from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from arena.leagues.divisions import next_season, split
from arena.leagues.season import Divisions

THREE = Divisions(("A", "B", "C"), (4, 4, 4), up=1)
TABLES = (("a1", "a2", "a3", "a4"), ("b1", "b2", "b3", "b4"), ("c1", "c2", "c3", "c4"))
EVERYONE = [entry for table in TABLES for entry in table]


def test_a_field_is_cut_by_size_and_the_lowest_takes_the_rest():
    assert split("abcdefghijklmn", THREE) == (tuple("abcd"), tuple("efgh"), tuple("ijklmn"))


def test_the_best_rise_and_the_last_fall():
    moves = next_season(TABLES, THREE, EVERYONE)
    assert moves.divisions == (("a1", "a2", "a3", "b1"), ("a4", "b2", "b3", "c1"), ("b4", "c2", "c3", "c4"))
    assert (moves.promoted, moves.relegated) == (("b1", "c1"), ("a4", "b4"))


def test_new_entrants_start_at_the_bottom():
    moves = next_season(TABLES, THREE, EVERYONE, ["n1", "n2", "a1"])
    assert moves.divisions[2] == ("b4", "c2", "c3", "c4", "n1", "n2")
    assert moves.new == ("n1", "n2")


def test_an_empty_place_goes_to_the_best_below_who_was_not_promoted():
    moves = next_season(TABLES, THREE, [entry for entry in EVERYONE if entry != "a2"])
    assert moves.divisions == (("a1", "a3", "b1", "b2"), ("a4", "b3", "c1", "c2"), ("b4", "c3", "c4"))
    assert moves.left == ("a2",)


def test_the_next_in_line_rises_when_the_champion_leaves_and_a_leaver_counts_as_fallen():
    moves = next_season(TABLES, THREE, [entry for entry in EVERYONE if entry not in {"b1", "a4"}])
    assert moves.divisions[0] == ("a1", "a2", "a3", "b2")
    assert moves.divisions[1] == ("b3", "c1", "c2", "b4") or set(moves.divisions[1]) >= {"b3", "c1"}


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6))
def test_nobody_is_lost_or_doubled_and_divisions_keep_their_size(seed):
    chance = Random(seed)
    count = chance.randrange(1, 5)
    sizes = tuple(chance.randrange(4, 9) for _ in range(count))
    divisions = Divisions(tuple("ABCDE"[:count]), sizes, up=chance.randrange(0, 3))
    tables = [[f"{at}-{n}" for n in range(size)] for at, size in enumerate(sizes)]
    on = [entry for table in tables for entry in table if chance.random() < 0.85]
    new = [f"new{n}" for n in range(chance.randrange(4))]
    moves = next_season(tables, divisions, on, new)
    made = [entry for row in moves.divisions for entry in row]
    assert sorted(made) == sorted(on + new)
    old = len(on)
    for size, row in zip(sizes[:-1], moves.divisions, strict=False):
        assert len(row) == min(size, old)
        old -= len(row)
    assert all(entry in moves.divisions[-1] for entry in new)
    if len(on) == sum(sizes):
        assert len(moves.promoted) == len(moves.relegated) == divisions.up * (count - 1)


def test_tables_must_match_the_divisions():
    with pytest.raises(ValueError, match="2 final tables for 3 divisions"):
        next_season(TABLES[:2], THREE, EVERYONE)
    with pytest.raises(ValueError, match="two final tables"):
        next_season((("a",), ("a",), ("b",)), THREE, ["a"])
