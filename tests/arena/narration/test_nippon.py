"""Moves of Nippon in words."""

import copy
import random
import re
from typing import Any

import pytest

import engine
from arena.narration import sentence

GAME = engine.game("nippon")
MATCHES = 20


def told(state: Any, action: str) -> str:
    """The sentence for an action, with the views around it."""
    before = state.view(None)
    state.apply(GAME.parse(action))
    return sentence("nippon", action, before, state.view(None))


def position(**of_player: Any) -> Any:
    """Two players at the start; the one to act has the given fields."""
    whole = GAME.new(seats=2, seed=7).to_dict()
    whole["players"][whole["to_act"]].update(of_player)
    del whole["factory_piles"]
    return whole


def at_action(whole: Any, action: str) -> Any:
    """The state after the first worker was taken for that action."""
    state = GAME.from_dict(whole)
    state.apply(next(move for move in state.legal_actions() if move.text.endswith(f" {action}")), skip_forced=False)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_of_random_matches_has_a_sentence(seats):
    for seed in range(MATCHES):
        rng = random.Random(seed)
        state = GAME.new(seats=seats, seed=seed)
        while state.to_act is not None:
            words = told(state, rng.choice(state.legal_actions()).text)
            assert re.fullmatch(r"[a-z].*[a-z0-9)]", words), words
            assert "_" not in words


def test_the_views_are_left_as_they_were():
    state = GAME.new(seats=2, seed=1)
    before = state.view(None)
    action = state.legal_actions()[0]
    state.apply(action)
    after = state.view(None)
    kept = copy.deepcopy((before, after))
    sentence("nippon", action.text, before, after)
    assert (before, after) == kept


def test_a_worker_is_taken_for_an_action():
    state = GAME.new(seats=2, seed=7)
    action = next(move.text for move in state.legal_actions() if move.text.endswith(" knowledge"))
    assert told(state, action) == f"takes a {action.split()[1]} worker to raise knowledge"


def test_steps_tell_their_price():
    assert told(at_action(position(), "knowledge"), "steps 2") == "buys 2 steps on the knowledge track: −3 yen"


def test_a_factory_tells_price_blueprint_and_effect():
    state = at_action(position(), "factory")
    assert told(state, "build silk 1") == "builds silk factory 1: −6 yen, −1 blueprint, knowledge track +2"


def test_a_machine_tells_the_level_it_makes():
    silk = {"good": "silk", "tile": 3, "machine": 1, "goods": 0}
    paper = {"good": "paper", "tile": 3, "machine": 0, "goods": 0}
    state = at_action(position(factories=[silk, paper]), "machine")
    assert told(state, "machine silk") == "adds a machine to the silk factory, now +2: −5 yen"


def test_production_tells_goods_and_coal():
    silk = {"good": "silk", "tile": 3, "machine": 2, "goods": 0}
    clocks = {"good": "clocks", "tile": 3, "machine": 0, "goods": 0}
    state = at_action(position(factories=[silk, clocks], coal=9), "produce")
    assert told(state, "produce silk") == "produces 3 silk: −2 coal"


def test_a_contract_tells_what_it_brings():
    silk = {"good": "silk", "tile": 3, "machine": 0, "goods": 2}
    paper = {"good": "paper", "tile": 1, "machine": 0, "goods": 2}
    state = at_action(position(factories=[silk, paper]), "export")
    assert told(state, "contract 1") == "picks contract 2 (2 goods)"
    assert told(state, "pay paper") == "pays 2 paper and fulfils contract 2: +4 yen, money track +1"


def test_a_train_tells_its_region():
    assert told(at_action(position(), "train"), "place 2") == "builds a train in region 3: −5 yen"


def test_influence_tells_goods_bonus_and_the_tile_it_replaces():
    clocks = {"good": "clocks", "tile": 2, "machine": 0, "goods": 3}
    whole = position(factories=[clocks])
    me = whole["to_act"]
    city = whole["regions"][0]["cities"][0]
    slot = city["goods"].index("clocks")
    city["owners"][slot], city["values"][slot] = 1 - me, 4
    whole["players"][1 - me]["influence"].remove(4)
    side = ("north", "east", "south", "west")[slot]
    state = at_action(whole, "market")
    assert told(state, f"market 0 {side}") == f"picks the slot {side} of city 1, for clocks"
    assert told(state, "count 3") == (
        f"places influence 7 {side} of city 1 for 3 clocks, in place of seat {2 - me}'s 4: +1 blueprint"
    )


def test_a_consolidation_tells_income_reward_and_wages():
    whole = position(workers=["red", "red", "blue", "red"])
    for colour, number in {"red": 3, "blue": 1}.items():
        whole["bag"][colour] -= number
    whole["bag_size"] -= 4
    del whole["draw_order"]
    state = GAME.from_dict(whole)
    assert told(state, "consolidate") == "consolidates: income 12 yen and 2 coal"
    assert told(state, "reward 3 yen") == "takes a 3x reward for 4 yen"
    assert told(state, "achievement ships") == "puts the 3x tile on ships, pays 6 yen in wages"


def test_unpaid_workers_cost_points():
    colours = ["red", "blue", "grey", "yellow", "white"]
    whole = position(workers=colours)
    for colour in colours:
        whole["bag"][colour] -= 1
    whole["bag_size"] -= 5
    del whole["draw_order"]
    state = GAME.from_dict(whole)
    told(state, "consolidate")
    assert told(state, "reward none") == "takes no reward, pays 12 yen in wages, −2 points for unpaid workers"
