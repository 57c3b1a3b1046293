"""Moves of Zaibatsu in words: every kind of move, what it cost and gave, and what it set off."""

import random
from collections.abc import Iterator

import pytest

import engine
from arena.narration import sentence
from arena.narration.zaibatsu import SENTENCES
from arena.narration.zaibatsu_effects import effect_words, tile_words
from engine.zaibatsu.actions import VOCABULARY
from engine.zaibatsu.catalogue import ALL_EFFECTS

GAME = engine.game("zaibatsu")
MODULES = {"factory_sides": "random", "late_factories": True, "shared_objectives": True}


def told(seats, seed, **options) -> Iterator[tuple[str, str]]:
    """Every move of a random match: its notation and its sentence."""
    state, picks = GAME.new(seats, seed, options=options), random.Random(seed)
    before = state.view(None)
    while state.to_act is not None:
        action = picks.choice(state.legal_actions())
        state.apply(action)
        after = state.view(None)
        yield action.text, sentence("zaibatsu", action.text, before, after)
        before = after


def after(position, action):
    """The sentence for one action from an edited position."""
    state = GAME.from_dict(position)
    before = state.view(None)
    state.apply(GAME.parse(action))
    return sentence("zaibatsu", action, before, state.view(None))


@pytest.fixture
def position():
    """The first turn of a match for two, with the acting player rich enough for anything."""
    state = GAME.new(seats=2, seed=3)
    while state.to_dict()["phase"] == "draft":
        state.apply(state.legal_actions()[0])
    whole = state.to_dict()
    whole["players"][whole["to_act"]] |= {"money": 30, "coal": 9, "iron": 9, "silk": 9}
    return whole


def hiring(position, action):
    """Edited so that the worker is hired; returns the colour."""
    spaces = (("rnd", "mines"), ("factory", "machine"), ("produce",), ("ship", "train"), ("market", "invest"))
    at = next(at for at, actions in enumerate(spaces) if action in actions)
    return position["spaces"][at]["workers"][0]


def then(position, *actions):
    """The position after these actions."""
    state = GAME.from_dict(position)
    for action in actions:
        state.apply(GAME.parse(action))
    return state.to_dict()


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_move_of_a_match_is_a_sentence(seats):
    for seed in range(20):
        for action, words in told(seats, seed, **(MODULES if seats > 1 else {"factory_sides": "random"})):
            assert words[:1].islower(), (action, words)
            assert "_" not in words, (action, words)
            assert "  " not in words, (action, words)


def test_every_verb_of_the_notation_has_its_words():
    assert {action.text.split(" ")[0] for action in VOCABULARY} == set(SENTENCES)


def test_every_effect_has_words():
    for effect in ALL_EFFECTS:
        assert "_" not in effect_words(effect.name)
    assert effect_words("may_lenses_2a") == "the offer of lenses 2A"
    assert effect_words("goods_here_2_bulbs_3a") == "2 goods in bulbs 3A"
    assert effect_words("service_by_favour_rnd_yellow") == "the yellow service by the favour on R&D"
    assert effect_words("track_mines_2_bento_1b") == "Mines +2"
    assert tile_words("old_paper") == "old paper"


def test_a_hire_names_worker_and_action(position):
    colour = hiring(position, "mines")
    assert after(position, f"hire {colour} mines") == f"hires a {colour} worker for Mines"


def test_steps_say_price_and_gain(position):
    position = then(position, f"hire {hiring(position, 'mines')} mines")
    assert after(position, "steps 2") == "buys 2 steps on Mines: −3 money, +2 Mines"


def test_a_ship_says_what_it_upgrades(position):
    position = then(position, f"hire {hiring(position, 'ship')} ship")
    assert after(position, "ship berlin iron").startswith("sends a ship to Berlin and upgrades the white service: ")
    assert "−3 iron" in after(position, "ship berlin iron")
    assert "−5 money" in after(position, "ship london money")


def test_a_delivery_says_influence_and_goods(position):
    me = position["to_act"]
    position["players"][me]["factories"] = [{"tile": "old_paper", "machines": 0, "goods": 3}]
    market, side = next(
        (at, found["goods"].index("paper")) for at, found in enumerate(position["markets"]) if "paper" in found["goods"]
    )
    position = then(position, f"hire {hiring(position, 'market')} market", f"deliver {market} {'nesw'[side]}")
    where = f"the {('north', 'east', 'south', 'west')[side]} of market {market + 1}"
    assert after(position, "count 2") == f"delivers 2 paper to {where} with influence 2: −2 paper"
    held = position["markets"][market]
    held["owners"][side], held["values"][side] = 1 - me, 1
    position["players"][1 - me]["influence"].remove(1)
    assert f"with influence 2 in place of 1 of seat {2 - me}: " in after(position, "count 2")


def test_a_round_that_ends_scores_the_regions_and_says_so():
    tails = {part for _, words in told(3, 5) for part in words.split("; ")[1:]}
    assert "round 2 begins" in tails
    assert "the match ends" in tails
    assert any(part.startswith("regions score: seat ") for part in tails)


def test_the_automa_is_reported():
    tails = [words for seed in range(4) for _, words in told(1, seed)]
    assert any("; the automa builds a train in region " in words for words in tails)
    assert any("; the automa places influence " in words for words in tails)
