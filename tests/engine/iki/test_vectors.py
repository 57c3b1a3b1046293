"""Worked cases: the rulebook's figures, and edge cases that once had to be thought about."""

import pytest

from tests.engine.iki.table import GAME, decision, legal, play, player, room, table


@pytest.mark.rule("I-REC-1", "I-REC-2")
def test_v01_recruit_with_the_money_on_the_card():  # rulebook, figure 5
    state = play(table(row={"book_lender": 2}, players={0: {"mon": 0}}), "recruit book_lender")
    assert "place nw4" not in legal(state)
    play(state, "place nw2")
    assert (player(state, 0)["mon"], player(state, 0)["kobun"]) == (1, 3)
    assert room(state, "nw2") == {"room": "nw2", "card": "book_lender", "owner": 0, "level": 1}


def whole_turn(iki: int):
    mine = {"mon": 3, "iki": iki, "sandal": 1, "space": 3, "ikizama": "3"}
    return table(
        month=4, queue=[0, 1], rooms={"ne1": ("ukiyo_e_painter", 1, 1)}, players={0: mine, 1: {"ikizama": "4"}}
    )


@pytest.mark.rule("I-A-2", "I-MOVE-2", "I-SKILL-2", "I-STALL-8")
def test_v02_a_whole_turn():  # rulebook, figure 6
    state = play(whole_turn(4), "income")
    assert player(state, 0)["mon"] == 7
    play(state, "sandal")
    assert player(state, 0)["space"] == 7
    play(state, "trade ne1")
    assert (player(state, 0)["iki"], player(state, 0)["mon"], room(state, "ne1")["level"]) == (3, 12, 2)
    play(state, "buy_koban", "buy_koban")
    got = player(state, 0)
    assert (got["mon"], got["koban"], got["sandal"]) == (0, 2, 0)
    assert state.to_act == 1  # nothing was left to do but to end


@pytest.mark.rule("I-SKILL-2")
def test_v02b_the_same_without_iki():
    state = play(whole_turn(0), "income", "sandal")
    assert "trade ne1" not in legal(state)


@pytest.mark.rule("I-SETTLE-2")
def test_v03_group_bonus():  # rulebook, figure 8
    rooms = {
        "nw1": ("salt_peddler", 0, 1),
        "nw2": ("oil_peddler", 0, 1),
        "nw3": ("seedling_peddler", 1, 1),
        "nw4": ("plasterer", 1, 1),
    }
    state = play(table(month=3, decision="business", rooms=rooms, players={1: {"rice": 2}}), "end")
    assert [player(state, seat)["iki"] for seat in (0, 1)] == [6, 3]


@pytest.mark.rule("I-BOARD-7", "I-SETTLE-2")
def test_v04_a_coloured_room_counts_twice():
    rooms = {"nw4": ("carpenter", 0, 1), "nw3": ("plasterer", 1, 1), "se4": ("glassblower", 1, 1)}
    state = play(table(month=6, decision="business", rooms=rooms, players={1: {"rice": 2}}), "end")
    assert player(state, 0)["iki"] == 4
    assert player(state, 1)["iki"] == 4  # a glassblower on level 1 pays nothing


@pytest.mark.rule("I-FIRE-2", "I-FIRE-3", "I-FIRE-4", "I-FIRE-5", "I-FIRE-6", "I-TRACK-5")
def test_v05_fire_stopped_in_the_last_room():  # rulebook, figure 9
    rooms = {
        "sw1": ("used_clothes_seller", 1, 1),
        "sw2": ("fresh_water_peddler", 0, 1),
        "sw4": ("wood_engraver", 0, 1),
    }
    fires = {0: {"fire": 5}, 1: {"fire": 5}}
    state = table(month=8, decision="business", rooms=rooms, players=fires, fires=["fire_sw", "fire_nw"])
    play(state, "end")
    assert "card" not in room(state, "sw1")
    assert "card" not in room(state, "sw2")
    assert room(state, "sw4")["card"] == "wood_engraver"
    assert [player(state, seat)["kobun"] for seat in (0, 1)] == [3, 4]
    assert [player(state, seat)["fire"] for seat in (0, 1)] == [5, 5]


@pytest.mark.rule("I-FIRE-3")
def test_v06_fire_stopped_at_once():
    rooms = {"ne1": ("boiled_egg_peddler", 2, 1), "ne2": ("umbrella_maker", 3, 1)}
    state = table(month=5, decision="business", rooms=rooms, players={2: {"fire": 5}}, fires=["fire_ne"] * 3)
    play(state, "end")
    assert "card" in room(state, "ne1")
    assert "card" in room(state, "ne2")


@pytest.mark.rule("I-FIRE-7", "I-BUILD-3")
def test_v07_saving_an_artisan_not_a_building():
    rooms = {"se1": ("rice_storehouse", 0), "se2": ("cotton_peddler", 0, 3), "se3": ("soba_stall", 0, 1)}
    mine = {0: {"fire": 2, "retired": ["town_fireman"]}}
    state = table(month=11, decision="business", rooms=rooms, players=mine, fires=["fire_se"])
    play(state, "end")
    assert state.to_dict()["burning"] == {"tile": "fire_se", "room": "se2", "strength": 9}
    assert "card" not in room(state, "se1")
    play(state, "save")
    assert room(state, "se2")["level"] == 3
    assert player(state, 0)["saves"] == 0
    assert "card" not in room(state, "se3")
    assert player(state, 0)["kobun"] == 3


@pytest.mark.rule("I-MOVE-5", "I-XP-2")
def test_v08_lap():
    rooms = {"sw1": ("salt_peddler", 0, 3), "se1": ("umbrella_maker", 0, 1), "ne1": ("fish_wholesaler", 0)}
    state = table(rooms=rooms, queue=[0], players={0: {"space": 7, "ikizama": "3"}})
    play(state, "income")
    assert decision(state) == "business"
    assert player(state, 0)["space"] == 2
    assert player(state, 0)["retired"] == ["salt_peddler"]
    assert "card" not in room(state, "sw1")
    assert room(state, "se1")["level"] == 2
    assert room(state, "ne1") == {"room": "ne1", "card": "fish_wholesaler", "owner": 0}
    assert player(state, 0)["kobun"] == 2


@pytest.mark.rule("I-MOVE-3")
def test_v09_ox_cart_retires_on_the_way():
    state = table(rooms={"sw1": ("ox_cart", 0, 3)}, queue=[0, 1], players={0: {"space": 8, "ikizama": "1"}})
    play(state, "income")
    assert player(state, 0)["space"] == 1
    assert player(state, 0)["retired"] == ["ox_cart"]
    assert legal(state) == ["stop", "cart"]
    play(state, "cart")
    assert player(state, 0)["space"] == 2
    assert decision(state) == "business"


@pytest.mark.rule("I-MOVE-1", "I-MOVE-5")
def test_v10_first_move():
    rooms = {"sw1": ("salt_peddler", 0, 1)}
    state = play(table(month=1, rooms=rooms, players={0: {"space": 0, "ikizama": "4"}}), "income")
    assert player(state, 0)["space"] == 4
    assert room(state, "sw1")["level"] == 1


@pytest.mark.rule("I-PH1-4")
def test_v11_the_x_space():
    state = table(decision="ikizama", queue=[0, 1, 2, 3])
    play(state, "ikizama 1", "ikizama 2", "ikizama x", "ikizama 3")
    assert (state.to_act, decision(state)) == (2, "move_x")
    assert player(state, 2)["mon"] == 8
    assert legal(state) == ["walk 1", "walk 2", "walk 3", "walk 4"]
    assert "ikizama x" not in legal(table(seats=3, decision="ikizama", queue=[0, 1, 2]))


@pytest.mark.rule("I-SETTLE-1", "I-SETTLE-3", "I-SETTLE-4")
def test_v12_food_after_income():
    rooms = {"sw1": ("salt_peddler", 0, 1), "ne1": ("oil_peddler", 0, 2)}
    mine = {0: {"rice": 0, "mon": 0, "retired": ["boiled_egg_peddler"]}}
    state = play(table(month=3, decision="business", rooms=rooms, players=mine), "end")
    assert (player(state, 0)["rice"], player(state, 0)["mon"]) == (1, 6)
    assert legal(state) == ["starve sw1", "starve ne1"]
    play(state, "starve sw1")
    assert (player(state, 0)["rice"], player(state, 0)["kobun"]) == (0, 3)
    assert room(state, "ne1")["card"] == "oil_peddler"


@pytest.mark.rule("I-SETTLE-4")
def test_v12b_enough_rice():
    rooms = {"sw1": ("book_lender", 0, 1), "ne1": ("oil_peddler", 0, 2), "nw1": ("playhouse", 0)}
    mine = {0: {"rice": 3, "retired": ["boiled_egg_peddler"]}}
    state = play(table(month=3, decision="business", rooms=rooms, players=mine), "end")
    assert player(state, 0)["rice"] == 1
    assert decision(state) == "ikizama"


@pytest.mark.rule("I-XP-1", "I-XP-2", "I-SKILL-7", "I-SETTLE-1")
def test_v13_own_artisan_others_artisan_and_start_levels():
    state = play(table(month=4, queue=[0, 1], row={"glassblower": 0}), "recruit glassblower", "place nw1")
    assert room(state, "nw1")["level"] == 2
    own = table(month=4, decision="business", rooms={"nw1": ("glassblower", 0, 2)}, players={0: {"space": 2}})
    assert room(play(own, "trade nw1"), "nw1")["level"] == 2
    for level in (2, 3):
        others = table(
            month=4, decision="business", queue=[1], rooms={"nw1": ("glassblower", 0, level)}, players={1: {"space": 2}}
        )
        play(others, "trade nw1")
        assert room(others, "nw1").get("level") == (3 if level == 2 else None)
    assert player(others, 0)["retired"] == ["glassblower"]
    paid = table(month=6, decision="business", players={0: {"retired": ["glassblower"]}})
    assert player(play(paid, "end"), 0)["iki"] == 3


@pytest.mark.rule("I-REFRESH-1", "I-REFRESH-2")
def test_v14_unsold_cards():
    state = GAME.new(3, 12)
    first = state.to_dict()["row"][0]["card"]
    money, sizes = {}, {}
    while state.month < 4:
        row = {entry["card"]: entry["mon"] for entry in state.view(None)["row"]}
        money.setdefault(state.month, row[first])
        sizes.setdefault(state.month, len(row))
        state.apply(state.legal_actions()[0])  # the first action of step A is income
    assert money == {1: 0, 2: 1, 3: 2}
    assert sizes == {1: 4, 2: 8, 3: 12}
    assert first in state.to_dict()["lost"]


@pytest.mark.rule("I-2P-2", "I-2P-3", "I-2P-4")
def test_v15_two_players_neutral_card():
    state = table(
        seats=2,
        month=1,
        decision="business",
        row={"oil_peddler": 1, "book_lender": 0},
        rooms={"nw1": ("salt_peddler", 0, 1)},
    )
    play(state, "end", "neutral oil_peddler")
    assert not [text for text in legal(state) if text.endswith("4")]
    play(state, "place nw3")
    assert [player(state, seat)["mon"] for seat in (0, 1)] == [8, 8]
    assert [player(state, seat)["kobun"] for seat in (0, 1)] == [3, 4]
    rooms = {"nw1": ("salt_peddler", 0, 1), "nw3": "oil_peddler"}
    visited = table(seats=2, decision="business", queue=[1], rooms=rooms, players={1: {"space": 1}})
    play(visited, "trade nw3")
    assert player(visited, 1)["mon"] == 10
    assert "card" not in room(visited, "nw3")
    settled = play(table(seats=2, month=3, decision="business", rooms=rooms), "end")
    assert player(settled, 0)["iki"] == 2


@pytest.mark.rule("I-TRACK-2", "I-TRACK-3", "I-TRACK-4")
def test_v16_fire_track_ties():
    fires = {0: {"fire": 2, "space": 3}, 1: {"fire": 2, "space": 2}}
    state = table(decision="business", queue=[0, 1], players=fires, rooms={"sw1": ("salt_peddler", 3, 1)})
    play(state, "watch", "end")
    assert state.to_dict()["fire_order"] == [0, 1, 2, 3]
    fires = {0: {"fire": 3}, 1: {"fire": 2, "space": 3}}
    later = play(table(decision="business", queue=[1, 2], players=fires), "watch")
    assert later.to_dict()["fire_order"] == [1, 0, 2, 3]
    top = {0: {"fire": 10, "space": 3}, 1: {"fire": 10}}
    both = table(decision="business", queue=[0, 1], players=top, fire_order=[1, 0, 2, 3])
    assert play(both, "watch").to_dict()["fire_order"] == [0, 1, 2, 3]
    assert player(both, 0)["fire"] == 10


@pytest.mark.rule("I-STALL-2", "I-STALL-7")
def test_v17_exclusive_stall_actions():
    pawn = table(
        decision="business",
        queue=[0, 1],
        rooms={"nw3": ("salt_peddler", 1, 1), "se1": ("oil_peddler", 1, 1)},
        players={0: {"rice": 2, "sandal": 2, "space": 1}},
    )
    assert legal(play(pawn, "pawn_rice")) == ["end", "trade nw3"]
    foreman = table(
        decision="business",
        queue=[0, 1],
        rooms={"se1": ("oil_peddler", 1, 1)},
        players={0: {"mon": 3, "wood": 1, "koban": 1, "space": 6}},
    )
    assert "foreman_build" in legal(foreman)
    assert legal(play(foreman, "foreman_rice")) == ["end", "trade se1"]


@pytest.mark.rule("I-NY-2", "I-NY-3")
def test_v18_new_year():
    rooms = {"sw1": ("salt_peddler", 0, 3), "nw3": ("oil_peddler", 1, 3)}
    state = table(month=13, decision="new_year_space", queue=[0, 1], rooms=rooms, players={0: {"space": 8}})
    play(state, "visit 1", "trade nw3")
    assert room(state, "sw1")["level"] == 3
    assert player(state, 0)["mon"] == 10
    assert player(state, 1)["retired"] == ["oil_peddler"]


@pytest.mark.rule("I-END-1", "I-END-2", "I-END-3", "I-END-4", "I-END-5", "I-END-6", "I-END-7")
def test_v19_final_score():  # tobacco: rulebook, figure 10
    rooms = {"nw1": ("carpenter", 0, 1), "nw2": ("book_lender", 0, 1), "nw3": ("travellers_inn", 0)}
    mine = {
        "iki": 40,
        "retired": ["oil_peddler", "umbrella_maker", "puppeteer"],
        "tobacco": ["tobacco_grey", "tobacco_yellow"],
        "pipes": ["pipe_grey"],
        "fish": ["fish_spring", "fish_spring", "fish_summer"],
        "koban": 2,
        "wood": 3,
        "mon": 14,
        "sandal": 4,
        "rice": 1,
    }
    outcome = table(month=13, decision="over", rooms=rooms, players={0: mine}).outcome()
    assert outcome.categories[0] == {
        "track": 40,
        "types": 25,
        "fish": 9,
        "tobacco": 14,
        "buildings": 12,
        "resources": 11,
    }
    assert outcome.scores[0] == 111


@pytest.mark.rule("I-REC-3", "I-REC-6")
def test_v20_recruit_discount_and_no_kobun():
    mine = {0: {"mon": 2, "retired": ["employment_broker"]}}
    state = table(row={"book_lender": 0}, players=mine)
    play(state, "recruit book_lender")
    assert "place nw4" in legal(state)
    assert player(play(state.clone(), "place nw4"), 0)["mon"] == 0
    assert player(play(state, "place nw2"), 0)["mon"] == 2
    busy = {
        f"se{n}": (card, 0, 1) for n, card in enumerate(("salt_peddler", "carpenter", "plasterer", "swordsmith"), 1)
    }
    assert legal(table(row={"book_lender": 0}, rooms=busy, players=mine)) == ["income"]
