"""The board of Yokohama in a terminal."""

import random

import pytest

import engine
from arena.boards import draw
from engine.yokohama.decisions import Decision
from engine.yokohama.phases.area import power

GAME = engine.game("yokohama")
BOTH = {"edition": "synapses2024", "mini_expansion_1": True, "mini_expansion_2": True}


def positions(seats, options):
    state, picks = GAME.new(seats, 3, options=options), random.Random(seats)
    number = 0
    while state.to_act is not None:
        if number % 10 == 0:
            yield state
        state.apply(picks.choice(state.legal_actions()))
        number += 1
    yield state


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, BOTH], ids=["okazu", "expansions"])
def test_every_position_fits_a_terminal_of_100_columns(seats, options):
    for state in positions(seats, options):
        for seat in (None, 0):
            lines = draw(state.view(seat)).splitlines()
            assert max(len(line) for line in lines) <= 100
            assert "YOKOHAMA" in lines[0]


def test_it_shows_the_pieces_and_what_is_asked():
    state = GAME.new(4, 3)
    while state.turn.decision == Decision.KEEP_ORDER:
        state.apply(state.legal_actions()[0])
    state.apply(GAME.parse("double bank"))
    state.apply(GAME.parse("to bank"))
    assert power(state, state.players[0], state.players[0].president) == 1, "the two assistants have returned"
    shown = draw(state.view(1))
    assert "1P" in shown
    assert "Seat 2, phase B:\n  place assistants" in shown
    assert "Bank" in shown
    for card in state.ports[0]:
        assert f"order_{card + 1:02}" in shown


def test_it_shows_only_what_the_view_tells():
    state = GAME.new(2, 3)
    mine, theirs = (f"order_{player.orders[0] + 1:02}" for player in state.players)
    assert mine in draw(state.view(0))
    assert theirs not in draw(state.view(0))
    assert mine not in draw(state.view(None))


def test_every_step_has_its_sentence():
    from arena.boards.yokohama import ASKED

    asks_nothing = {"turn_start", "order_done"}
    assert set(ASKED) == set(Decision.labels()) - asks_nothing
    assert max(len(sentence) for sentence in ASKED.values()) < 98


def test_a_finished_match_says_so():
    *_, last = positions(2, {})
    assert "The match is over." in draw(last.view(None))
