"""Moves of Yokohama in words: every kind of action, with what it gave and cost."""

import random

import pytest

import engine
from arena.narration import sentence
from arena.narration.yokohama import ENDS, VERBS
from engine.yokohama.actions import VOCABULARY
from engine.yokohama.restore import END_TRIGGERS

GAME = engine.game("yokohama")
EXPANDED = {"edition": "synapses2024", "mini_expansion_1": True, "mini_expansion_2": True}


def steps(seats, seed, options):
    """Of a random match: each action with the views before and after it."""
    state, picks = GAME.new(seats, seed, options=options), random.Random(seed)
    before = state.view(None)
    while state.to_act is not None:
        action = picks.choice(state.legal_actions())
        state.apply(action)
        after = state.view(None)
        yield action.text, before, after
        before = after


def whole(seats=2, **turn):
    """A position of round 1 before the main action of seat 0, as plain data to edit."""
    state = GAME.new(seats=seats, seed=3)
    while state.to_dict()["round"] == 0:
        state.apply(state.legal_actions()[0])
    position = state.to_dict()
    position["turn"].update({"phase": "b", "step": "move"} | turn)
    return position


def area(position, name):
    return next(entry for entry in position["areas"] if entry["id"] == name)


def staffed(position, name, number):
    area(position, name)["assistants"][0] += number
    position["players"][0]["assistants"] -= number
    return position


def said(position, *actions):
    """The sentence of the last action, each carried out without the forced ones after it."""
    state = GAME.from_dict(position)
    for text in actions:
        before = state.view(None)
        state.apply(GAME.parse(text), skip_forced=False)
        words = sentence("yokohama", text, before, state.view(None))
    return words


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_of_random_matches_has_a_sentence(seats):
    for seed in range(20):
        for action, before, after in steps(seats, seed, EXPANDED if seed % 2 else {}):
            words = sentence("yokohama", action, before, after)
            assert words
            assert words[0].islower()
            assert "_" not in words
            assert "  " not in words


def test_every_verb_has_words():
    assert set(VERBS) == {action.text.split()[0] for action in VOCABULARY}


def test_every_cause_of_the_end_has_words():
    assert set(ENDS) == set(END_TRIGGERS) - {""}


def test_a_walk_says_power_and_yield():
    assert said(staffed(whole(), "bank", 3), "to bank") == "moves the president to the Bank, power 4: +4 yen"


def test_a_walk_past_others_says_who_is_paid():
    before = GAME.from_dict(staffed(whole(3), "bank", 1)).view(None)
    words = sentence("yokohama", "to bank paying seat_1 bank", before, before)
    assert words == "moves the president to the Bank paying seat 2 and the bank 1 yen each, power 2"


def test_a_shop_says_what_its_space_gives():
    position = staffed(whole(), "bank", 3)
    assert area(position, "bank")["building"] == "building_06"
    assert said(position, "to bank", "build shop 3") == "builds a shop at the Bank (2 VP, 2 from the warehouse): +2 VP"


def test_an_order_in_hand_stays_hidden_until_it_is_completed():
    state = GAME.new(seats=2, seed=3)
    view = state.view(None)
    assert sentence("yokohama", "keep_order", view, view) == "keeps one of two orders"


def test_an_order_says_goods_country_and_reward():
    before = whole(phase="a", step="extra")
    player = before["players"][0]
    after = before | {
        "players": [{**player, "tea": player["tea"] - 4, "vp": 6, "agents": {"netherlands": 1}}, before["players"][1]]
    }
    words = sentence("yokohama", "order order_10", before, after)
    assert words == "completes order 10 (4 tea) for England: +6 VP, −4 tea, +1 agent of the Netherlands"


def test_the_call_of_the_end_is_said():
    before = whole()
    after = before | {"end_trigger": "church_full", "last_round": 2}
    words = sentence("yokohama", "take_back", before, after)
    assert words == "keeps the president in hand; the Church board is full, so round 2 is the last"
