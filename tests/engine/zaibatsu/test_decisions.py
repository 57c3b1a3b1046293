"""The decision model (Z-DEC) over random play."""

import random

import pytest

from engine.zaibatsu.decisions import Decision
from tests.engine.zaibatsu.table import GAME, again, ask, bare_table, build, legal, play

MOST = {
    "start_pair": 5, "old_factory_side": 2, "bag_worker": 6, "turn": 28, "steps": 3, "factory": 29, "machine": 13,
    "produce": 19, "ship": 13, "train_region": 15, "train_slot": 5, "build_pick": 4, "region": 3, "market_slot": 32, "market_count": 3,
    "market_return": 3, "market_gain": 2, "goods_from": 6, "invest_good": 13, "invest_use": 9, "modifier": 7, "service": 6, "white": 3,
    "may": 2, "goods_to": 7, "order": 8, "favour": 3, "objective": 8, "keep": 4, "wage_silk": 8, "shared_reward": 3,
}  # fmt: skip
"""The longest list of each question: section 14, with modifiers beside activation lists."""


@pytest.mark.rule("Z-DEC-1")
def test_every_question_is_asked_in_random_play_and_keeps_its_bounds():
    assert set(MOST) == set(Decision.labels()) - {"none"}
    seen: dict[str, int] = {}
    for seed in range(70):
        seats = 1 + seed % 4
        modules = seats > 1
        options = {"factory_sides": "random", "late_factories": modules, "shared_objectives": modules}
        state = GAME.new(seats, seed, options=options)
        picks = random.Random(seed)
        while state.to_act is not None:
            actions = state.legal_actions()
            seen[ask(state)] = max(seen.get(ask(state), 0), len(actions))
            state.apply(actions[int(picks.random() * len(actions))])  # the same on every Python
    assert {name: length for name, length in seen.items() if length > MOST[name]} == {}
    assert set(MOST) - set(seen) <= {
        "market_return",
        "keep",
        "goods_from",
        "region",
        "goods_to",
        "old_factory_side",
        "bag_worker",
    }


@pytest.mark.rule("Z-DEC-1")
def test_stop_declines_a_free_build_at_once_but_comes_after_the_first_activation_of_an_action():
    state = bare_table()
    player = state.players[0]
    build(player, "lenses_4a")
    player.money, player.iron = 10, 6
    play(state, "hire blue train")
    assert "stop" not in legal(state)
    play(again(state), "hire blue machine", "modifier lenses_4a")
    assert legal(state)[-1] == "stop"


@pytest.mark.rule("Z-DEC-2")
def test_a_modifier_is_offered_in_the_same_list_as_stop():
    state = bare_table()
    player = state.players[0]
    build(player, "paper_4b", "cotton_1a")
    player.coal = 4
    play(state, "hire blue produce", "produce cotton_1a")
    assert legal(state) == ["produce paper_4b", "modifier paper_4b", "stop"]
    play(state, "stop")
    assert state.to_act == 1


@pytest.mark.rule("Z-DEC-4")
def test_dominated_lines_are_left_out():
    state = bare_table()
    player = state.players[0]
    player.money, player.silk, player.tracks[0] = 6, 6, 5
    state.supply = (0,)
    play(state, "hire blue factory")
    assert (player.money, player.silk) == (0, 6 + 2), "money first, no needless boost; the red service at R&D 7"
    build(player, "paper_1a", machines=1)
    player.money, player.iron = 5, 1
    play(again(state), "hire blue machine", "machine cotton_1a")
    assert (player.fitted, player.iron) == ([1, 1], 1), "the free place before the iron one"
