"""A turn: hiring, consolidating, activations, modifiers, the worker queue (section 3)."""

import pytest

from engine.zaibatsu.terms import TILE_NUMBER
from tests.engine.zaibatsu.table import (
    BLUE,
    CROWD,
    GREY,
    RED,
    WHITE,
    again,
    ask,
    bare_table,
    build,
    legal,
    play,
    workers,
)


@pytest.mark.rule("Z-TURN-1")
def test_play_is_clockwise():
    state = bare_table(3)
    seen = []
    for player in state.players:
        player.money = 5
    for _ in range(6):
        seen.append(state.to_act)
        play(state, legal(state)[0], "steps 1")
    assert seen == [0, 1, 2, 0, 1, 2]


@pytest.mark.rule("Z-TURN-2")
def test_the_hired_worker_goes_to_the_lowest_free_cell():
    state = bare_table()
    state.players[0].money = 3
    state.players[0].cells = workers("red")
    play(state, "hire blue rnd", "steps 1")
    assert state.players[0].cells == [RED, BLUE]
    assert state.spaces[0] == (WHITE, 5)


@pytest.mark.rule("Z-TURN-2")
def test_only_actions_that_can_be_activated_now_are_offered():
    state = bare_table()
    player = state.players[0]
    player.money = 1
    assert {text.split()[2] for text in legal(state)} == {"rnd", "mines"}
    player.money, player.silk = 0, 1
    assert {text.split()[2] for text in legal(state)} == {"rnd", "mines"}, "silk counts as money"
    player.money, player.silk = 6, 1
    assert "hire blue factory" in legal(state), "silk counts as boost"
    state.spaces[1] = ()
    assert "hire blue factory" not in legal(state), "no worker, no action"
    build(player, "bento_4b")
    player.coal = 0
    assert "hire blue produce" in legal(state), "a free production counts"


@pytest.mark.rule("Z-TURN-2", "Z-TURN-3")
def test_with_six_workers_there_is_only_consolidation():
    state = bare_table()
    player = state.players[0]
    player.money = 30
    player.cells = workers("red", "red", "red", "red", "red")
    assert len(legal(state)) > 1
    player.cells = workers(*["red"] * 6)
    assert legal(state) == ["consolidate"]


@pytest.mark.rule("Z-TURN-3")
def test_consolidating_by_choice_needs_a_worker():
    state = bare_table()
    player = state.players[0]
    player.money = 1
    assert "consolidate" not in legal(state)
    player.cells = workers("expert_red")
    assert "consolidate" in legal(state)


@pytest.mark.rule("Z-TURN-3", "Z-CONS-3")
def test_who_can_do_nothing_consolidates_even_without_workers():
    state = bare_table()
    player = state.players[0]
    assert legal(state) == ["consolidate"]
    player.coal = 4
    play(state, "consolidate")
    assert (player.money, player.coal, player.favours) == (12, 2, (0,) * 8)


@pytest.mark.rule("Z-TURN-4")
def test_one_worker_pays_for_all_activations_and_only_the_first_is_mandatory():
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a", "cotton_2a", "paper_1a")
    player.coal = 6
    play(state, "hire blue produce")
    assert "stop" not in legal(state)
    play(state, "produce cotton_1a")
    assert player.coal == 4, "each is paid when it starts"
    assert legal(state) == ["produce cotton_2a", "produce paper_1a", "stop"]
    play(state, "produce paper_1a", "stop")
    assert player.cells == [BLUE]
    assert state.to_act == 1


@pytest.mark.rule("Z-TURN-5", "Z-DEC-2")
def test_one_modifier_per_action_and_it_is_optional():
    state = bare_table()
    player = state.players[0]
    build(player, "bento_3a", "bento_3b")
    player.money = 6
    play(state, "hire blue mines", "steps 1")
    assert legal(state) == ["modifier bento_3a", "modifier bento_3b", "stop"]
    play(state, "modifier bento_3b")
    assert player.iron == 2
    assert state.to_act == 1, "the second one is not offered"
    play(again(state), "hire blue mines", "steps 1", "stop")
    assert player.iron == 2


@pytest.mark.rule("Z-TURN-5")
def test_effects_that_build_or_produce_trigger_no_modifier():
    state = bare_table()
    player = state.players[0]
    build(player, "lenses_3b")  # modifies the train action
    player.money, player.tracks[0] = 6, 5
    state.supply = (TILE_NUMBER["lenses_1b"],)
    play(state, "hire blue factory", "train 0", "slot 2")
    assert state.to_act == 1
    assert player.money == 0


@pytest.mark.rule("Z-TURN-6")
def test_a_modifiers_gains_can_pay_for_later_activations():
    state = bare_table()
    player = state.players[0]
    build(player, "paper_4b", "cotton_1a", "lenses_3a")
    player.coal = 4
    play(state, "hire blue produce")
    assert not any(text.startswith("modifier") for text in legal(state)), "not before the first activation"
    play(state, "produce paper_4b")
    assert "modifier paper_4b" in legal(state)
    play(state, "modifier paper_4b")
    assert player.iron == 1
    assert "produce cotton_1a" in legal(state)
    play(again(state), "consolidate")
    while state.to_act == 0:
        play(state, legal(state)[0])
    player.money, player.silk, player.iron = 3, 0, 3
    again(state)
    play(state, "hire blue train", "train 3 iron", "slot 2", "modifier lenses_3a")  # region 3 gives 3 money
    assert player.money == 6
    assert state.to_act == 1, "money without iron lays no train"


@pytest.mark.rule("Z-TURN-8")
def test_an_activation_at_the_end_of_a_track_is_legal_and_only_costs():
    state = bare_table()
    player = state.players[0]
    player.tracks[1], player.money = 13, 1
    play(state, "hire blue mines")
    assert (player.tracks[1], player.money) == (13, 0)


@pytest.mark.rule("Z-SHORT-1")
def test_an_empty_space_is_filled_with_the_topmost_row():
    state = bare_table()
    state.players[0].money = 3
    state.spaces[0] = (BLUE,)
    state.queue = ((GREY, GREY, RED), (WHITE, WHITE, WHITE))
    play(state, "hire blue rnd", "steps 1")
    assert state.spaces[0] == (GREY, GREY, RED)
    assert state.queue == ((WHITE, WHITE, WHITE),)
    assert state.round == 1


@pytest.mark.rule("Z-SHORT-1")
def test_without_a_row_the_round_ends():
    state = bare_table()
    state.players[0].money = 3
    state.spaces[0] = (BLUE,)
    state.queue = ()
    state.bag = (RED,) * 20
    play(state, "hire blue rnd", "steps 1")
    assert state.round == 2
    assert state.spaces == [(RED,), CROWD, CROWD, CROWD, CROWD]


@pytest.mark.rule("Z-ACT-RND-1")
def test_vz_1_research():
    state = bare_table()
    player = state.players[0]
    player.money = 10
    play(state, "hire blue rnd")
    assert legal(state) == ["steps 1", "steps 2", "steps 3"]
    play(state, "steps 1")
    assert (player.money, player.tracks, player.coal) == (9, [1, 0, 0], 0)


@pytest.mark.rule("Z-ACT-MINES-1")
@pytest.mark.parametrize(("steps", "money", "iron"), [(1, 9, 0), (2, 7, 0), (3, 4, 2)])
def test_vz_2_mines(steps, money, iron):
    state = bare_table()
    player = state.players[0]
    player.money = 10
    play(state, "hire blue mines", f"steps {steps}")
    assert (player.money, player.tracks, player.iron) == (money, [0, steps, 0], iron)


@pytest.mark.rule("Z-DEC-1")
def test_hires_list_each_colour_once():
    state = bare_table()
    state.players[0].money = 1
    state.spaces[0] = (BLUE, BLUE, RED)
    assert legal(state) == ["hire blue rnd", "hire red rnd", "hire blue mines", "hire red mines"]
    assert ask(state) == "turn"
