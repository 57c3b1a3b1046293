"""Business (I-BIZ) and stalls (I-STALL)."""

import pytest

from tests.engine.iki.table import at, decision, legal, play, player, room


@pytest.mark.rule("I-BIZ-1")
def test_stall_and_one_artisan_in_any_order_or_neither():
    rooms = {"sw1": ("fan_maker", 1, 1), "sw2": ("goldfish_peddler", 2, 1)}
    state = at(3, rooms=rooms)
    assert legal(state) == ["end", "watch", "trade sw1", "trade sw2"]
    first_stall = play(state.clone(), "watch")
    assert legal(first_stall) == ["end", "trade sw1", "trade sw2"]
    first_artisan = play(state.clone(), "trade sw2")
    assert legal(first_artisan) == ["end", "watch"]
    assert play(state.clone(), "end").to_act == 1


@pytest.mark.rule("I-BIZ-1")
def test_artisans_elsewhere_cannot_be_visited():
    state = at(3, rooms={"sw3": ("fan_maker", 1, 1), "nw1": ("goldfish_peddler", 2, 1)})
    assert legal(state) == ["end", "watch"]


@pytest.mark.rule("I-BIZ-2")
@pytest.mark.parametrize(
    ("space", "action"),
    [(1, "pawn_rice"), (2, "buy_rice_pair"), (3, "watch"), (4, "buy_pipe"), (5, "buy_fish"), (6, "foreman_rice")],
)
def test_a_stall_action_is_done_once_a_turn(space, action):
    # an artisan to visit keeps the turn open after the stall
    rooms = {
        {1: "nw3", 2: "nw1", 3: "sw1", 4: "sw3", 5: "se3", 6: "se1"}[space]: ("fan_maker", 1, 1),
    }
    state = at(space, rooms=rooms, mon=60, rice=9, sandal=9)
    assert action in legal(state)
    play(state, action)
    assert action not in legal(state)


@pytest.mark.rule("I-BIZ-3")
@pytest.mark.parametrize(
    ("space", "action", "price"),
    [(2, "buy_rice_pair", 3), (8, "buy_sandals", 2), (7, "buy_koban", 6), (6, "foreman_rice", 1), (4, "buy_pipe", 4)],
)
def test_only_affordable_actions_are_offered(space, action, price):
    assert action in legal(at(space, mon=price))
    assert action not in legal(at(space, mon=price - 1))


@pytest.mark.rule("I-BIZ-4")
def test_the_employer_is_not_asked_and_receives_nothing():
    state = at(3, rooms={"sw1": ("eel_grill", 1, 1)}, rice=1)
    before = player(state, 1)
    play(state, "trade sw1")
    assert state.to_act == 0
    assert player(state, 1) == before
    assert room(state, "sw1")["level"] == 2


@pytest.mark.rule("I-BIZ-5")
def test_buildings_offer_nothing():
    assert legal(at(3, rooms={"sw1": ("travellers_inn", 1), "sw2": ("great_shrine", 0)})) == ["end", "watch"]


@pytest.mark.rule("I-BIZ-6")
def test_a_foreman_build_and_a_discounted_build_fit_in_one_turn():
    state = at(6, rooms={"se1": ("roof_tiler", 1, 1)}, wood=3, koban=3)
    play(state, "trade se1", "build rice_storehouse", "place nw1")
    assert (player(state, 0)["wood"], player(state, 0)["koban"], player(state, 0)["mon"]) == (3, 2, 8)
    play(state, "foreman_build", "build playhouse", "place nw4")
    assert (player(state, 0)["wood"], player(state, 0)["koban"], player(state, 0)["mon"]) == (0, 1, 5)
    assert player(state, 0)["kobun"] == 2


@pytest.mark.rule("I-BIZ-7")
def test_what_the_first_action_gave_may_pay_for_the_next():
    state = at(7, rooms={"ne1": ("ukiyo_e_painter", 1, 1)}, mon=1, iki=1)
    assert legal(state) == ["end", "trade ne1"]
    play(state, "trade ne1")
    assert legal(state) == ["end", "buy_koban"]


@pytest.mark.rule("I-BIZ-8")
def test_a_swapped_in_artisan_cannot_be_visited_after_the_trade():
    rooms = {"sw1": ("puppeteer", 1, 2), "se1": ("fan_maker", 2, 1)}
    state = at(3, rooms=rooms, month=7)
    play(state, "trade sw1")
    assert room(state, "sw1")["card"] == "fan_maker"
    assert legal(state) == ["end", "watch"]


@pytest.mark.rule("I-STALL-1")
def test_the_sandal_seller_sells_two_for_two():
    state = play(at(8, mon=2), "buy_sandals")
    assert (player(state, 0)["mon"], player(state, 0)["sandal"]) == (0, 2)


@pytest.mark.rule("I-STALL-2")
@pytest.mark.parametrize("good", ["rice", "sandal"])
def test_the_pawnbroker_gives_four_mon_for_one_thing(good):
    state = at(1, rooms={"nw3": ("fan_maker", 1, 1)}, rice=1, sandal=1)
    assert legal(state) == ["end", "pawn_rice", "pawn_sandal", "trade nw3"]
    play(state, f"pawn_{good}")
    assert player(state, 0)["mon"] == 12
    assert player(state, 0)[good] == 0
    assert legal(state) == ["end", "trade nw3"]
    assert legal(at(1, rice=0, sandal=0)) == ["end"]


@pytest.mark.rule("I-STALL-3")
def test_the_rice_dealer_sells_two_for_three():
    state = play(at(2, mon=3, rice=0), "buy_rice_pair")
    assert (player(state, 0)["mon"], player(state, 0)["rice"]) == (0, 2)


@pytest.mark.rule("I-STALL-4")
@pytest.mark.parametrize("fire", [0, 9, 10])
def test_the_fire_tower_is_free_and_open_at_ten_too(fire):
    state = play(at(3, mon=0, fire=fire), "watch")
    assert player(state, 0)["fire"] == min(10, fire + 1)


@pytest.mark.rule("I-STALL-5")
def test_the_pipe_seller_sells_the_top_pipe_and_the_top_box_once_each():
    state = at(4, mon=30)
    assert legal(state) == ["end", "buy_pipe", "buy_tobacco"]
    play(state, "buy_pipe")
    assert (player(state, 0)["pipes"], player(state, 0)["fire"], player(state, 0)["mon"]) == (["pipe_grey"], 1, 26)
    assert legal(state) == ["end", "buy_tobacco"]
    play(state, "buy_tobacco")
    assert player(state, 0)["tobacco"] == ["tobacco_grey"]
    assert player(state, 0)["iki"] == 0
    assert state.to_act == 1
    assert state.to_dict()["pipes"][0] == "pipe_yellow"


@pytest.mark.rule("I-STALL-5")
def test_later_pipes_have_their_own_price_and_strength():
    sold = {1: {"pipes": ["pipe_grey", "pipe_yellow"]}}
    state = play(at(4, mon=5, others=sold), "buy_pipe")
    assert (player(state, 0)["fire"], player(state, 0)["mon"]) == (2, 0)


@pytest.mark.rule("I-STALL-6")
@pytest.mark.parametrize(
    ("month", "price", "fish"), [(2, 2, "fish_spring"), (5, 5, "fish_summer"), (13, 7, "fish_winter")]
)
def test_one_fish_of_the_season_is_bought_at_its_price(month, price, fish):
    assert "buy_fish" not in legal(at(5, month=month, mon=price - 1))
    state = play(at(5, month=month, mon=price), "buy_fish")
    assert (player(state, 0)["mon"], player(state, 0)["fish"], player(state, 0)["iki"]) == (0, [fish], 0)
    assert state.to_dict()["fish_left"] == 1


@pytest.mark.rule("I-STALL-7")
def test_the_foreman_sells_rice_or_builds_but_not_both():
    rooms = {"se1": ("fan_maker", 1, 1)}
    state = at(6, rooms=rooms, wood=2, koban=2)
    assert legal(state) == ["end", "foreman_rice", "foreman_build", "trade se1"]
    rice = play(state.clone(), "foreman_rice")
    assert (player(rice, 0)["rice"], player(rice, 0)["mon"]) == (2, 7)
    assert legal(rice) == ["end", "trade se1"]
    built = play(state.clone(), "foreman_build", "build travellers_inn", "place nw1")
    got = player(built, 0)
    assert (got["mon"], got["wood"], got["koban"], got["kobun"]) == (7, 1, 1, 3)
    assert legal(built) == ["end", "trade se1"]


@pytest.mark.rule("I-STALL-7")
def test_the_foreman_builds_only_what_can_be_paid_in_full():
    assert "foreman_build" not in legal(at(6, wood=1, koban=1, mon=0))
    assert "foreman_build" in legal(at(6, wood=1, koban=1, mon=1))
    assert "foreman_build" not in legal(at(6, wood=1, koban=0))
    assert "foreman_build" not in legal(at(6, wood=0, koban=1))
    state = play(at(6, wood=1, koban=1, mon=2), "foreman_build", "build travellers_inn")
    assert not [text for text in legal(state) if text.endswith("4")]
    assert decision(state) == "build_room"


@pytest.mark.rule("I-STALL-8", "I-BIZ-2")
def test_the_money_changer_changes_twice():
    state = play(at(7, mon=20), "buy_koban")
    assert legal(state) == ["end", "buy_koban"]
    play(state, "buy_koban")
    assert (player(state, 0)["koban"], player(state, 0)["mon"]) == (2, 8)
    assert state.to_act == 1
