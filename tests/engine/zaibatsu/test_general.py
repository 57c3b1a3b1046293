"""General rules: supply, owners, the waiting set, tracks, silk, goods (section 1)."""

import pytest

from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.grammar import effect_of
from engine.zaibatsu.powers.tracks import advance
from engine.zaibatsu.state import go_on
from engine.zaibatsu.terms import COLOURS
from tests.engine.zaibatsu.table import again, ask, bare_table, build, legal, play, token_values


@pytest.mark.rule("Z-GEN-1")
def test_the_supply_never_ends():
    state = bare_table()
    player = state.players[0]
    player.coal = player.silk = player.iron = 500
    build(player, "cotton_2a")
    state.waiting = [
        effect_of("gain:silk:3"),
        effect_of("gain:coal:4"),
        effect_of("gain:iron:3"),
        effect_of("gain:money:5"),
    ]
    state.decision = Decision.NONE
    go_on(state)
    assert (player.silk, player.coal, player.iron, player.money) == (503, 504, 503, 5)


@pytest.mark.rule("Z-GEN-2")
def test_effects_touch_only_their_owner():
    state = bare_table(3)
    others = state.players[1:]
    before = [(p.money, p.coal, p.silk, p.iron, p.score, list(p.tracks)) for p in others]
    state.players[0].money = 10
    play(state, "hire blue mines", "steps 3")
    assert [(p.money, p.coal, p.silk, p.iron, p.score, list(p.tracks)) for p in others] == before


@pytest.mark.rule("Z-GEN-3")
def test_the_owner_orders_waiting_effects_and_what_they_trigger_joins_the_set():
    state = bare_table()
    player = state.players[0]
    player.money, player.tracks[0], player.tracks[1] = 10, 12, 8
    play(state, "hire blue rnd", "steps 1")  # R&D 13: any service
    assert ask(state) == "service"
    play(state, "service white")
    assert ask(state) == "white"
    play(state, "white mines")  # Mines 9: black service joins and needs no answer
    assert player.coal == 2
    assert state.to_act == 1


@pytest.mark.rule("Z-GEN-3", "Z-FAC-17")
def test_equal_effects_are_one_entry_and_the_set_must_empty_before_the_next_activation():
    state = bare_table()
    player = state.players[0]
    state.decision = Decision.NONE
    state.waiting = [effect_of("service:white"), effect_of("service:white"), effect_of("gain:iron:1")]
    state.action, state.done = 3, 1
    build(player, "cotton_1a")
    player.money = 5
    go_on(state)
    assert legal(state) == ["resolve service_white", "resolve gain_iron_1"]
    play(state, "resolve service_white", "white rnd")
    assert ask(state) == "order"
    play(state, "resolve gain_iron_1")
    assert ask(state) == "white", "one kind left: no order to ask for"
    play(state, "white rnd")
    assert player.tracks[0] == 2
    assert player.coal == 2
    assert ask(state) == "machine"


@pytest.mark.rule("Z-GEN-3", "Z-SERV-3")
@pytest.mark.parametrize(("colour", "asked"), [("blue", False), ("grey", False), ("yellow", False), ("white", True)])
def test_the_service_of_the_worker_is_a_choice_only_for_white(colour, asked):
    state = bare_table()
    state.decision, state.action, state.done, state.hired = Decision.NONE, 2, 1, COLOURS.index(colour)
    state.waiting = [effect_of("service:worker"), effect_of("gain:iron:1")]
    go_on(state)
    assert (ask(state) == "order") == asked
    if asked:
        assert legal(state) == ["resolve service_worker", "resolve gain_iron_1"]
    else:
        assert state.to_act == 1, "both were done, and the turn is over"


@pytest.mark.rule("Z-GEN-4")
def test_surplus_steps_are_lost():
    state = bare_table()
    player = state.players[0]
    player.tracks = [12, 12, 14]
    for track, steps in enumerate((3, 3, 2)):
        advance(state, player, track, steps)
    assert player.tracks == [13, 13, 15]
    player.tracks[2] = 0
    assert "no" not in legal(state)


@pytest.mark.rule("Z-GEN-5")
def test_a_bonus_is_gained_when_reached_or_passed_and_again_when_crossed_again():
    state = bare_table()
    player = state.players[0]
    player.money = 20
    play(state, "hire blue rnd", "steps 3")  # passes 2: black service
    assert player.coal == 2
    player.tracks[0] = 1  # moved back: nothing lost, nothing gained
    play(again(state), "hire blue mines", "steps 1")
    assert player.coal == 2
    play(again(state), "hire white rnd", "steps 1")
    assert player.coal == 4


@pytest.mark.rule("Z-GEN-5")
def test_a_locked_influence_token_is_taken_once():
    state = bare_table()
    player = state.players[0]
    player.tracks[0], player.money = 3, 9
    play(state, "hire blue rnd", "steps 1")
    assert token_values(player) == [1, 2, 3, 3, 4, 5, 6, 7]
    player.tracks[0] = 3
    play(again(state), "hire white rnd", "steps 1")
    assert token_values(player) == [1, 2, 3, 3, 4, 5, 6, 7]


@pytest.mark.rule("Z-GEN-6")
def test_an_effect_that_needs_a_piece_does_nothing_when_the_row_is_empty():
    state = bare_table()
    player = state.players[0]
    player.built = [0, 0, 6]
    player.money, player.tracks[0] = 6, 4
    state.supply = (30,)  # lenses 1A: train and 1 Finance
    play(state, "hire blue factory", "resolve build_train")
    assert player.built == [0, 0, 6]
    assert player.tracks[2] == 1
    assert state.to_act == 1


@pytest.mark.rule("Z-GEN-7", "Z-TURN-7")
def test_silk_stands_in_for_money_which_is_used_first():
    state = bare_table()
    player = state.players[0]
    player.money, player.silk = 1, 3
    play(state, "hire blue rnd")
    assert legal(state) == ["steps 1", "steps 2"]
    play(state, "steps 2")
    assert (player.money, player.silk) == (0, 1)


@pytest.mark.rule("Z-GEN-8")
def test_the_score_may_fall_below_0():
    state = bare_table()
    player = state.players[0]
    player.cells = [0, 1, 2, 3, 4, 5]
    player.favours = (1, 1, 1, 2, 2, 2, 3, 3)
    play(state, "consolidate")
    while state.to_act == 0:
        play(state, legal(state)[0])
    assert player.score < 0


@pytest.mark.rule("Z-GEN-9", "Z-SERV-1")
def test_the_icons_are_read_as_coal_silk_iron_money_and_points():
    from engine.zaibatsu.data import BOARD

    assert {BOARD.colours[s.colour]: (s.gain, s.base, s.upgraded) for s in BOARD.services} == {
        "black": ("coal", 2, 3),
        "red": ("silk", 2, 3),
        "grey": ("iron", 2, 3),
        "blue": ("money", 3, 5),
        "white": ("steps", 1, 2),
        "yellow": ("points", 2, 4),
    }


@pytest.mark.rule("Z-GEN-10")
def test_a_factory_holds_four_goods_and_the_rest_is_discarded():
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a", machines=1, goods=3)
    build(player, "cotton_2a", goods=0)
    player.coal = 2
    play(state, "hire blue produce", "produce cotton_1a")
    assert player.goods == [4, 0]


@pytest.mark.rule("Z-GEN-11")
def test_a_ships_upgrade_counts_for_the_bonus_its_departure_frees():
    state = bare_table()
    player = state.players[0]
    player.built = [1, 2, 0]
    player.iron = 3
    play(state, "hire blue ship", "ship san_francisco iron")
    assert player.silk == 3


@pytest.mark.rule("Z-GEN-12", "Z-DEC-4")
def test_coal_of_the_reserve_goes_before_stored_coal():
    state = bare_table()
    player = state.players[0]
    build(player, "bento_1a")
    player.coal, player.stored_coal = 2, 3
    play(state, "hire blue produce")
    assert (player.coal, player.stored_coal) == (0, 2)
