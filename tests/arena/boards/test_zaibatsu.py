"""The drawing of a Zaibatsu position: it fits a terminal and says what the view says."""

import random

import pytest

import engine
from arena.boards import draw
from arena.boards.zaibatsu import effect_text
from arena.boards.zaibatsu_words import ASKED, CONDITIONS, EFFECTS
from engine.zaibatsu.data import SIDES
from engine.zaibatsu.decisions import Decision


def views(seats, seed=3, **options):
    """Every view of a random match, the last one included."""
    state, picks = engine.game("zaibatsu").new(seats, seed, options=options), random.Random(seed)
    yield state.view(None)
    while state.to_act is not None:
        state.apply(picks.choice(state.legal_actions()))
        yield state.view(None)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_position_of_a_match_fits_a_terminal(seats):
    options = {"late_factories": True, "shared_objectives": True} if seats > 1 else {}
    for view in views(seats, factory_sides="random", **options):
        lines = draw(view).splitlines()
        assert max(len(line) for line in lines) <= 100
        assert len(lines) <= 90
        assert not any(line != line.rstrip() for line in lines)


def test_tokens_factories_and_the_question_show():
    for view in views(3, seed=8):
        text = draw(view)
        for market in view["markets"]:
            for owner, value in zip(market["owners"], market["values"], strict=True):
                assert owner < 0 or f"[{owner + 1}:{value}]" in text
        for player in view["players"]:
            assert f"{player['score']} points  {player['money']} money" in text
            for factory in player["factories"]:
                assert factory["tile"] in text
        if "to_act" in view:
            assert f"Player {view['to_act'] + 1} to choose: {ASKED[view['ask']][:40]}" in " ".join(text.split())
        if view["ask"] == "factory":
            flat = " ".join(text.split())
            assert all(effect_text(name) in flat for name in view["supply"])


def test_the_automa_shows_its_goals_and_the_end_is_told():
    first, *_, last = views(1)
    assert "AUTOMA" in draw(first)
    assert all(goal in draw(first) for goal in first["automa"]["goals"])
    assert draw(last).splitlines()[-1] == "The match is over."


def test_every_question_condition_and_effect_has_words():
    assert set(ASKED) == set(Decision.labels()) - {"none"}
    assert set(CONDITIONS) == {side.when for side in SIDES}
    assert set(EFFECTS) == {token for side in SIDES for token in side.effects}
