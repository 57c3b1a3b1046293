"""Two players (I-2P), New Year (I-NY), final scoring (I-END), information (I-INFO)."""

import random

import pytest

from tests.engine.iki.table import GAME, decision, legal, play, player, room, table


@pytest.mark.rule("I-2P-2")
@pytest.mark.parametrize(
    ("month", "seat", "cards"),
    [
        (1, 0, ["book_lender", "plasterer"]),
        (2, 1, ["book_lender", "plasterer"]),
        (7, 0, ["sake_shop", "shrine_carpenter"]),
        (12, 1, ["geisha", "joiner"]),
    ],
)
def test_odd_months_seat_0_and_even_months_seat_1_places_a_neutral_artisan(month, seat, cards):
    state = table(seats=2, month=month, decision="business", row=dict.fromkeys(cards, 2))
    before = [player(state, other) for other in (0, 1)]
    play(state, "end")
    assert (decision(state), state.to_act) == ("neutral_card", seat)
    assert sorted(legal(state)) == sorted(f"neutral {card}" for card in cards)
    play(state, f"neutral {cards[1]}")
    assert len(legal(state)) == 12
    play(state, "place se2")
    assert room(state, "se2") == {"room": "se2", "card": cards[1]}
    assert state.empty == GAME.from_dict(state.to_dict()).empty
    for other in (0, 1):
        after = player(state, other)
        assert all(after[key] == before[other][key] for key in ("mon", "fire", "kobun"))


@pytest.mark.rule("I-2P-2")
def test_nothing_is_placed_without_card_or_room_or_with_more_players():
    assert decision(play(table(seats=2, decision="business"), "end")) == "ikizama"
    assert decision(play(table(seats=3, decision="business", row={"book_lender": 0}), "end")) == "ikizama"
    names = ["salt_peddler", "cotton_peddler", "plasterer", "swordsmith", "wood_engraver", "umbrella_maker"]
    names += ["tatami_weaver", "used_clothes_seller", "sushi_stall", "oil_peddler", "seedling_peddler", "carpenter"]
    plain = [f"{nagaya}{number}" for nagaya in ("nw", "sw", "se", "ne") for number in (1, 2, 3)]
    crowd = dict(zip(plain, names, strict=True))
    full = table(seats=2, decision="business", rooms=crowd, row={"book_lender": 0})
    assert decision(play(full, "end")) == "ikizama"
    del crowd["se2"]
    assert room(play(table(seats=2, decision="business", rooms=crowd, row={"book_lender": 0}), "end"), "se2")["card"]


@pytest.mark.rule("I-2P-3")
def test_a_neutral_artisan_is_removed_after_its_trade():
    rooms = {"sw1": "oil_peddler", "sw2": "umbrella_maker"}
    state = table(seats=2, decision="business", queue=[0, 1], rooms=rooms, players={0: {"space": 3}})
    play(state, "trade sw1")
    assert player(state, 0)["mon"] == 10
    assert "card" not in room(state, "sw1")
    assert "oil_peddler" in state.to_dict()["lost"]
    assert "card" in room(state, "sw2")


@pytest.mark.rule("I-2P-4")
def test_a_neutral_artisan_counts_in_groups_and_neither_pays_nor_eats():
    rooms = {"sw1": "oil_peddler", "sw2": ("salt_peddler", 1, 1)}
    state = play(table(seats=2, month=3, decision="business", rooms=rooms), "end")
    assert [player(state, seat)["iki"] for seat in (0, 1)] == [0, 2]
    assert [player(state, seat)["mon"] for seat in (0, 1)] == [8, 8]
    assert [player(state, seat)["rice"] for seat in (0, 1)] == [1, 1]
    assert "card" in room(state, "sw1")


@pytest.mark.rule("I-2P-5")
def test_a_neutral_artisan_has_no_level_and_is_removed_from_where_a_swap_put_it():
    rooms = {"sw1": "puppeteer", "nw1": ("salt_peddler", 0, 1), "se1": "fan_maker"}
    state = table(seats=2, month=8, decision="business", queue=[0, 1], rooms=rooms, players={0: {"space": 3}})
    play(state, "trade sw1", "swap sw1")
    assert room(state, "sw1") == {"room": "sw1", "card": "fan_maker"}
    assert "card" not in room(state, "se1")
    assert "puppeteer" in state.to_dict()["lost"]
    trainer = {"sw1": "clockmaker", "nw1": ("salt_peddler", 0, 1), "nw2": ("cotton_peddler", 0, 1), "se1": "fan_maker"}
    state = table(seats=2, month=8, decision="business", queue=[0, 1], rooms=trainer, players={0: {"space": 3}})
    assert legal(play(state, "trade sw1")) == ["train nw1", "train nw2"]


@pytest.mark.rule("I-2P-5")
def test_a_neutral_artisan_counts_for_nobodys_types():
    over = table(seats=2, month=13, decision="over", rooms={"sw1": "oil_peddler"})
    assert [sheet["types"] for sheet in over.outcome().categories] == [0, 0]


@pytest.mark.rule("I-2P-1")
def test_with_two_players_the_coloured_group_does_not_exist():
    state = GAME.new(2, 1)
    picks = random.Random(1)
    while state.to_act is not None:
        assert all("card" not in entry for entry in state.view(0)["rooms"] if entry["room"].endswith("4"))
        state.apply(picks.choice(state.legal_actions()))


@pytest.mark.rule("I-NY-1")
def test_new_year_is_one_turn_each_in_the_fire_order_of_its_beginning():
    fires = {0: {"fire": 2, "space": 3}, 1: {"fire": 5}, 2: {"fire": 7}, 3: {"fire": 5}}
    state = play(table(month=12, decision="business", players=fires, fire_order=[2, 3, 1, 0]), "end")
    assert state.to_dict()["queue"] == [2, 3, 1, 0]
    assert decision(state) == "new_year_space"
    play(state, "visit 2", "end", "visit 3", "watch")
    assert state.to_dict()["fire_order"] == [2, 3, 1, 0]
    play(state, "visit 3", "watch", "visit 2", "end")
    assert state.to_act is None
    assert state.to_dict()["fire_order"] == [2, 1, 3, 0]


@pytest.mark.rule("I-NY-1")
def test_the_order_is_frozen_though_strength_changes():
    fires = {0: {"fire": 4}, 1: {"fire": 4}, 2: {"fire": 4}, 3: {"fire": 0}}
    state = table(month=13, decision="new_year_space", queue=[0, 1, 2, 3], players=fires)
    play(state, "visit 3", "watch", "visit 3", "watch")
    assert state.to_act == 2


@pytest.mark.rule("I-NY-2")
def test_any_space_may_be_visited_without_lap_or_sandals():
    rooms = {"sw1": ("oil_peddler", 0, 2)}
    state = table(
        month=13, decision="new_year_space", rooms=rooms, players={0: {"space": 8, "sandal": 3}}, queue=[0, 1]
    )
    assert legal(state) == [f"visit {space}" for space in range(1, 9)]
    stay = play(state.clone(), "visit 8")
    assert player(stay, 0)["space"] == 8
    play(state, "visit 1")
    assert room(state, "sw1")["level"] == 2
    assert decision(state) == "business"
    assert player(state, 0)["sandal"] == 3


@pytest.mark.rule("I-NY-3", "I-NY-5")
def test_business_is_as_usual_in_new_year():
    rooms = {"nw3": ("oil_peddler", 1, 3), "se1": ("roof_tiler", 1, 1), "sw1": ("puppeteer", 1, 2)}
    rich = {0: {"wood": 1, "koban": 1}}
    new_year = table(month=13, decision="new_year_space", queue=[0, 1], rooms=rooms, players=rich)
    retired = play(new_year.clone(), "visit 1", "trade nw3")
    assert player(retired, 1)["retired"] == ["oil_peddler"]
    built = play(new_year.clone(), "visit 6", "trade se1", "build fire_brigade_hall", "place nw1")
    assert built.standing(0) == 2 + 1 + 1  # the hall, a wood, 8 mon
    swapped = play(new_year.clone(), "visit 3", "trade sw1", "swap nw3", "with se1")
    assert room(swapped, "nw3")["card"] == "roof_tiler"
    assert room(swapped, "sw1")["level"] == 3
    assert player(play(new_year.clone(), "visit 3", "watch"), 0)["fire"] == 1


@pytest.mark.rule("I-NY-5")
def test_a_neutral_artisan_is_removed_and_train_works_in_new_year():
    rooms = {"sw1": "clockmaker", "nw1": ("oil_peddler", 0, 3)}
    state = table(seats=2, month=13, decision="new_year_space", queue=[0, 1], rooms=rooms)
    play(state, "visit 3", "trade sw1")
    assert player(state, 0)["retired"] == ["oil_peddler"]
    assert "clockmaker" in state.to_dict()["lost"]


@pytest.mark.rule("I-NY-4")
def test_the_match_ends_after_new_year_with_nothing_more():
    rooms = {"sw1": ("oil_peddler", 0, 1)}
    hungry = {seat: {"rice": 0} for seat in range(2)}
    state = table(seats=2, month=13, decision="business", rooms=rooms, row={"geisha": 0}, players=hungry)
    play(state, "end")
    assert state.to_act is None
    assert decision(state) == "over"
    assert player(state, 0)["mon"] == 8
    assert "card" in room(state, "sw1")
    assert state.outcome().ended_by == "new_year"


def sheet(seat: int = 0, rooms=None, **mine):
    """The score sheet of a finished match."""
    return table(month=13, decision="over", rooms=rooms, players={0: {"mon": 0, **mine}}).outcome().categories[seat]


@pytest.mark.rule("I-END-1")
def test_iki_on_the_track_counts():
    assert sheet(iki=37)["track"] == 37


@pytest.mark.rule("I-END-2")
@pytest.mark.parametrize(("kinds", "points"), [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16), (5, 25)])
def test_different_types_score_once(kinds, points):
    cards = ["plasterer", "cooper", "draper", "oil_peddler", "kabuki_actor"][:kinds]
    assert sheet(retired=cards)["types"] == points
    if cards:
        assert sheet(retired=cards[1:], rooms={"nw1": (cards[0], 0, 1)})["types"] == points
        assert sheet(retired=[*cards, "swordsmith", "carpenter"])["types"] == points


@pytest.mark.rule("I-END-3")
def test_a_retired_puppeteer_counts_as_any_type():
    assert sheet(retired=["puppeteer", "plasterer"])["types"] == 4
    assert sheet(retired=["puppeteer", "kabuki_actor"])["types"] == 4
    assert sheet(retired=["puppeteer", "plasterer", "cooper", "draper", "oil_peddler", "ox_cart"])["types"] == 25
    assert sheet(retired=["kabuki_actor"], rooms={"nw1": ("puppeteer", 0, 2)})["types"] == 1


@pytest.mark.rule("I-END-4")
@pytest.mark.parametrize(
    ("seasons", "points"),
    [
        ((), 0),
        (("spring",), 3),
        (("spring", "spring"), 3),
        (("spring", "autumn"), 6),
        (("summer", "summer"), 3 + 6),
        (("spring", "summer", "autumn"), 10 + 3),
        (("spring", "summer", "autumn", "winter"), 15 + 7),
    ],
)
def test_fish_score_by_seasons_and_by_their_own_iki(seasons, points):
    state = table(
        month=13,
        decision="over",
        players={0: {"fish": [f"fish_{season}" for season in seasons]}},
        fish_left=1,
    )
    assert state.outcome().categories[0]["fish"] == points


@pytest.mark.rule("I-END-5")
def test_tobacco_is_doubled_by_any_pipe_and_pipes_score_nothing():
    boxes = ["tobacco_grey", "tobacco_yellow"]
    assert sheet(tobacco=boxes)["tobacco"] == 7
    assert sheet(tobacco=boxes, pipes=["pipe_grey"])["tobacco"] == 14
    assert sheet(tobacco=boxes, pipes=["pipe_grey", "pipe_yellow"])["tobacco"] == 14
    assert sum(sheet(pipes=["pipe_grey"]).values()) == 0


@pytest.mark.rule("I-END-6", "I-END-9")
@pytest.mark.parametrize(
    ("building", "points"),
    [
        ("travellers_inn", 3 * 4),
        ("rice_storehouse", 3 + 2 * 5),
        ("fish_wholesaler", 4 * 2),
        ("playhouse", 3 * 3),
        ("fire_brigade_hall", 2 + 7),
        ("great_shrine", 18),
    ],
)
def test_buildings_score_by_their_formulas(building, points):
    mine = {"sandal": 4, "rice": 5, "fish": ["fish_spring"] * 2, "fire": 7}
    retired = ["ox_cart", "town_fireman", "plasterer"]
    scored = sheet(rooms={"nw1": (building, 0)}, retired=retired, saves=0, **mine)
    assert scored["buildings"] == points
    assert sheet(1, rooms={"nw1": (building, 0)}, **mine)["buildings"] == 0


@pytest.mark.rule("I-END-9")
def test_several_buildings_are_added_up():
    rooms = {"nw1": ("great_shrine", 0), "sw1": ("fire_brigade_hall", 0)}
    assert sheet(rooms=rooms)["buildings"] == 18 + 2


@pytest.mark.rule("I-END-7")
def test_koban_wood_and_full_groups_of_five_mon():
    assert sheet(koban=2)["resources"] == 6
    assert sheet(wood=3)["resources"] == 3
    assert [sheet(mon=mon)["resources"] for mon in (4, 5, 9, 10)] == [0, 1, 1, 2]
    assert sheet(rice=9, sandal=9)["resources"] == 0


@pytest.mark.rule("I-END-6")
def test_what_a_building_counts_is_not_used_up():
    scored = sheet(rooms={"nw1": ("fish_wholesaler", 0)}, fish=["fish_spring"], koban=1)
    assert (scored["buildings"], scored["fish"], scored["resources"]) == (4, 3, 3)


@pytest.mark.rule("I-END-8")
def test_ties_go_to_the_better_place_in_fire_order():
    fires = {seat: {"fire": fire, "iki": iki} for seat, (fire, iki) in enumerate([(3, 20), (3, 20), (5, 20), (9, 19)])}
    state = table(month=13, decision="over", players=fires, fire_order=[3, 2, 1, 0])
    outcome = state.outcome()
    assert outcome.scores == (21, 21, 21, 20)
    assert outcome.places == (3, 2, 1, 4)
    assert outcome.tie_breaks == {"fire_order": (1, 2, 3, 4)}


@pytest.mark.rule("I-INFO-1")
def test_deck_order_and_fires_to_come_are_hidden_and_their_sets_are_not():
    state = GAME.new(3, 5)
    view = state.view(1)
    assert "fires" not in view
    assert all("cards" not in deck for deck in view["decks"])
    assert (view["fires_size"], [deck["cards_size"] for deck in view["decks"]]) == (3, [9, 13, 13, 13])
    other = GAME.from_view(view, random.Random(1))
    for mine, redrawn in zip(state.to_dict()["decks"], other.to_dict()["decks"], strict=True):
        assert sorted(mine["cards"]) == sorted(redrawn["cards"])
        assert mine["cards"] != redrawn["cards"]


@pytest.mark.rule("I-INFO-1")
def test_redrawing_is_filling_the_view_and_every_hidden_thing_varies():
    state, picks = GAME.new(3, 7, options={"promos": ["samurai"]}), random.Random(2)
    while state.to_act is not None:
        short = state.determinize(state.to_act, random.Random(5))
        assert short.to_dict() == GAME.from_view(state.view(0), random.Random(5)).to_dict()
        assert short.legal_actions() == state.legal_actions()
        state.apply(picks.choice(state.legal_actions()))
    start = GAME.new(3, 7)
    redrawn = [start.determinize(0, random.Random(number)).to_dict() for number in range(200)]
    for season in range(4):
        deck = start.to_dict()["decks"][season]["cards"]
        assert {again["decks"][season]["cards"][0] for again in redrawn} == set(deck)
        assert {again["decks"][season]["cards"][-1] for again in redrawn} == set(deck)
    for number in range(3):
        assert len({again["fires"][number] for again in redrawn}) == 4


@pytest.mark.rule("I-INFO-2", "I-INFO-3")
def test_everything_else_is_public_and_every_seat_sees_the_same():
    state, picks = GAME.new(4, 5), random.Random(3)
    while state.to_act is not None:
        whole = state.to_dict()
        for key in ("seed", "hidden_seed", "fires"):
            del whole[key]
        for deck in whole["decks"]:
            del deck["cards"]
        assert all(state.view(seat) == whole for seat in (None, 0, 1, 2, 3))
        state.apply(picks.choice(state.legal_actions()))


@pytest.mark.rule("I-INFO-4")
def test_decisions_never_shift_later_draws():
    rows, fires = [], []
    for seed in (1, 2):
        state, picks = GAME.new(3, 9), random.Random(seed)
        seen: list[set[str]] = []
        state.record_events()
        while state.to_act is not None:
            state.apply(picks.choice(state.legal_actions()))
            for event in state.take_events():
                if event.text.startswith("reveal"):
                    seen.append(set(event.text.split()[1:]))
                if event.text.startswith("fire_"):
                    fires.append(event.text)
        rows.append(seen)
    assert rows[0] == rows[1]
    assert len(rows[0]) == 11
    assert fires[:3] == fires[3:]


@pytest.mark.rule("I-INFO-4")
def test_the_first_row_comes_from_the_public_seed_and_the_rest_from_the_hidden_one():
    one, two = GAME.new(4, 3, 1).to_dict(), GAME.new(4, 3, 2).to_dict()
    assert one["row"] == two["row"]
    assert one["decks"] != two["decks"]
    assert one["row"] != GAME.new(4, 4, 1).to_dict()["row"]
