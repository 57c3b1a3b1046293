from dataclasses import replace

import numpy as np
import pytest

from arena.leagues.seasonfile import parse
from arena.leagues.simulate import KINDS, Trial, World, of_season, play, simulate, trials

TABLES = np.array([[0, 1, 2, 3], [4, 5, 6, 7]])


def drawn(world: World, strength, sets: bool, seed: int = 1):
    return play(world, np.asarray(strength, dtype=float), TABLES, sets=sets, chance=np.random.default_rng(seed))


def test_a_set_seats_everyone_once_in_every_seat():
    played = drawn(World(), np.zeros(8), sets=True)
    assert (np.sort(played.seats, axis=1) == np.arange(4)[None, :, None]).all()


@pytest.mark.parametrize("sets", [False, True])
def test_every_match_has_four_seats_and_four_places(sets):
    played = drawn(World(), np.zeros(8), sets=sets)
    assert played.places.shape == (2, 4, 4)
    assert (np.sort(played.places, axis=2) == np.arange(1, 5)).all()
    assert (np.sort(played.seats, axis=2) == np.arange(4)).all()


def test_the_strong_win():
    played = drawn(World(seat=0, suits=0), [9000, 0, 0, 0, 0, 0, 0, 9000], sets=True)
    assert (played.places[0, :, 0] == 1).all() and (played.places[1, :, 3] == 1).all()


def test_a_seat_that_a_setup_favours_beyond_all_wins_for_each_bot_once_per_set():
    played = drawn(World(seat=10**7, suits=0), np.zeros(8), sets=True)
    for bot in range(4):
        assert sorted(played.places[0, :, bot]) == [1, 2, 3, 4]


def test_all_formats_play_the_same_number_of_matches():
    figures = [simulate(trial, 2, 1) for trial in trials(12, 4)]
    assert {row.matches for row in figures} == {figures[0].matches}
    assert [row.trial.kind for row in figures] == [kind for kind in KINDS for _ in range(2)]
    assert all(row.seat_spread == 0 for row in figures if row.trial.sets)
    assert any(row.seat_spread > 0 for row in figures if not row.trial.sets)


def test_the_same_seed_gives_the_same_figures():
    trial = Trial("swiss", 10, 3, sets=True, rounds=3)
    assert simulate(trial, 5, 3) == simulate(trial, 5, 3) != simulate(trial, 5, 4)


@pytest.mark.parametrize("kind", KINDS)
def test_the_best_of_a_field_far_apart_wins_every_format(kind):
    trial = Trial(kind, 8, 4, sets=True, rounds=8, meetings=2, world=World(skill=5000, seat=0, suits=0))
    figures = simulate(trial, 10, 1)
    assert figures.best_wins >= 0.9 and figures.order > 0.85


def test_table_sets_beat_single_matches_where_seats_matter():
    single = Trial("round_robin", 24, 4, sets=False, rounds=0, world=World(seat=250))
    sets = simulate(replace(single, sets=True), 300, 1)
    loose = simulate(single, 300, 1)
    assert sets.order > loose.order + 3 * (sets.order_error + loose.order_error)


def test_a_season_is_compared_with_random_tables_and_without_sets():
    season = parse(
        'name = "x"\ngame = "yokohama"\nseats = 4\nexpected_entries = 12\n[schedule]\nfirst = 2027-01-01T00:00:00\n'
        '[[stage]]\nformat = "swiss"\nrounds = 3\n[[stage]]\nformat = "final"\ntop = 4\nmeetings = 2\n'
    )
    asked = of_season(season, World())
    assert [(trial.title, trial.sets) for trial in asked] == [
        ("random tables + final of 4", False),
        ("random tables + final of 4", True),
        ("swiss + final of 4", False),
        ("swiss + final of 4", True),
    ]
    assert simulate(asked[3], 2, 1).matches == 3 * 3 * 4 + 2 * 4
