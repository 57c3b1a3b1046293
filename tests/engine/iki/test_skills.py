"""Skills (I-SKILL), experience and retirement (I-XP), buildings (I-BUILD)."""

import pytest

from tests.engine.iki.table import at, decision, full_of_artisans, legal, play, player, room, table


@pytest.mark.rule("I-SKILL-1")
@pytest.mark.parametrize(
    ("card", "good", "amount"),
    [("tempura_stall", "rice", 1), ("fan_maker", "iki", 1), ("cooper", "wood", 1), ("town_fireman", "fire", 1)],
)
def test_a_gift_takes_effect_at_once(card, good, amount):
    state = at(3, rooms={"sw1": (card, 1, 1)})
    before = player(state, 0)[good]
    play(state, "trade sw1")
    assert player(state, 0)[good] == before + amount


@pytest.mark.rule("I-SKILL-1")
def test_a_gift_of_fire_strength_is_legal_at_ten():
    state = at(4, rooms={"sw3": ("town_fireman", 1, 1)}, fire=10, others={1: {"fire": 10}})
    assert "trade sw3" in legal(state)


@pytest.mark.rule("I-SKILL-2")
def test_an_exchange_is_made_once_and_only_if_it_can_be_paid():
    rooms = {"sw1": ("draper", 1, 1), "sw2": ("ukiyo_e_painter", 2, 1)}
    state = at(3, rooms=rooms, mon=8, iki=2)
    assert legal(state) == ["end", "watch", "trade sw1", "trade sw2"]
    changed = play(state.clone(), "trade sw1")
    assert (player(changed, 0)["mon"], player(changed, 0)["koban"]) == (4, 1)
    painted = play(state.clone(), "trade sw2")
    assert (player(painted, 0)["mon"], player(painted, 0)["iki"]) == (13, 1)
    assert legal(at(3, rooms=rooms, mon=3, iki=0)) == ["end", "watch"]


@pytest.mark.rule("I-SKILL-3")
def test_train_costs_two_mon_and_lifts_one_own_artisan():
    rooms = {
        "sw1": ("clockmaker", 1, 1),
        "nw1": ("fan_maker", 0, 1),
        "nw2": ("cooper", 0, 3),
        "se1": ("travellers_inn", 0),
    }
    state = at(3, month=7, rooms=rooms)
    play(state, "trade sw1")
    assert legal(state) == ["train nw1", "train nw2"]
    play(state, "train nw1")
    assert (player(state, 0)["mon"], room(state, "nw1")["level"], room(state, "sw1")["level"]) == (6, 2, 2)
    assert "trade sw1" not in legal(at(3, month=7, rooms=rooms, mon=1))
    others_only = {"sw1": ("clockmaker", 1, 1), "se1": ("travellers_inn", 0)}
    assert "trade sw1" not in legal(at(3, month=7, rooms=others_only))


@pytest.mark.rule("I-SKILL-3")
def test_ones_own_trainer_may_train_itself_and_even_retire():
    rooms = {"sw1": ("clockmaker", 0, 3), "nw1": ("fan_maker", 0, 1)}
    state = play(at(3, month=7, rooms=rooms), "trade sw1", "train sw1")
    assert player(state, 0)["retired"] == ["clockmaker"]
    assert "card" not in room(state, "sw1")
    assert "clockmaker" not in state.to_dict()["lost"]


@pytest.mark.rule("I-SKILL-4", "I-BIZ-4")
def test_the_patron_gives_iki_to_the_visitor_and_mon_to_all_others():
    state = play(at(3, rooms={"sw1": ("kabuki_actor", 1, 1)}), "trade sw1")
    assert [player(state, seat)["iki"] for seat in range(4)] == [4, 0, 0, 0]
    assert [player(state, seat)["mon"] for seat in range(4)] == [8, 10, 10, 10]


@pytest.mark.rule("I-SKILL-5")
def test_build_discount_saves_one_wood_and_the_fee():
    rooms = {"sw1": ("roof_tiler", 1, 1)}
    state = at(3, rooms=rooms, wood=0, koban=1, mon=2)
    play(state, "trade sw1", "build fish_wholesaler", "place nw4")
    got = player(state, 0)
    assert (got["mon"], got["wood"], got["koban"], got["kobun"]) == (0, 0, 0, 3)
    assert room(state, "sw1")["level"] == 2
    assert "trade sw1" not in legal(at(3, rooms=rooms, wood=2, koban=0))
    assert "trade sw1" not in legal(at(3, rooms=rooms, wood=0, koban=1, buildings=["playhouse"]))


@pytest.mark.rule("I-SKILL-5")
def test_build_discount_never_pays_wood_back():
    rooms = {"sw1": ("roof_tiler", 1, 1)}
    state = at(3, rooms=rooms, wood=5, koban=2)
    play(state, "trade sw1", "build playhouse", "place nw1")
    assert player(state, 0)["wood"] == 3


@pytest.mark.rule("I-SKILL-6")
def test_swap_exchanges_any_two_artisans_with_kobun_and_level_for_nothing():
    rooms = {
        "sw1": ("puppeteer", 1, 2),
        "nw4": ("fan_maker", 2, 3),
        "se1": ("cooper", 3, 1),
        "ne1": ("travellers_inn", 2),
    }
    state = at(3, month=7, rooms=rooms, mon=0)
    play(state, "trade sw1")
    assert legal(state) == ["swap nw4", "swap sw1"]
    play(state, "swap nw4")
    assert legal(state) == ["with sw1", "with se1"]
    play(state, "with se1")
    assert room(state, "nw4") == {"room": "nw4", "card": "cooper", "owner": 3, "level": 1}
    assert room(state, "se1") == {"room": "se1", "card": "fan_maker", "owner": 2, "level": 3}
    assert [player(state, seat)["mon"] for seat in range(4)] == [0, 8, 8, 8]
    assert room(state, "sw1")["level"] == 3


@pytest.mark.rule("I-SKILL-6", "I-SKILL-7")
def test_a_visited_artisan_that_is_swapped_gains_its_experience_where_it_lies():
    rooms = {"sw1": ("puppeteer", 1, 2), "nw4": ("fan_maker", 2, 1), "se1": ("cooper", 3, 1)}
    state = play(at(3, month=7, rooms=rooms), "trade sw1", "swap sw1")
    assert room(state, "se1") == {"room": "se1", "card": "puppeteer", "owner": 1, "level": 3}
    assert room(state, "sw1") == {"room": "sw1", "card": "cooper", "owner": 3, "level": 1}


@pytest.mark.rule("I-SKILL-6")
def test_swap_needs_two_artisans():
    alone = {"sw1": ("puppeteer", 1, 2), "ne1": ("travellers_inn", 2)}
    assert legal(at(3, month=7, rooms=alone)) == ["end", "watch"]


@pytest.mark.rule("I-SKILL-7")
def test_others_gain_experience_from_the_visit_and_ones_own_do_not():
    rooms = {"sw1": ("fan_maker", 1, 1), "sw2": ("cooper", 0, 1)}
    assert room(play(at(3, rooms=rooms), "trade sw1"), "sw1")["level"] == 2
    assert room(play(at(3, rooms=rooms), "trade sw2"), "sw2")["level"] == 1


@pytest.mark.rule("I-SKILL-8")
def test_one_skill_a_turn_and_none_twice():
    rooms = {"sw1": ("fan_maker", 0, 1), "sw2": ("cooper", 1, 1)}
    assert legal(play(at(3, rooms=rooms), "trade sw1")) == ["end", "watch"]


@pytest.mark.rule("I-XP-1", "I-XP-2")
def test_levels_rise_by_one_and_the_third_leads_to_retirement():
    for level in (1, 2):
        state = play(at(3, rooms={"sw1": ("fan_maker", 1, level)}), "trade sw1")
        assert room(state, "sw1")["level"] == level + 1
    state = at(3, rooms={"sw1": ("fan_maker", 1, 3)})
    assert player(state, 1)["kobun"] == 3
    play(state, "trade sw1")
    assert "card" not in room(state, "sw1")
    assert (player(state, 1)["retired"], player(state, 1)["kobun"]) == (["fan_maker"], 4)


@pytest.mark.rule("I-XP-3")
def test_the_three_sources_of_experience():
    rooms = {"sw1": ("clockmaker", 1, 1), "nw1": ("fan_maker", 0, 1)}
    trade = play(at(3, month=7, rooms=rooms), "trade sw1")
    assert (room(trade, "sw1")["level"], room(trade, "nw1")["level"]) == (2, 2)  # the visit, and *train*
    lap = play(table(month=7, rooms=rooms, players={0: {"space": 8}}), "income")
    assert (room(lap, "sw1")["level"], room(lap, "nw1")["level"]) == (1, 2)


@pytest.mark.rule("I-XP-4")
def test_retired_artisans_pay_and_neither_eat_nor_count_in_groups_nor_burn():
    mine = {0: {"retired": ["oil_peddler", "seedling_peddler"], "space": 3, "rice": 0}}
    rooms = {"sw1": ("salt_peddler", 1, 1)}
    state = play(table(month=3, decision="business", rooms=rooms, players=mine), "end")
    assert (player(state, 0)["mon"], player(state, 0)["rice"]) == (8 + 3, 1)
    assert [player(state, seat)["iki"] for seat in (0, 1)] == [0, 0]
    assert player(state, 0)["retired"] == ["oil_peddler", "seedling_peddler"]


@pytest.mark.rule("I-XP-5")
@pytest.mark.parametrize(
    ("card", "start", "month"),
    [("ox_cart", 1, 2), ("employment_broker", 1, 2), ("town_fireman", 1, 5), ("puppeteer", 2, 8)],
)
def test_cards_with_an_ability_pay_nothing_and_climb_three_levels_but_the_puppeteer(card, start, month):
    state = play(table(month=month, queue=[0, 1], row={card: 0}), f"recruit {card}", "place sw1")
    assert room(state, "sw1")["level"] == start
    settled = table(month=9, decision="business", rooms={"sw1": (card, 0, 3)}, players={0: {"rice": 1}})
    before = player(settled, 0)
    play(settled, "end")
    after = player(settled, 0)
    assert all(after[good] == before[good] for good in ("mon", "iki", "sandal", "wood", "koban"))


@pytest.mark.rule("I-XP-5", "I-XP-6")
def test_an_ability_works_only_once_retired():
    rooms = {"sw1": ("employment_broker", 0, 3), "sw2": ("ox_cart", 0, 3)}
    state = table(queue=[0, 1], rooms=rooms, row={"plasterer": 0}, players={0: {"mon": 3}})
    assert legal(state) == ["income"]
    assert decision(play(state, "income")) == "business"
    retired = {0: {"mon": 3, "retired": ["employment_broker", "ox_cart"]}}
    state = table(queue=[0, 1], row={"plasterer": 0}, players=retired)
    assert legal(state) == ["income", "recruit plasterer"]
    assert legal(play(state, "income")) == ["stop", "cart"]


@pytest.mark.rule("I-XP-6")
def test_each_ability_does_its_own_thing():
    fireman = {0: {"retired": ["town_fireman"]}}
    rooms = {"sw1": ("salt_peddler", 0, 1)}
    saved = table(month=8, decision="business", rooms=rooms, players=fireman, fires=["fire_sw", "fire_sw"])
    assert decision(play(saved, "end")) == "fire_save"
    wild = table(month=13, decision="over", players={0: {"retired": ["puppeteer"]}, 1: {"retired": ["ox_cart"]}})
    assert [wild.standing(seat) - 1 for seat in (0, 1, 2)] == [1, 1, 0]  # 8 mon are worth 1


@pytest.mark.rule("I-XP-7")
def test_retirement_in_anothers_turn_frees_kobun_room_and_ability_at_once():
    rooms = {"sw1": ("town_fireman", 1, 3), "se1": ("salt_peddler", 1, 1)}
    state = table(
        month=5, decision="business", rooms=rooms, players={0: {"space": 3}}, fires=["fire_se", "fire_se", "fire_se"]
    )
    play(state, "trade sw1")
    assert player(state, 1)["saves"] == 1
    assert player(state, 1)["kobun"] == 3
    play(state, "end")
    assert (decision(state), state.to_act) == ("fire_save", 1)


@pytest.mark.rule("I-BUILD-1")
def test_a_building_costs_its_wood_and_koban_and_takes_a_kobun():
    state = play(at(6, wood=4, koban=3), "foreman_build")
    assert legal(state) == [
        f"build {name}"
        for name in (
            "travellers_inn",
            "rice_storehouse",
            "fish_wholesaler",
            "playhouse",
            "fire_brigade_hall",
            "great_shrine",
        )
    ]
    play(state, "build great_shrine")
    assert len(legal(state)) == 16
    play(state, "place sw2")
    got = player(state, 0)
    assert (got["wood"], got["koban"], got["mon"], got["kobun"]) == (1, 1, 7, 3)
    assert room(state, "sw2") == {"room": "sw2", "card": "great_shrine", "owner": 0}


@pytest.mark.rule("I-BUILD-1")
def test_a_coloured_room_is_offered_for_a_building_only_if_it_can_be_paid():
    assert len(legal(play(at(6, wood=1, koban=1, mon=2), "foreman_build", "build travellers_inn"))) == 12
    assert len(legal(play(at(6, wood=1, koban=1, mon=3), "foreman_build", "build travellers_inn"))) == 16


@pytest.mark.rule("I-BUILD-1")
def test_with_only_coloured_rooms_left_building_needs_the_surcharge():
    crowd = {name: (card, 1 + place % 3, 1) for place, (name, (card, _, _)) in enumerate(full_of_artisans().items())}
    assert "foreman_build" not in legal(at(6, rooms=crowd, wood=1, koban=1, mon=2))
    state = play(at(6, rooms=crowd, wood=1, koban=1, mon=3), "foreman_build", "build travellers_inn")
    assert legal(state) == ["place nw4", "place sw4", "place se4", "place ne4"]


@pytest.mark.rule("I-BUILD-2")
def test_building_needs_a_kobun_and_binds_it():
    busy = {f"nw{n}": (card, 0, 1) for n, card in enumerate(("salt_peddler", "cooper", "draper", "fan_maker"), 1)}
    assert "foreman_build" not in legal(at(6, rooms=busy, wood=4, koban=3))
    del busy["nw4"]
    assert "foreman_build" in legal(at(6, rooms=busy, wood=4, koban=3))
    lap = play(table(rooms={"sw1": ("travellers_inn", 0)}, players={0: {"space": 8}}), "income")
    assert player(lap, 0)["kobun"] == 3


@pytest.mark.rule("I-BUILD-3", "I-BUILD-6")
def test_a_burnt_building_leaves_the_game_and_its_kobun_returns():
    rooms = {"sw1": ("travellers_inn", 0)}
    state = table(month=5, decision="business", rooms=rooms, fires=["fire_sw"] * 3)
    play(state, "end")
    assert "card" not in room(state, "sw1")
    assert player(state, 0)["kobun"] == 4
    assert "travellers_inn" in state.to_dict()["lost"]
    assert "travellers_inn" not in state.to_dict()["buildings"]


@pytest.mark.rule("I-BUILD-4")
def test_buildings_have_no_level_type_income_appetite_or_place_in_groups():
    rooms = {"sw1": ("travellers_inn", 0), "sw2": ("great_shrine", 0), "sw3": ("salt_peddler", 0, 1)}
    state = play(table(month=3, decision="business", rooms=rooms, players={0: {"rice": 0}}), "end")
    assert (player(state, 0)["iki"], player(state, 0)["rice"], player(state, 0)["mon"]) == (0, 0, 8)
    assert room(state, "sw1") == {"room": "sw1", "card": "travellers_inn", "owner": 0}
    over = table(month=13, decision="over", rooms={"sw1": ("travellers_inn", 0)})
    assert over.outcome().categories[0]["types"] == 0


@pytest.mark.rule("I-BUILD-5")
def test_room_and_kobun_freed_by_a_trade_serve_the_foreman_afterwards():
    busy = {f"nw{n}": (card, 0, 1) for n, card in enumerate(("salt_peddler", "cooper", "draper"), 1)}
    rooms = {**busy, "se1": ("clockmaker", 1, 3), "nw4": ("fan_maker", 0, 3)}
    state = at(6, month=7, rooms=rooms, wood=1, koban=1)
    assert "foreman_build" not in legal(state)
    play(state, "trade se1", "train nw4")
    assert "foreman_build" in legal(state)
    play(state, "foreman_build", "build travellers_inn")
    assert "place nw4" in legal(state)
    assert "place se1" in legal(state)


@pytest.mark.rule("I-BUILD-5")
def test_the_room_of_the_visited_artisan_is_not_free_during_its_own_trade():
    rooms = {"sw1": ("roof_tiler", 1, 3)}
    state = play(at(3, rooms=rooms, wood=1, koban=1), "trade sw1", "build travellers_inn")
    assert "place sw1" not in legal(state)
    play(state, "place nw1")
    assert "card" not in room(state, "sw1")


@pytest.mark.rule("I-BUILD-6")
def test_there_is_one_of_each_building():
    state = at(6, rooms={"nw1": ("travellers_inn", 2)}, wood=1, koban=1)
    play(state, "foreman_build")
    assert legal(state) == ["build rice_storehouse", "build fish_wholesaler", "build fire_brigade_hall"]
