"""The drawing of an IKI position: it fits a terminal and says what the view says."""

import random

import pytest

import engine
from arena.boards import draw
from arena.boards.iki import ABILITIES, ASKED, OFFERS, SPECIAL, _about
from engine.iki.data import tables
from engine.iki.data.records import ABILITIES as ALL_ABILITIES, SPECIAL_SKILLS
from engine.iki.decisions import Decision

GAME = engine.game("iki")
NAMES = {card.id: card.name for card in (*tables().artisans, *tables().buildings)}


def views(seats, seed=3):
    """Every view of a random match with all promo cards, the last one included."""
    state, picks = GAME.new(seats, seed, options={"promos": GAME.options["promos"].names}), random.Random(seed)
    yield state.view(None)
    while state.to_act is not None:
        state.apply(picks.choice(state.legal_actions()))
        yield state.view(None)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_position_of_a_match_fits_a_terminal(seats):
    for view in views(seats):
        lines = draw(view).splitlines()
        assert max(len(line) for line in lines) <= 100
        assert len(lines) <= 75
        assert not any(line != line.rstrip() for line in lines)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_card_in_sight_is_named_with_who_has_it(seats):
    for view in views(seats, seed=5):
        text = draw(view)
        for entry in view["row"]:
            assert NAMES[entry["card"]] in text
        for entry in view["rooms"]:
            if "card" in entry:
                line = next(line for line in text.splitlines() if line.startswith(f"  {entry['room']}  "))
                assert NAMES[entry["card"]] in line
                assert (f"P{entry['owner'] + 1}" if "owner" in entry else "neutral") in line
        for player in view["players"]:
            assert f"{player['mon']} mon, {player['koban']} koban" in text


def test_the_first_and_the_last_position_say_so():
    first, *_, last = views(3)
    assert "Player 3 to choose: a starting artisan." in draw(first)
    assert "In the start zone, before space 1: player 1, 2, 3." in draw(first)
    assert "The match is over." in draw(last)


def test_everything_has_words():
    assert set(ASKED) == set(Decision.labels()) - {"over"}
    assert set(SPECIAL) == set(SPECIAL_SKILLS)
    assert set(ABILITIES) == set(ALL_ABILITIES)
    assert set(OFFERS) == set(tables().stalls)


def test_every_card_fits_in_its_line():
    assert all(len(_about(name)) <= 100 - 18 for name in NAMES)
