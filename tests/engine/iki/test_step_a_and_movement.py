"""Step A (I-A, I-REC) and movement (I-MOVE)."""

import pytest

from tests.engine.iki.table import decision, full_of_artisans, legal, play, player, room, table


@pytest.mark.rule("I-A-1", "I-A-2")
def test_exactly_one_of_recruiting_and_income_before_moving():
    state = table(row={"book_lender": 0, "carpenter": 0})
    assert legal(state) == ["income", "recruit carpenter", "recruit book_lender"]
    play(state, "income")
    assert player(state, 0)["mon"] == 12
    assert player(state, 0)["space"] == 2
    assert not [text for text in legal(state) if text.startswith(("income", "recruit"))]


@pytest.mark.rule("I-A-1")
def test_recruiting_gives_no_income():
    state = play(table(queue=[0, 1], row={"book_lender": 0}), "recruit book_lender", "place nw1")
    assert player(state, 0)["mon"] == 7
    assert player(state, 0)["space"] == 2


@pytest.mark.rule("I-REC-1")
def test_the_mon_on_the_card_is_taken_first_and_may_pay_for_it():
    state = table(row={"carpenter": 2}, players={0: {"mon": 3}})
    play(state, "recruit carpenter", "place nw2")
    assert player(state, 0)["mon"] == 0
    state = table(row={"carpenter": 2}, players={0: {"mon": 5}})
    play(state, "recruit carpenter", "place nw4")
    assert player(state, 0)["mon"] == 0


@pytest.mark.rule("I-REC-2")
def test_a_pair_of_card_and_room_that_cannot_be_paid_is_not_offered():
    poor = table(row={"carpenter": 1, "book_lender": 0}, players={0: {"mon": 3}})
    assert legal(poor) == ["income", "recruit book_lender"]
    play(poor, "recruit book_lender")
    assert "place nw4" in legal(poor)
    poorer = play(table(row={"book_lender": 0}, players={0: {"mon": 2}}), "recruit book_lender")
    assert not [text for text in legal(poorer) if text.endswith("4")]
    assert len(legal(poorer)) == 12


@pytest.mark.rule("I-REC-2")
def test_with_only_coloured_rooms_left_the_surcharge_counts_for_the_card():
    full = full_of_artisans()
    state = table(row={"book_lender": 0}, rooms=full, players={3: {"mon": 2}}, queue=[3])
    assert legal(state) == ["income"]
    state = table(row={"book_lender": 0}, rooms=full, players={3: {"mon": 3}}, queue=[3])
    assert legal(state) == ["income", "recruit book_lender"]


@pytest.mark.rule("I-REC-3")
def test_without_kobun_or_room_there_is_only_income():
    mine = {"nw1": ("salt_peddler", 0, 1), "nw2": ("plasterer", 0, 1), "nw3": ("swordsmith", 0, 1)}
    one_left = table(row={"book_lender": 0}, rooms=mine)
    assert "recruit book_lender" in legal(one_left)
    none_left = table(row={"book_lender": 0}, rooms={**mine, "sw1": ("carpenter", 0, 1)})
    assert legal(none_left) == ["income"]
    crowd = {name: card for name, (card, _, _) in full_of_artisans().items()}
    assert legal(table(seats=2, row={"book_lender": 0}, rooms=crowd)) == ["income"]
    del crowd["ne3"]
    assert "recruit book_lender" in legal(table(seats=2, row={"book_lender": 0}, rooms=crowd))


@pytest.mark.rule("I-REC-4")
@pytest.mark.parametrize(
    ("card", "level", "month"), [("fan_maker", 1, 4), ("glassblower", 2, 4), ("geisha", 3, 10), ("puppeteer", 2, 7)]
)
def test_a_kobun_goes_on_the_starting_level(card, level, month):
    state = play(table(month=month, queue=[0, 1], row={card: 0}), f"recruit {card}", "place sw2")
    assert room(state, "sw2") == {"room": "sw2", "card": card, "owner": 0, "level": level}
    assert player(state, 0)["kobun"] == 3
    assert state.to_dict()["row"] == []


@pytest.mark.rule("I-REC-5")
@pytest.mark.parametrize(("card", "points"), [("fan_maker", 0), ("cooper", 1), ("town_fireman", 2)])
def test_fire_icons_count_once_when_recruiting(card, points):
    state = play(table(month=4, queue=[0, 1], row={card: 0}), f"recruit {card}", "place sw2")
    assert player(state, 0)["fire"] == points


@pytest.mark.rule("I-REC-6")
def test_the_retired_broker_takes_one_mon_off_the_total_but_not_below_nothing():
    broker = {0: {"mon": 2, "retired": ["employment_broker"]}}
    state = play(table(row={"book_lender": 0}, players=broker), "recruit book_lender", "place nw4")
    assert player(state, 0)["mon"] == 0
    state = play(table(row={"book_lender": 1}, players=broker), "recruit book_lender", "place nw2")
    assert player(state, 0)["mon"] == 3
    free = table(row={"charcoal_peddler": 0}, month=10, promos=["charcoal_peddler"], players=broker)
    assert "recruit charcoal_peddler" in legal(free)
    builder = {0: {"mon": 1, "wood": 1, "koban": 1, "space": 6, "retired": ["employment_broker"]}}
    built = table(decision="business", queue=[0, 1], players=builder)
    assert player(play(built, "foreman_build", "build travellers_inn", "place nw2"), 0)["mon"] == 0


@pytest.mark.rule("I-REC-7")
def test_the_mon_on_a_card_goes_only_with_the_card():
    state = play(table(queue=[0, 1], row={"book_lender": 2}), "income")
    assert state.to_dict()["row"] == [{"card": "book_lender", "mon": 2}]
    assert player(state, 0)["mon"] == 12


@pytest.mark.rule("I-REC-8")
def test_a_card_recruited_this_turn_takes_part_in_the_lap_and_can_be_visited():
    state = table(queue=[0, 1], row={"oil_peddler": 0}, players={0: {"space": 8}})
    play(state, "recruit oil_peddler", "place nw3")
    assert room(state, "nw3")["level"] == 2
    assert "trade nw3" in legal(state)
    play(state, "trade nw3")
    assert room(state, "nw3")["level"] == 2
    assert player(state, 0)["mon"] == 8


@pytest.mark.rule("I-MOVE-1", "I-MOVE-4")
@pytest.mark.parametrize(("start", "steps", "end"), [(0, 1, 1), (0, 4, 4), (3, 2, 5), (8, 1, 1), (6, 4, 2)])
def test_the_full_distance_is_walked(start, steps, end):
    state = play(table(players={0: {"space": start, "ikizama": str(steps)}}), "income")
    assert player(state, 0)["space"] == end


@pytest.mark.rule("I-MOVE-2")
def test_each_sandal_is_a_further_step():
    state = play(table(queue=[0, 1], players={0: {"sandal": 3}}), "income")
    assert legal(state) == ["stop", "sandal"]
    play(state, "sandal", "sandal")
    assert legal(state) == ["stop", "sandal"]
    play(state, "sandal")
    assert decision(state) == "business"
    assert (player(state, 0)["space"], player(state, 0)["sandal"]) == (5, 0)


@pytest.mark.rule("I-MOVE-3")
def test_the_ox_cart_gives_one_step_a_turn_beside_sandals():
    carts = {0: {"sandal": 1, "retired": ["ox_cart"]}, 1: {"space": 3}}
    state = play(table(queue=[0, 1], players=carts), "income")
    assert legal(state) == ["stop", "sandal", "cart"]
    play(state, "cart")
    assert legal(state) == ["stop", "sandal"]
    play(state, "sandal")
    assert player(state, 0)["space"] == 4
    optional = play(table(players=carts), "income", "stop")
    assert player(optional, 0)["space"] == 2


@pytest.mark.rule("I-MOVE-4")
def test_nothing_shortens_the_way_or_turns_it_round():
    state = table(decision="move_x", queue=[0, 1], players={0: {"ikizama": "x", "space": 5}})
    assert legal(state) == ["walk 1", "walk 2", "walk 3", "walk 4"]
    assert player(play(state, "walk 1"), 0)["space"] == 6


@pytest.mark.rule("I-MOVE-5")
def test_crossing_the_start_line_gives_experience_and_leaving_the_start_zone_does_not():
    rooms = {"sw1": ("oil_peddler", 0, 1), "se1": ("plasterer", 0, 2)}
    lap = play(table(rooms=rooms, players={0: {"space": 7, "ikizama": "2"}}), "income")
    assert (room(lap, "sw1")["level"], room(lap, "se1")["level"]) == (2, 3)
    none = play(table(rooms=rooms, players={0: {"space": 0, "ikizama": "4"}}), "income")
    assert room(none, "sw1")["level"] == 1
    to_the_line = play(table(rooms=rooms, players={0: {"space": 7, "ikizama": "1"}}), "income")
    assert (player(to_the_line, 0)["space"], room(to_the_line, "sw1")["level"]) == (8, 1)


@pytest.mark.rule("I-MOVE-5", "I-MOVE-7")
def test_several_laps_in_one_move_each_count():
    rooms = {"sw1": ("oil_peddler", 0, 1)}
    state = play(table(queue=[0, 1], rooms=rooms, players={0: {"space": 8, "sandal": 9}}), "income")
    assert room(state, "sw1")["level"] == 2
    play(state, *["sandal"] * 8)
    assert (player(state, 0)["space"], room(state, "sw1")["level"]) == (1, 3)


@pytest.mark.rule("I-MOVE-6", "I-BUILD-5")
def test_rooms_and_kobun_freed_by_the_lap_serve_for_building_in_the_same_turn():
    rooms = {"sw1": ("oil_peddler", 0, 3), "sw2": ("plasterer", 0, 1)}
    rooms |= {"se1": ("swordsmith", 0, 1), "ne1": ("carpenter", 0, 1)}
    rich = {0: {"space": 8, "sandal": 5, "wood": 1, "koban": 1}}
    state = table(queue=[0, 1], rooms=rooms, players=rich, row={"book_lender": 0})
    assert legal(state) == ["income"]
    play(state, "income", *["sandal"] * 5)
    assert player(state, 0)["kobun"] == 1
    play(state, "foreman_build", "build travellers_inn", "place sw1")
    assert room(state, "sw1") == {"room": "sw1", "card": "travellers_inn", "owner": 0}


@pytest.mark.rule("I-MOVE-7")
def test_a_lap_leaves_others_neutral_artisans_and_buildings_alone():
    rooms = {"sw1": ("oil_peddler", 1, 1), "sw2": "plasterer", "se1": ("travellers_inn", 0)}
    before = table(seats=2, rooms=rooms, players={0: {"space": 8}, 1: {"space": 8}})
    after = play(before.clone(), "income")
    assert player(after, 0)["space"] == 1
    assert after.to_dict()["rooms"] == before.to_dict()["rooms"]


@pytest.mark.rule("I-MOVE-7")
def test_the_first_lap_takes_nine_steps_from_the_start_zone():
    rooms = {"sw1": ("oil_peddler", 0, 1)}
    start = {0: {"space": 0, "ikizama": "4", "sandal": 5}}
    state = play(table(queue=[0], rooms=rooms, players=start), "income", *["sandal"] * 4)
    assert (player(state, 0)["space"], room(state, "sw1")["level"]) == (8, 1)
    play(state, "sandal")
    assert (player(state, 0)["space"], room(state, "sw1")["level"]) == (1, 2)
