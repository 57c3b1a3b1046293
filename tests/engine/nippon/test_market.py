"""Local markets (N-ACT-MARKET). With the helper's table, city 3 north faces silk on a printed 2, city 7 north on 0."""

import pytest

from tests.engine.nippon.situations import (
    do,
    listed,
    pending,
    put_tile,
    set_player,
    settled,
    table,
    take,
    takes,
    texts,
)


def seller(state=None, **goods):
    """Seat 0 has these goods and begins the market action (forced choices are taken)."""
    state = state or table()
    set_player(state.players[0], goods=goods)
    return take(settled(state), "market")


@pytest.mark.rule("N-ACT-MARKET-1", "N-ACT-MARKET-4")
@pytest.mark.parametrize(
    ("good", "values"),
    [
        ("silk", [1, 2, 3]),
        ("paper", [1, 2, 3]),
        ("bento", [3, 4, 5]),
        ("lenses", [3, 4, 5]),
        ("bulbs", [5, 6, 7]),
        ("clocks", [5, 6, 7]),
    ],
)
@pytest.mark.parametrize("period", [0, 5])
def test_goods_give_a_tile_by_level_and_number(good, values, period):
    for count, value in enumerate(values, 1):
        state = table()
        state.marker = period
        state.last_turns = 6 if period == 5 else 0
        state = seller(state, **{good: 4})
        slot = next(text for text in listed(state, "market") if free_slot(state, text))
        do(state, f"market {slot}", f"count {count}")
        city, side = slot.split(" ")
        shown = state.view(None)["regions"][int(city) // 2]["cities"][int(city) % 2]
        assert shown["values"][("north", "east", "south", "west").index(side)] == value
        assert sum(state.players[0].goods) == 4 - count


def free_slot(state, text):
    """Whether nothing is printed on the slot."""
    city, side = text.split(" ")
    shown = state.view(None)["regions"][int(city) // 2]["cities"][int(city) % 2]
    return shown["foreign"][("north", "east", "south", "west").index(side)] == 0


@pytest.mark.rule("N-ACT-MARKET-1")
def test_slots_face_the_good_that_is_paid():
    state = seller(silk=3)
    goods = {}
    for region in state.view(None)["regions"]:
        for city in region["cities"]:
            goods[city["tile"]] = city["goods"]
    for text in listed(state, "market"):
        city, side = text.split(" ")
        assert goods[int(city)][("north", "east", "south", "west").index(side)] == "silk"


@pytest.mark.rule("N-ACT-MARKET-1")
def test_the_exact_tile_must_be_in_stock():
    state = table()
    put_tile(state, 0, 3, 0, 5)
    put_tile(state, 1, 3, 0, 5)
    state = seller(state, clocks=3)
    do(state, next(text for text in texts(state) if text.startswith("market 4")))
    assert texts(state) == ["count 2", "count 3"]


@pytest.mark.rule("N-ACT-MARKET-1")
def test_a_tile_that_was_placed_is_out_of_stock():
    state = do(seller(lenses=4), "market 3 east", "count 2", "market 2 west")
    assert state.tiles[13] & 7 == 4
    assert state.tiles[11] & 7 == 3, "the only 4 is on the map, so one good was paid for the 3"


@pytest.mark.rule("N-ACT-MARKET-1")
def test_up_to_three_tiles_stay_in_one_region():
    state = seller(lenses=3, bulbs=4)
    do(state, "market 0 east", "count 1")
    assert all(text == "stop" or text.split(" ")[1] in {"0", "1"} for text in texts(state))
    do(state, "market 0 south", "count 1", "market 1 south", "count 1")
    assert (state.tiles[1], state.tiles[2], state.tiles[6]) == (3, 5, 5)
    assert state.to_act == 1


@pytest.mark.rule("N-ACT-MARKET-1")
def test_three_tiles_are_the_most():
    state = table(4)
    set_player(state.players[0], goods={"silk": 4, "paper": 4, "bento": 4, "lenses": 4, "bulbs": 4, "clocks": 4})
    state = take(settled(state), "market")
    do(state, "market 0 north", "count 2", "market 0 east", "count 1", "market 1 east")
    assert state.to_act == 1
    assert sum(1 for tile in state.tiles if tile) == 3


@pytest.mark.rule("N-ACT-MARKET-2")
def test_vn_11():
    assert "3 north" not in listed(seller(silk=2), "market")
    state = do(seller(silk=3), "market 3 north")
    assert (state.tiles[12] & 7, state.players[0].goods[0]) == (3, 0)
    assert state.players[0].yen == 12 + 3, "the bonus of region 1"
    assert state.to_act == 1


@pytest.mark.rule("N-ACT-MARKET-2")
def test_an_occupied_slot_needs_a_higher_tile_and_the_beaten_one_returns():
    state = table()
    put_tile(state, 7, 0, 1, 2)
    assert "7 north" not in listed(seller(state, silk=2), "market")
    state = do(seller(state, silk=3), "market 7 north")
    assert state.tiles[28] == 3
    assert state.view(None)["players"][1]["influence"] == [1, 2, 3, 3, 4, 5, 5, 6, 7, 7]


@pytest.mark.rule("N-ACT-MARKET-2")
def test_ones_own_tile_can_be_beaten_too():
    state = table()
    put_tile(state, 7, 0, 0, 2)
    state = do(seller(state, silk=3), "market 7 north")
    assert state.tiles[28] == 3
    assert 2 in state.view(None)["players"][0]["influence"]


@pytest.mark.rule("N-ACT-MARKET-3")
def test_vn_12():
    """City 0: lenses on a printed 0 in the east; tiles 3 and 5 lie south and west."""
    state = table()
    put_tile(state, 0, 2, 1, 3)
    put_tile(state, 0, 3, 0, 5)
    state = seller(state, lenses=2)
    do(state, "market 0 east")
    assert state.tiles[0:4] == [0, 4, 0, 5]
    assert state.view(None)["players"][1]["influence"] == [1, 2, 3, 3, 4, 5, 5, 6, 7, 7]


@pytest.mark.rule("N-ACT-MARKET-3", "N-ACT-MARKET-5")
def test_at_the_limit_the_new_tile_must_beat_another_and_the_printed_value():
    state = table()
    put_tile(state, 0, 2, 1, 3)
    put_tile(state, 0, 3, 0, 5)
    assert "0 east" not in listed(seller(state, lenses=1), "market"), "3 beats neither 3 nor 5"
    state = table()
    put_tile(state, 0, 1, 1, 1)
    put_tile(state, 0, 2, 1, 2)
    assert "0 north" not in listed(seller(state, bento=1), "market"), "3 beats the 1, but not the printed 3"
    assert "0 north" in listed(seller(state, bento=2), "market")


@pytest.mark.rule("N-ACT-MARKET-3")
@pytest.mark.parametrize(("seats", "limit"), [(2, 2), (3, 3)])
def test_the_limit_counts_tiles_per_city(seats, limit):
    state = table(seats)
    for side, value in zip((0, 2, 3), (4, 6, 7), strict=True):
        if side != 3 or limit == 3:
            put_tile(state, 0, side, 1, value)
    state = seller(state, lenses=3)
    do(state, "market 0 east")
    assert sum(1 for tile in state.tiles[0:4] if tile) == limit
    assert state.tiles[0] == 0, "the lowest of the city left"


@pytest.mark.rule("N-ACT-MARKET-3")
def test_with_four_players_every_slot_of_a_city_can_be_filled():
    state = table(4)
    for side, value in zip((0, 2, 3), (4, 6, 7), strict=True):
        put_tile(state, 0, side, 1, value)
    state = do(seller(state, lenses=1), "market 0 east")
    assert [tile & 7 for tile in state.tiles[0:4]] == [4, 3, 6, 7]


@pytest.mark.rule("N-ACT-MARKET-3")
def test_the_active_player_picks_among_the_lowest():
    state = table()
    put_tile(state, 0, 2, 1, 3)
    put_tile(state, 0, 3, 0, 3)
    state = do(seller(state, lenses=2), "market 0 east")
    assert texts(state) == ["return south", "return west"]
    assert state.players[0].blueprints == 1, "the region bonus waits"
    do(state, "return west")
    assert state.tiles[0:4] == [0, 4, 8 + 3, 0]
    assert state.view(None)["players"][0]["influence"].count(3) == 2
    assert (state.players[0].blueprints, state.to_act) == (2, 1)


@pytest.mark.rule("N-ACT-MARKET-3")
def test_replacing_a_tile_at_the_limit_sends_only_that_one_home():
    state = table()
    put_tile(state, 0, 1, 1, 4)
    put_tile(state, 0, 3, 1, 1)
    state = do(seller(state, lenses=3), "market 0 east")
    assert [tile & 7 for tile in state.tiles[0:4]] == [0, 5, 0, 1]


@pytest.mark.rule("N-ACT-MARKET-5")
def test_a_tile_that_returns_can_be_placed_again_in_the_same_action():
    """Both 5s of the player lie in city 1; beating one frees it for the next good."""
    state = table()
    put_tile(state, 1, 2, 0, 5)
    put_tile(state, 1, 3, 0, 5)
    state = seller(state, bulbs=3, lenses=3)
    assert "0 east" in listed(state, "market")
    do(state, "market 1 south", "count 2")
    assert state.tiles[6] & 7 == 6
    assert 5 in state.view(None)["players"][0]["influence"]
    do(state, "market 0 east")
    assert "count 3" in texts(state)
    do(state, "count 3")
    assert state.tiles[1] == 5


@pytest.mark.rule("N-ACT-MARKET-5")
@pytest.mark.parametrize(
    ("slot", "gained"), [("0 east", "blueprints"), ("3 east", "yen"), ("5 west", "coal"), ("6 east", "points")]
)
def test_every_tile_brings_the_bonus_of_its_region(slot, gained):
    state = seller(lenses=1)
    do(state, f"market {slot}")
    player = state.view(None)["players"][0]
    found = {name: player[name] for name in ("blueprints", "yen", "coal", "points")}
    plain = {"blueprints": 1, "yen": 12, "coal": 2, "points": 10}
    bonus = {"blueprints": 1, "yen": 3, "coal": 2, "points": 2}
    assert found == {**plain, gained: plain[gained] + bonus[gained]}


@pytest.mark.rule("N-ACT-MARKET-4")
def test_three_clocks_give_a_seven_in_every_period():
    state = do(seller(clocks=3), "market 4 west", "count 3")
    assert state.tiles[19] & 7 == 7


def test_no_market_without_goods_or_a_slot_to_take():
    state = table()
    set_player(state.players[0], factories={"silk": 2})
    assert "market" not in takes(settled(state))
    assert pending(settled(state)) == "turn"
