"""Step 2, movement."""

import pytest

from tests.engine.yokohama.table import area, table


def to(legal: list[str]) -> list[str]:
    return [text for text in legal if text.startswith("to ")]


def v2():
    """President on fishing_ground_2; bank beside it under seat 1; silk_factory_2 and port_a behind the bank."""
    t = table()
    t.president(0, "fishing_ground_2")
    t.president(1, "bank")
    t.put(0, "bank")
    t.put(0, "port_a")
    t.me.yen = 1
    return t


@pytest.mark.rule("Y-MOVE-4", "Y-MOVE-5", "Y-MOVE-2", "Y-MOVE-1")
def test_v2_the_way_through_an_opposing_president_is_paid():
    t = v2()
    before = t.player(1).yen
    assert t.move() == ["take_back", "to port_a paying seat_1"]
    t.do("to port_a paying seat_1")
    assert t.player(1).yen == before + 1
    assert t.me.president == area("port_a")
    assert t.me.yen == 0


@pytest.mark.rule("Y-MOVE-5", "Y-MOVE-8", "Y-GEN-5")
def test_v2_without_yen_only_the_take_back_is_left():
    t = v2()
    t.me.yen = 0
    assert t.move() == ["take_back"]


@pytest.mark.rule("Y-TECH-5")
def test_v2_stagecoach_passes_for_free_but_does_not_stop_there():
    t = v2()
    t.owns(0, "stagecoach")
    t.me.yen = 0
    assert t.move() == ["take_back", "to port_a"]


@pytest.mark.rule("Y-TECH-5", "Y-MOVE-6")
def test_stagecoach_still_pays_the_canal():
    t = table()
    t.owns(0, "stagecoach")
    t.president(0, "customs")
    t.put(0, "chinatown")
    assert to(t.move()) == ["to chinatown paying bank"]


@pytest.mark.rule("Y-MOVE-2", "Y-MOVE-3")
def test_from_hand_any_area_with_an_own_assistant_and_no_opposing_president():
    t = table()
    for name in ("copper_mine_1", "bank", "customs"):
        t.put(0, name)
    t.president(1, "bank")
    for yen in (0, 9):
        t.me.yen = yen
        assert t.move() == ["take_back", "to copper_mine_1", "to customs"], "yen do not open the bank"


@pytest.mark.rule("Y-MOVE-2")
def test_the_start_is_no_destination():
    t = table()
    t.president(0, "bank")
    t.put(0, "bank", 2)
    assert t.move() == ["take_back"]


@pytest.mark.rule("Y-MOVE-4", "Y-MOVE-10")
def test_every_area_entered_needs_an_own_assistant_and_buildings_do_not_replace_one():
    t = table()
    t.president(0, "copper_mine_1")
    t.put(0, "silk_factory_1")
    t.shop(0, "copper_mine_2")
    t.house(0, "copper_mine_2")
    t.station("copper_mine_2")
    assert t.move() == ["take_back"]
    t.put(0, "copper_mine_2")
    t.shop(1, "copper_mine_2", 2)
    t.put(1, "copper_mine_2", 3)
    t.state.houses[area("copper_mine_2")] = 2
    assert t.move() == ["take_back", "to copper_mine_2", "to silk_factory_1"]


@pytest.mark.rule("Y-MOVE-4")
def test_there_is_no_limit_of_distance():
    t = table()
    t.president(0, "copper_mine_1")
    for name in ("copper_mine_2", "silk_factory_1", "silk_factory_2", "tea_plantation_1", "tea_plantation_2"):
        t.put(0, name)
    assert "to tea_plantation_2" in t.move()


@pytest.mark.rule("Y-MOVE-5")
def test_two_presidents_in_one_area_are_both_paid():
    t = v2()
    t.president(2, "bank")
    assert t.move() == ["take_back"]
    t.me.yen = 2
    assert t.move() == ["take_back", "to port_a paying seat_1 seat_2"]
    before = (t.player(1).yen, t.player(2).yen)
    t.do("to port_a paying seat_1 seat_2")
    assert (t.player(1).yen, t.player(2).yen) == (before[0] + 1, before[1] + 1)
    assert t.me.yen == 0


@pytest.mark.rule("Y-MOVE-6", "Y-ACT-CAN-1")
@pytest.mark.parametrize(("yen", "legal"), [(0, []), (1, ["to chinatown paying bank"])])
def test_v18_the_canal_is_crossed_for_one_yen_to_the_bank(yen, legal):
    t = table()
    t.president(0, "customs")  # beside the canal, which touches chinatown
    t.put(0, "chinatown")
    t.me.yen = yen
    others = [t.player(seat).yen for seat in (1, 2, 3)]
    assert to(t.move()) == legal, "the canal itself is no destination"
    if legal:
        t.do(*legal)
        assert t.me.yen == 0
        assert t.me.president == area("chinatown")
        assert [t.player(seat).yen for seat in (1, 2, 3)] == others


@pytest.mark.rule("Y-MOVE-7", "Y-DEC-2")
def test_the_way_never_leads_back_through_the_start():
    t = table()
    t.president(0, "copper_mine_2")
    t.put(0, "copper_mine_1")
    t.put(0, "copper_mine_2")
    t.president(1, "copper_mine_1")
    t.put(0, "fishing_ground_1")
    t.president(2, "fishing_ground_1")
    t.me.yen = 9
    assert t.move() == ["take_back"], "silk_factory_1 is only next to the start"


@pytest.mark.rule("Y-DEC-2", "Y-MOVE-7")
def test_of_two_ways_only_payments_that_none_contains_are_listed():
    t = table()
    t.president(0, "copper_mine_1")
    t.put(0, "copper_mine_2")
    t.president(1, "copper_mine_2")
    t.put(0, "fishing_ground_1")
    t.president(2, "fishing_ground_1")
    t.put(0, "fishing_ground_2")
    t.me.yen = 9
    assert t.move() == ["take_back", "to fishing_ground_2 paying seat_2", "to fishing_ground_2 paying seat_1"]
    t.president(2, "bank")
    assert t.move() == ["take_back", "to fishing_ground_1", "to fishing_ground_2"], "the free way drops the paid one"


@pytest.mark.rule("Y-DEC-2")
def test_a_detour_is_listed_only_where_it_pays_someone_else():
    t = table()
    t.president(0, "copper_mine_1")
    t.put(0, "copper_mine_2")
    t.president(1, "copper_mine_2")
    t.put(0, "silk_factory_1")
    t.put(0, "fishing_ground_1")
    t.president(2, "fishing_ground_1")
    t.put(0, "fishing_ground_2")
    t.president(3, "fishing_ground_2")
    t.me.yen = 9
    assert to(t.move()) == ["to silk_factory_1 paying seat_2 seat_3", "to silk_factory_1 paying seat_1"]


@pytest.mark.rule("Y-MOVE-1", "Y-MOVE-9", "Y-TURN-4")
def test_a_take_back_returns_the_president_and_skips_to_phase_c():
    t = table()
    t.president(0, "bank")
    t.put(0, "church", 2)
    t.put(0, "copper_mine_1")
    t.move()
    t.do("take_back")
    assert t.legal == ["recall all", "recall choose", "recall none"]
    t.do("recall none")
    assert t.turn.seat == 1, "phase C asked nothing: the next seat has begun"
    assert t.me.president == -1
    assert t.me.assistants == 5


@pytest.mark.rule("Y-MOVE-9")
def test_a_take_back_may_take_all_or_some_of_any_area():
    t = table()
    t.president(0, "bank")
    t.put(0, "church", 2)
    t.put(0, "copper_mine_1")
    t.state.church[0] = 0
    t.move()
    one = t.state.clone()
    t.do("take_back", "recall all")
    assert t.me.assistants == 8
    assert sum(t.me.on_area) == 0
    assert t.state.church[0] == 0, "nothing returns from management boards"
    t.state = one
    t.do("take_back", "recall choose")
    assert t.legal == ["recall 0", "recall 1"], "the copper mine comes first in the layout"
    t.do("recall 0")
    assert t.legal == ["recall 0", "recall 1", "recall 2"]
    t.do("recall 1")
    assert t.me.assistants == 6
    assert t.me.on_area[area("church")] == 1
    assert t.me.on_area[area("copper_mine_1")] == 1
    assert t.turn.seat == 1


@pytest.mark.rule("Y-MOVE-9")
def test_a_take_back_by_choice_asks_about_every_area_in_turn():
    t = table()
    t.president(0, "bank")
    land = t.state.board.land
    for place in land[:4]:
        t.me.on_area[place] = 1
    t.me.assistants -= 4
    t.move()
    t.do("take_back", "recall choose")
    for number, place in enumerate(land[:4]):
        assert t.turn.spot == place, "neighbours in the layout are not passed over"
        t.do("recall 1")
        assert t.me.on_area[place] == 0
        assert t.me.assistants == 5 + number
    assert t.turn.seat == 1


@pytest.mark.rule("Y-MOVE-8", "Y-MOVE-9")
def test_a_take_back_is_allowed_with_the_president_in_hand_and_with_a_destination():
    t = table()
    t.put(0, "bank")
    assert t.move() == ["take_back", "to bank"]
    t.do("take_back", "recall all")
    assert t.me.assistants == 8
    assert t.turn.seat == 1


@pytest.mark.rule("Y-MOVE-9")
def test_with_no_assistant_on_any_area_a_take_back_asks_nothing_more():
    t = table()
    t.president(0, "bank")
    t.state.church[0] = 0
    t.move()
    t.do("take_back")
    assert t.turn.seat == 1
    assert t.me.president == -1


@pytest.mark.rule("Y-TECH-11")
def test_v17_postal_system_stops_beside_an_opposing_president_for_the_fee():
    t = table()
    t.owns(0, "postal_system")
    t.put(0, "bank")
    t.president(1, "bank")
    t.me.yen = 1
    assert t.move() == ["take_back", "to bank paying seat_1"]
    t.do("to bank paying seat_1")
    assert t.me.yen == 2, "power 2 at the bank"


@pytest.mark.rule("Y-TECH-11")
def test_v17_postal_system_needs_the_fee_unless_stagecoach():
    t = table()
    t.owns(0, "postal_system")
    t.put(0, "bank")
    t.president(1, "bank")
    t.me.yen = 0
    assert t.move() == ["take_back"]
    t.owns(0, "stagecoach")
    assert t.move() == ["take_back", "to bank"]


@pytest.mark.rule("Y-TECH-11")
def test_postal_system_on_foot_ends_where_a_president_stands_but_needs_an_assistant():
    t = v2()
    t.owns(0, "postal_system")
    assert t.move() == ["take_back", "to bank paying seat_1", "to port_a paying seat_1"]
    t.me.on_area[area("bank")] = 0
    assert t.move() == ["take_back"]


@pytest.mark.rule("Y-TECH-20")
def test_v18_tram_goes_anywhere_free_of_presidents():
    t = table()
    t.owns(0, "tram", "postal_system")
    t.president(0, "church")
    t.president(1, "bank")
    t.me.yen = 0
    legal = t.move()
    assert legal[0] == "take_back"
    assert len(legal) == 1 + 17 - 2, "not the start, not the bank with its president"
    assert not {"tram church", "tram bank", "tram canal"} & set(legal)
    fish = t.me.goods[3]
    t.do("tram fishing_ground_1")
    assert t.me.goods[3] == fish + 1, "power 1"


@pytest.mark.rule("Y-TECH-20", "Y-DEC-2")
def test_a_tram_is_not_listed_beside_a_free_walk_and_drops_the_paid_one():
    t = v2()
    t.owns(0, "tram")
    t.put(0, "silk_factory_1")
    legal = t.move()
    assert to(legal) == ["to silk_factory_1"]
    assert "tram silk_factory_1" not in legal
    assert "tram port_a" in legal


@pytest.mark.rule("Y-TECH-20")
def test_a_tram_leaves_from_hand_too():
    t = table()
    t.owns(0, "tram")
    assert len(t.move()) == 1 + 17


@pytest.mark.rule("Y-TECH-2")
def test_station_takes_its_owner_straight_there_past_any_president():
    t = table()
    t.owns(0, "station")
    t.station("bank")
    t.president(0, "church")
    t.president(1, "bank")
    t.me.yen = 0
    assert t.move() == ["station", "take_back"]
    t.do("station")
    assert t.me.president == area("bank")
    assert t.me.yen == 2, "president and station: power 2, no fee"


@pytest.mark.rule("Y-TECH-2")
def test_station_is_for_its_owner_and_not_from_its_own_area():
    t = table()
    t.station("bank")
    assert t.move() == ["take_back"]
    t.owns(0, "station")
    assert t.move() == ["station", "take_back"], "from hand too"
    t.president(0, "bank")
    assert t.move() == ["take_back"]


@pytest.mark.rule("Y-DEC-2", "Y-TECH-2")
def test_station_is_listed_only_where_no_other_free_way_leads_there():
    t = v2()
    t.owns(0, "station")
    t.station("port_a")
    assert t.move() == ["station", "take_back"], "the free ride drops the paid walk"
    t.president(1, "church")
    assert t.move() == ["take_back", "to bank", "to port_a"]
    t.me.on_area[area("port_a")] = 0
    t.owns(0, "tram")
    assert "station" not in t.move()
    assert t.can("tram port_a")
