"""Fires (I-FIRE), settlement (I-SETTLE), refresh (I-REFRESH)."""

from collections import Counter

import pytest

from tests.engine.iki.table import GAME, decision, legal, play, player, room, table


def burnt(month: int, rooms, fire="fire_sw", **fields):
    """The position after the fire of that month."""
    left = sum(1 for later in (5, 8, 11) if later >= month)
    return play(table(month=month, decision="business", rooms=rooms, fires=[fire] * left, **fields), "end")


def settled(rooms, players=None, seats=4, month=3, **fields):
    """The position after the settlement of that month, or at its first question."""
    return play(table(seats=seats, month=month, decision="business", rooms=rooms, players=players, **fields), "end")


@pytest.mark.rule("I-FIRE-1")
def test_fires_of_strength_5_8_and_10_in_months_5_8_and_11():
    rooms = {"sw1": ("salt_peddler", 0, 1)}
    for month, strength in ((5, 5), (8, 8), (11, 10)):
        assert "card" not in room(burnt(month, rooms, players={0: {"fire": strength - 1}}), "sw1")
        assert "card" in room(burnt(month, rooms, players={0: {"fire": strength}}), "sw1")
    for month in (1, 2, 4, 7, 10):
        assert "card" in room(burnt(month, rooms), "sw1")


@pytest.mark.rule("I-FIRE-1")
def test_all_four_tiles_come_up_and_may_come_again():
    draws = [tuple(GAME.new(3, 1, hidden).to_dict()["fires"]) for hidden in range(400)]
    counts = Counter(tile for fires in draws for tile in fires)
    assert sorted(counts) == ["fire_ne", "fire_nw", "fire_se", "fire_sw"]
    assert min(counts.values()) > 240  # 300 expected of 1,200
    assert any(len(set(fires)) < 3 for fires in draws)


@pytest.mark.rule("I-FIRE-2", "I-FIRE-6")
@pytest.mark.parametrize("nagaya", ["nw", "sw", "se", "ne"])
def test_the_fire_runs_from_the_corner_inward_and_stays_in_its_nagaya(nagaya):
    cards = {"1": "salt_peddler", "2": "cotton_peddler", "3": "oil_peddler", "4": "plasterer"}
    rooms = {nagaya + number: (card, 0, 1) for number, card in cards.items()}
    other = {"nw": "sw", "sw": "se", "se": "ne", "ne": "nw"}[nagaya]
    rooms |= {other + "4": ("swordsmith", 1, 1)}
    state = burnt(11, rooms, fire=f"fire_{nagaya}")
    assert all("card" not in room(state, nagaya + number) for number in cards)
    assert "card" in room(state, other + "4")
    assert player(state, 0)["kobun"] == 4


@pytest.mark.rule("I-FIRE-3")
def test_an_owner_who_is_strong_enough_ends_the_fire():
    rooms = {"sw1": ("salt_peddler", 0, 1), "sw2": ("cotton_peddler", 1, 1)}
    state = burnt(5, rooms, players={0: {"fire": 5}})
    assert "card" in room(state, "sw1")
    assert "card" in room(state, "sw2")


@pytest.mark.rule("I-FIRE-3")
def test_a_building_is_defended_like_an_artisan():
    state = burnt(5, {"sw1": ("travellers_inn", 0), "sw2": ("cotton_peddler", 1, 1)}, players={0: {"fire": 5}})
    assert "card" in room(state, "sw1")
    assert "card" in room(state, "sw2")


@pytest.mark.rule("I-FIRE-4")
def test_a_weaker_owner_loses_the_card_and_gets_the_kobun_back():
    state = burnt(5, {"sw1": ("salt_peddler", 1, 2)}, players={1: {"fire": 4}})
    assert "salt_peddler" in state.to_dict()["lost"]
    assert (player(state, 1)["kobun"], player(state, 1)["retired"]) == (4, [])


@pytest.mark.rule("I-FIRE-5", "I-2P-4")
def test_a_neutral_artisan_burns_without_defence_and_an_empty_room_stops_nothing():
    rooms = {"sw1": "salt_peddler", "sw3": ("cotton_peddler", 1, 1)}
    state = burnt(5, rooms, seats=2, players={0: {"fire": 10}, 1: {"fire": 2}})
    assert "card" not in room(state, "sw1")
    assert "card" not in room(state, "sw3")


@pytest.mark.rule("I-FIRE-6")
def test_the_fire_loses_strength_from_room_to_room_also_through_empty_ones():
    far = {"sw4": ("salt_peddler", 0, 1)}
    assert "card" not in room(burnt(8, far, players={0: {"fire": 4}}), "sw4")
    assert "card" in room(burnt(8, far, players={0: {"fire": 5}}), "sw4")


@pytest.mark.rule("I-FIRE-7")
def test_the_retired_fireman_saves_one_artisan_once():
    rooms = {"sw1": ("salt_peddler", 0, 3), "sw2": ("cotton_peddler", 1, 1)}
    state = burnt(8, rooms, players={0: {"retired": ["town_fireman"]}})
    assert (decision(state), state.to_act, legal(state)) == ("fire_save", 0, ["burn", "save"])
    assert state.to_dict()["burning"] == {"tile": "fire_sw", "room": "sw1", "strength": 8}
    play(state, "save")
    assert room(state, "sw1") == {"room": "sw1", "card": "salt_peddler", "owner": 0, "level": 3}
    assert player(state, 0)["saves"] == 0
    assert "card" not in room(state, "sw2")  # the fire went on


@pytest.mark.rule("I-FIRE-7")
def test_buildings_and_neutral_artisans_cannot_be_saved():
    state = burnt(8, {"sw1": ("travellers_inn", 0)}, players={0: {"retired": ["town_fireman"]}})
    assert decision(state) == "ikizama"
    assert player(state, 0)["saves"] == 1
    state = burnt(8, {"sw1": "salt_peddler"}, seats=2, players={0: {"retired": ["town_fireman"]}})
    assert "card" not in room(state, "sw1")


@pytest.mark.rule("I-FIRE-8")
def test_whoever_declines_may_be_asked_again_in_a_later_room():
    rooms = {"sw1": ("salt_peddler", 0, 1), "sw2": ("cotton_peddler", 1, 1), "sw3": ("oil_peddler", 0, 1)}
    state = burnt(8, rooms, players={0: {"retired": ["town_fireman"]}})
    play(state, "burn")
    assert "card" not in room(state, "sw1")
    assert (state.to_dict()["burning"]["room"], state.to_dict()["burning"]["strength"]) == ("sw3", 6)
    play(state, "save")
    assert "card" in room(state, "sw3")
    assert decision(state) == "ikizama"


@pytest.mark.rule("I-FIRE-8")
def test_an_owner_who_stops_the_fire_is_not_asked():
    state = burnt(8, {"sw1": ("salt_peddler", 0, 1)}, players={0: {"retired": ["town_fireman"], "fire": 8}})
    assert decision(state) == "ikizama"
    assert player(state, 0)["saves"] == 1


@pytest.mark.rule("I-SETTLE-1")
@pytest.mark.parametrize(("level", "mon"), [(1, 2), (2, 3), (3, 4)])
def test_employed_artisans_pay_by_level(level, mon):
    state = settled({"sw1": ("boiled_egg_peddler", 1, level)})
    assert player(state, 1)["mon"] == 8 + mon
    assert player(state, 0)["mon"] == 8


@pytest.mark.rule("I-SETTLE-1")
def test_retired_artisans_pay_their_last_level():
    state = settled({}, {0: {"retired": ["boiled_egg_peddler", "cotton_peddler", "town_fireman"]}})
    assert (player(state, 0)["mon"], player(state, 0)["iki"]) == (12, 3)


@pytest.mark.rule("I-SETTLE-2")
def test_neighbours_of_one_type_bring_iki_to_their_employers():
    rooms = {
        "nw1": ("salt_peddler", 0, 1),
        "nw2": ("oil_peddler", 0, 1),
        "nw3": ("seedling_peddler", 1, 1),
        "nw4": ("plasterer", 2, 1),
        "sw1": ("book_lender", 3, 1),
    }
    state = settled(rooms, {seat: {"rice": 4} for seat in range(4)})
    assert [player(state, seat)["iki"] for seat in range(4)] == [6, 3, 0, 0]


@pytest.mark.rule("I-SETTLE-2")
def test_two_types_in_one_group_both_count():
    rooms = {
        "nw1": ("salt_peddler", 0, 1),
        "nw2": ("oil_peddler", 1, 1),
        "nw3": ("plasterer", 2, 1),
        "nw4": ("carpenter", 2, 1),
    }
    state = settled(rooms, {seat: {"rice": 4} for seat in range(4)})
    assert [player(state, seat)["iki"] for seat in range(4)] == [2, 2, 4, 0]


@pytest.mark.rule("I-SETTLE-3")
def test_each_employed_artisan_eats_one_rice_and_income_counts():
    rooms = {"sw1": ("salt_peddler", 0, 1), "se1": ("oil_peddler", 0, 1), "ne1": ("travellers_inn", 0)}
    state = settled(rooms, {0: {"rice": 1, "retired": ["umbrella_maker"]}})
    assert player(state, 0)["rice"] == 0
    assert "card" in room(state, "sw1")
    assert "card" in room(state, "se1")


@pytest.mark.rule("I-SETTLE-4")
def test_with_too_little_rice_the_player_chooses_who_leaves():
    rooms = {
        "sw1": ("oil_peddler", 1, 1),
        "se1": ("umbrella_maker", 1, 2),
        "ne1": ("book_lender", 1, 1),
        "nw1": ("plasterer", 0, 1),
    }
    state = settled(rooms, {1: {"rice": 1}, 0: {"rice": 1}})
    assert (decision(state), state.to_act) == ("starve", 1)
    assert legal(state) == ["starve sw1", "starve se1", "starve ne1"]
    play(state, "starve se1")
    assert legal(state) == ["starve sw1", "starve ne1"]
    play(state, "starve sw1")
    assert (player(state, 1)["rice"], player(state, 1)["kobun"]) == (0, 3)
    assert "card" in room(state, "ne1")
    assert {"umbrella_maker", "oil_peddler"} <= set(state.to_dict()["lost"])
    assert decision(state) == "ikizama"


@pytest.mark.rule("I-SETTLE-4")
def test_without_any_rice_all_leave_and_nobody_is_asked():
    rooms = {"sw1": ("oil_peddler", 1, 1), "sw2": ("seedling_peddler", 0, 1), "se1": ("umbrella_maker", 1, 2)}
    state = settled(rooms, {1: {"rice": 0}})
    assert decision(state) == "ikizama"
    assert "card" not in room(state, "sw1")
    assert "card" not in room(state, "se1")
    assert player(state, 1)["iki"] == 2  # the group bonus came first


@pytest.mark.rule("I-SETTLE-4")
def test_each_hungry_player_is_asked_in_seat_order():
    rooms = {
        "nw1": ("oil_peddler", 2, 1),
        "sw1": ("umbrella_maker", 2, 2),
        "se1": ("book_lender", 0, 1),
        "ne1": ("plasterer", 0, 1),
    }
    state = settled(rooms)
    assert state.to_act == 0
    play(state, "starve se1")
    assert state.to_act == 2
    play(state, "starve nw1")
    assert decision(state) == "ikizama"


@pytest.mark.rule("I-SETTLE-5")
def test_there_is_no_settlement_in_other_months_or_after_new_year():
    rooms = {"sw1": ("oil_peddler", 0, 1)}
    for month in (1, 2, 4, 5, 13):
        state = settled(rooms, {0: {"rice": 0}}, month=month)
        assert player(state, 0)["mon"] == 8
        assert "card" in room(state, "sw1")
    for month in (3, 6, 9, 12):
        assert player(settled(rooms, month=month), 0)["mon"] == 9


@pytest.mark.rule("I-REFRESH-1")
def test_unsold_cards_get_a_mon_up_to_two_and_four_cards_join():
    row = {"book_lender": 0, "carpenter": 1, "plasterer": 2}
    state = table(month=2, decision="business", row=row)
    coming = state.to_dict()["decks"][0]["cards"][:4]
    play(state, "end")
    money = {entry["card"]: entry["mon"] for entry in state.to_dict()["row"]}
    assert money == {"book_lender": 1, "carpenter": 2, "plasterer": 2, **dict.fromkeys(coming, 0)}
    assert state.to_dict()["decks"][0]["cards_size"] == 13 - 3 - 4


@pytest.mark.rule("I-REFRESH-2", "I-REFRESH-5")
@pytest.mark.parametrize(("month", "season"), [(3, "summer"), (6, "autumn"), (9, "winter")])
def test_a_season_change_clears_row_deck_and_fish(month, season):
    row = {3: "book_lender", 6: "draper", 9: "sake_shop"}[month]
    state = table(month=month, decision="business", row={row: 2}, fish_left=1)
    old, new = month // 3 - 1, month // 3
    rest = set(state.to_dict()["decks"][old]["cards"])
    coming = state.to_dict()["decks"][new]["cards"][:4]
    play(state, "end")
    after = state.to_dict()
    assert (after["season"], after["fish_left"]) == (season, 2)
    assert {row} | rest <= set(after["lost"])
    assert after["decks"][old]["cards"] == []
    assert sorted((entry["card"], entry["mon"]) for entry in after["row"]) == sorted((card, 0) for card in coming)


@pytest.mark.rule("I-REFRESH-3")
def test_nothing_is_refreshed_after_the_last_month():
    state = table(month=12, decision="business", row={"geisha": 1}, fish_left=1)
    before = state.to_dict()
    play(state, "end")
    after = state.to_dict()
    assert after["month"] == 13
    for key in ("row", "fish_left", "decks", "lost"):
        assert after[key] == before[key]


@pytest.mark.rule("I-REFRESH-4")
def test_pipes_and_tobacco_are_never_refreshed():
    sold = {1: {"pipes": ["pipe_grey"], "tobacco": ["tobacco_grey", "tobacco_yellow"]}}
    state = play(table(month=3, decision="business", players=sold), "end")
    assert state.to_dict()["pipes"] == ["pipe_yellow", "pipe_orange", "pipe_violet"]
    assert state.to_dict()["tobacco"] == ["tobacco_orange", "tobacco_violet"]


@pytest.mark.rule("I-REFRESH-5")
def test_new_cards_carry_no_mon():
    state = play(table(month=1, decision="business"), "end")
    assert [entry["mon"] for entry in state.to_dict()["row"]] == [0, 0, 0, 0]


def test_what_happens_by_itself_is_told():
    rooms = {
        "nw1": ("salt_peddler", 0, 1),
        "nw2": ("oil_peddler", 1, 2),
        "se1": ("umbrella_maker", 2, 1),
    }
    state = table(month=3, decision="business", rooms=rooms, players={2: {"rice": 0}})
    coming = sorted(state.to_dict()["decks"][1]["cards"][:4])
    state.record_events()
    play(state, "end")
    told = [(event.seat, event.text) for event in state.take_events()]
    assert told[:-1] == [
        (0, "end"),
        (0, "income 1 rice"),
        (1, "income 2 mon"),
        (2, "income 1 mon"),
        (0, "group_bonus 2 iki"),
        (1, "group_bonus 2 iki"),
        (None, "lost se1 umbrella_maker"),
    ]
    assert sorted(told[-1][1].split()[1:]) == coming
    burning = table(month=8, decision="business", rooms={"sw1": ("salt_peddler", 0, 1)}, fires=["fire_sw", "fire_nw"])
    burning.record_events()
    told = [event.text for event in play(burning, "end").take_events()]
    assert told[1:3] == ["fire_sw 8", "lost sw1 salt_peddler"]
    lap = table(rooms={"sw1": ("salt_peddler", 0, 3)}, queue=[0, 1], players={0: {"space": 8}})
    lap.record_events()
    assert (0, "retired sw1 salt_peddler") in [(event.seat, event.text) for event in play(lap, "income").take_events()]
