"""Calendar (I-CAL), fire and IKI track (I-TRACK), phase 1 (I-PH1), turns (I-PH2)."""

import random

import pytest

from tests.engine.iki.table import GAME, decision, legal, play, player, room, table


def month_passes(month: int, **fields):
    """The position after the end of that month."""
    return play(table(month=month, decision="business", **fields), "end")


@pytest.mark.rule("I-CAL-1")
def test_twelve_months_in_four_seasons_and_new_year():
    state, picks = GAME.new(4, 8), random.Random(8)
    seasons, decisions = {}, set()
    while state.to_act is not None:
        view = state.view(None)
        seasons[view["month"]] = view["season"]
        if view["month"] == 13:
            decisions.add(view["decision"])
        state.apply(picks.choice(state.legal_actions()))
    assert list(seasons) == list(range(1, 14))
    expected = ["spring"] * 3 + ["summer"] * 3 + ["autumn"] * 3 + ["winter"] * 4
    assert list(seasons.values()) == expected
    assert "new_year_space" in decisions
    assert not decisions & {"ikizama", "step_a", "move_x", "move_extra"}


@pytest.mark.rule("I-CAL-2")
def test_a_month_is_ikizama_then_turns_then_its_end():
    state = table(seats=3, decision="ikizama", queue=[0, 1, 2])
    play(state, "ikizama 1", "ikizama 2", "ikizama 3")
    assert (state.to_act, state.month, decision(state)) == (0, 2, "business")
    while state.month == 2:
        assert decision(state) != "ikizama"
        state.apply(state.legal_actions()[0])
    assert (decision(state), state.month) == ("ikizama", 3)


@pytest.mark.rule("I-CAL-3")
def test_the_neutral_card_is_placed_before_the_fire_and_may_burn():
    state = table(seats=2, month=5, decision="business", row={"cooper": 0}, fires=["fire_sw", "fire_ne", "fire_ne"])
    play(state, "end", "place sw1")
    assert "card" not in room(state, "sw1")
    assert "cooper" in state.to_dict()["lost"]


@pytest.mark.rule("I-CAL-3")
def test_the_neutral_card_is_placed_before_the_settlement_and_counts():
    rooms = {"sw1": ("salt_peddler", 0, 1)}
    state = table(seats=2, month=3, decision="business", rooms=rooms, row={"oil_peddler": 0})
    play(state, "end", "place sw2")
    assert player(state, 0)["iki"] == 2
    assert state.month == 4


@pytest.mark.rule("I-CAL-3")
def test_settlement_comes_before_the_row_is_refreshed():
    state = month_passes(3, rooms={"sw1": ("umbrella_maker", 0, 3)})
    assert player(state, 0)["mon"] == 8 + 3
    assert [entry["mon"] for entry in state.to_dict()["row"]] == [0] * 4
    assert (state.month, decision(state)) == (4, "ikizama")


@pytest.mark.rule("I-TRACK-1", "I-TRACK-6")
def test_fire_strength_moves_at_once_and_not_past_ten():
    state = table(decision="business", queue=[0, 1], players={0: {"space": 4, "fire": 9, "mon": 20}})
    sold = {1: {"pipes": ["pipe_grey", "pipe_yellow"]}}
    assert player(play(state, "buy_pipe"), 0)["fire"] == 10
    state = table(decision="business", queue=[0, 1], players={0: {"space": 4, "fire": 9, "mon": 20}, **sold})
    assert player(play(state, "buy_pipe"), 0)["fire"] == 10


@pytest.mark.rule("I-TRACK-2", "I-TRACK-4")
def test_a_marker_that_arrives_lies_on_top():
    fires = {0: {"space": 3, "fire": 2}, 1: {"fire": 3}, 2: {"fire": 3}, 3: {"fire": 4}}
    state = play(table(decision="business", queue=[0, 1], players=fires, fire_order=[3, 2, 1, 0]), "watch")
    assert state.to_dict()["fire_order"] == [3, 0, 2, 1]


@pytest.mark.rule("I-TRACK-3")
def test_a_gain_at_ten_only_puts_the_marker_on_top():
    fires = {0: {"space": 3, "fire": 10}, 1: {"fire": 10}}
    state = play(table(decision="business", queue=[0, 1], players=fires, fire_order=[1, 0, 2, 3]), "watch")
    assert player(state, 0)["fire"] == 10
    assert state.to_dict()["fire_order"] == [0, 1, 2, 3]


@pytest.mark.rule("I-TRACK-5")
def test_losses_never_lower_fire_strength():
    rooms = {"sw1": ("plasterer", 1, 1)}
    state = month_passes(8, rooms=rooms, players={1: {"fire": 4}}, fires=["fire_sw", "fire_sw"])
    assert "card" not in room(state, "sw1")
    assert player(state, 1)["fire"] == 4


@pytest.mark.rule("I-TRACK-6")
def test_a_gain_of_two_is_one_move_and_a_gain_of_none_does_not_restack():
    fires = {0: {"fire": 1}, 1: {"fire": 2}, 2: {"fire": 3}}
    jump = table(queue=[0, 1], players=fires, row={"roof_tiler": 0, "draper": 0}, month=4, fire_order=[2, 1, 0, 3])
    play(jump, "recruit roof_tiler", "place nw2")
    assert jump.to_dict()["fire_order"] == [0, 2, 1, 3]
    level = {0: {"fire": 2}, 1: {"fire": 2}}
    still = table(queue=[0, 1], players=level, row={"fan_maker": 0}, month=4, fire_order=[1, 0, 2, 3])
    play(still, "recruit fan_maker", "place nw2")
    assert still.to_dict()["fire_order"] == [1, 0, 2, 3]


@pytest.mark.rule("I-TRACK-7")
def test_iki_has_no_upper_end_and_is_never_negative():
    rooms = {"sw1": ("fireworks_maker", 1, 1), "sw2": ("ukiyo_e_painter", 1, 1)}
    high = table(month=4, decision="business", rooms=rooms, players={0: {"space": 3, "iki": 998}})
    assert player(play(high, "trade sw1"), 0)["iki"] == 1002
    low = table(month=4, decision="business", rooms=rooms, players={0: {"space": 3, "iki": 0}})
    assert "trade sw2" not in legal(low)


@pytest.mark.rule("I-PH1-1")
def test_the_first_month_is_chosen_in_seat_order_later_ones_in_fire_order():
    state = GAME.new(3, 6)
    while decision(state) != "ikizama":
        state.apply(state.legal_actions()[0])
    assert state.to_dict()["queue"] == [0, 1, 2]
    fires = {0: {"fire": 1}, 1: {"fire": 4}, 2: {"fire": 1}, 3: {"fire": 2}}
    later = play(table(month=6, decision="business", players=fires, fire_order=[1, 3, 2, 0]), "end")
    assert later.to_dict()["queue"] == [1, 3, 2, 0]
    assert later.to_act == 1


@pytest.mark.rule("I-PH1-2")
def test_a_taken_space_cannot_be_chosen_and_choosing_is_compulsory():
    state = play(table(decision="ikizama", queue=[2, 0, 1, 3]), "ikizama 2")
    assert state.to_act == 0
    assert legal(state) == ["ikizama x", "ikizama 1", "ikizama 3", "ikizama 4"]
    play(state, "ikizama x", "ikizama 4")
    assert legal(state) == ["ikizama 1", "ikizama 3"]


@pytest.mark.rule("I-PH1-3", "I-PH2-1")
def test_the_track_gives_turn_order_and_distance():
    state = table(decision="ikizama", queue=[0, 1, 2, 3], row={"book_lender": 0}, rooms={"nw1": ("salt_peddler", 0, 1)})
    play(state, "ikizama 4", "ikizama 2", "ikizama x", "ikizama 1")
    assert state.to_dict()["queue"] == [2, 3, 1, 0]
    play(state, "walk 3")
    assert player(state, 2)["space"] == 4
    play(state, "end", "income")
    assert (state.to_act, player(state, 3)["space"]) == (3, 2)
    play(state, "end", "income")
    assert (state.to_act, player(state, 1)["space"]) == (1, 3)
    play(state, "end", "income")
    assert (state.to_act, player(state, 0)["space"]) == (0, 5)


@pytest.mark.rule("I-PH1-4")
def test_x_skips_step_a_and_walks_one_to_four():
    state = table(decision="move_x", queue=[2, 0], players={2: {"ikizama": "x", "sandal": 1}}, row={"book_lender": 2})
    assert legal(state) == ["walk 1", "walk 2", "walk 3", "walk 4"]
    play(state, "walk 2")
    assert player(state, 2)["mon"] == 8
    assert legal(state) == ["stop", "sandal"]
    play(state, "sandal")
    assert player(state, 2)["space"] == 4
    assert decision(state) == "business"


@pytest.mark.rule("I-PH2-2")
def test_the_cylinder_leaves_the_track_after_the_turn():
    state = table(decision="business", queue=[0, 1], players={0: {"space": 3}})
    assert player(state, 0)["ikizama"] == "1"
    play(state, "end")
    assert "ikizama" not in player(state, 0)
    assert player(state, 1)["ikizama"] == "2"
