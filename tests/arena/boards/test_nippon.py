"""The drawing of a Nippon position: it fits a terminal and says what the view says."""

import random

import pytest

import engine
from arena.boards import draw
from arena.boards.nippon import ASKED, EFFECTS
from engine.nippon.data import tables
from engine.nippon.decisions import Decision


def views(seats, seed=3, **options):
    """Every view of a random match, the last one included."""
    state, picks = engine.game("nippon").new(seats, seed, options=options), random.Random(seed)
    yield state.view(None)
    while state.to_act is not None:
        state.apply(picks.choice(state.legal_actions()))
        yield state.view(None)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_position_of_a_match_fits_a_terminal(seats):
    for view in views(seats):
        lines = draw(view).splitlines()
        assert max(len(line) for line in lines) <= 100
        assert len(lines) <= 66
        assert not any(line != line.rstrip() for line in lines)


def test_the_first_position_shows_who_is_to_choose_and_what():
    view = next(views(4))
    text = draw(view)
    assert f"Player {view['to_act'] + 1} to choose: take a worker" in text
    assert ">1<" in text
    assert "0: 1 for 2 points" in text
    for row in view["rows"]:
        assert " ".join(row["workers"]) in text


def test_tiles_factories_and_rewards_show():
    for view in views(3, seed=8):
        text = draw(view)
        for region in view["regions"]:
            for city in region["cities"]:
                for owner, value in zip(city["owners"], city["values"], strict=True):
                    assert owner < 0 or f"[{owner + 1}:{value}]" in text
        for player in view["players"]:
            for name, multiplier in player["rewards"].items():
                assert f"{name} x{multiplier}" in text
            for factory in player["factories"]:
                assert f"{factory['good']} {factory['tile']}" in text
        if view["pending"]["kind"] == "factory":
            assert "FACTORIES LEFT" in text


def test_the_end_shows_why():
    *_, last = views(2)
    assert "The match is over (final scoring)." in draw(last)


def test_every_decision_and_effect_has_words():
    assert set(ASKED) == set(Decision.labels())
    assert set(EFFECTS) == {effect.name for tile in tables().factories for effect in tile.effects}
