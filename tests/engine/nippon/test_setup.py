"""The set-up (N-SETUP) and the component data."""

import pytest

from engine.nippon.data import tables
from engine.nippon.workers import size, unpack
from tests.engine.nippon.situations import GAME, do, set_player, settled, table, take, texts


@pytest.mark.rule("N-SETUP-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_player_starts_with_the_same_pieces(seats):
    for player in GAME.new(seats, 3).view(None)["players"]:
        assert player["contracts"] == list(range(8))
        assert player["blueprints"] == 1
        assert player["influence"] == [1, 2, 3, 3, 4, 5, 5, 6, 7, 7]
        assert (player["trains_built"], player["ships_built"], player["factories"]) == (0, 0, [])
        assert (player["yen"], player["coal"]) == (12, 2)
        assert (player["coal_income"], player["yen_income"], player["knowledge"]) == (2, 12, 1)


@pytest.mark.rule("N-SETUP-2")
def test_any_seat_may_begin_and_points_follow_the_turn_order():
    first = set()
    for seed in range(30):
        state = GAME.new(4, seed)
        first.add(state.first_player)
        assert state.to_act == state.first_player
        points = [state.view(None)["players"][(state.first_player + n) % 4]["points"] for n in range(4)]
        assert points == [10, 11, 12, 13]
    assert first == {0, 1, 2, 3}


@pytest.mark.rule("N-SETUP-3")
def test_the_marker_starts_on_the_first_of_eight_spaces():
    assert GAME.new(3, 1).view(None)["marker"] == 0
    assert tables().clock.spaces == 8


@pytest.mark.rule("N-SETUP-4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_24_factories_lie_open_at_every_player_count(seats):
    piles = GAME.new(seats, 1).view(None)["factory_piles"]
    assert [pile["good"] for pile in piles] == ["silk", "paper", "bento", "lenses", "bulbs", "clocks"]
    assert all(pile["tiles"] == [1, 2, 3, 4] for pile in piles)


@pytest.mark.rule("N-SETUP-4")
def test_any_tile_of_a_pile_may_be_chosen():
    state = table()
    set_player(state.players[0], knowledge_track=1)
    assert [f"build silk {n}" in texts(take(settled(state), "factory")) for n in (1, 2, 3, 4)] == [True] * 4


@pytest.mark.rule("N-SETUP-5")
@pytest.mark.parametrize(("seats", "of_each"), [(2, 4), (3, 5), (4, 6)])
def test_reward_tiles_are_removed_by_player_count(seats, of_each):
    stocks = set()
    for seed in range(12):
        view = GAME.new(seats, seed).view(None)
        for multiplier in (2, 3, 4, 5):
            assert sum(tile["left"] for tile in view["rewards"] if tile["multiplier"] == multiplier) == of_each
        assert view["extra_multipliers"] == 4
        stocks.add(tuple(tile["left"] for tile in view["rewards"]))
    assert (len(stocks) > 1) is (seats < 4)


@pytest.mark.rule("N-SETUP-6")
def test_eight_of_nine_city_tiles_lie_in_any_rotation():
    left_out, rotations = set(), set()
    for seed in range(40):
        cities = [city for region in GAME.new(2, seed).view(None)["regions"] for city in region["cities"]]
        tiles = {city["tile"] for city in cities}
        assert len(tiles) == 8
        left_out |= set(range(9)) - tiles
        rotations |= {city["rotation"] for city in cities}
        for city in cities:
            printed = tables().cities[city["tile"]].goods
            for slot, good in enumerate(city["goods"]):
                assert good == tables().goods[printed[(slot - city["rotation"]) % 4]]
    assert left_out == set(range(9))
    assert rotations == {0, 1, 2, 3}


@pytest.mark.rule("N-SETUP-7")
@pytest.mark.parametrize(("seats", "workers", "rows"), [(4, 48, [3] * 5), (3, 42, [3] * 3), (2, 36, [2] * 2)])
def test_workers_fill_spaces_and_rows(seats, workers, rows):
    state = GAME.new(seats, 5)
    assert [size(group) for group in state.spaces] == [3] * 5
    assert [size(group) for group in state.rows] == rows
    assert size(state.bag) == workers - 15 - sum(rows)
    everybody = sum(state.spaces) + sum(state.rows) + state.bag
    assert [unpack(everybody).count(colour) for colour in range(6)] == [workers // 6] * 6


@pytest.mark.rule("N-SETUP-8")
def test_rows_of_three_with_two_players_are_an_option():
    assert [size(group) for group in GAME.new(2, 5, options={"two_player_row_size": 3}).rows] == [3, 3]
    for seats in (3, 4):
        usual, other = GAME.new(seats, 5), GAME.new(seats, 5, options={"two_player_row_size": 3})
        assert usual.rows == other.rows


@pytest.mark.rule("N-SETUP-9")
def test_blueprints_are_counted_in_units_and_nothing_runs_out():
    state = table()
    set_player(state.players[0], blueprints=50, coal=60, yen=70, reserve=30)
    state = settled(state)
    do(state, "blueprints coal")
    assert state.players[0].blueprints == 47


@pytest.mark.rule("N-SETUP-1", "N-SETUP-2")
def test_vn_1():
    view = GAME.new(3, 8).view(None)
    first = view["first_player"]
    ordered = [view["players"][(first + n) % 3] for n in range(3)]
    assert [(p["yen"], p["coal"], p["blueprints"], p["points"]) for p in ordered] == [
        (12, 2, 1, 10),
        (12, 2, 1, 11),
        (12, 2, 1, 12),
    ]
    assert view["bag_size"] == 42 - 15 - 9 == 18
    assert sum(tile["left"] for tile in view["rewards"]) == 20
