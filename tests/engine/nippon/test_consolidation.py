"""Consolidation (N-CONS) and where the workers go."""

import pytest

from engine.nippon.workers import UNIT, pack, size
from tests.engine.nippon.situations import (
    do,
    listed,
    pending,
    put_workers,
    set_player,
    settled,
    table,
    takes,
    texts,
)

FIVE = ["red", "blue", "grey", "white", "black"]


def consolidating(seats=4, options=None, **fields):
    state = table(seats, **(options or {}))
    set_player(state.players[0], **fields)
    return do(settled(state), "consolidate")


@pytest.mark.rule("N-CONS-1", "N-CONS-2", "N-CONS-5", "N-CONS-7")
def test_vn_13():
    state = consolidating(workers=["red", "red", "blue", "red"], yen=3, coal=1)
    assert (state.players[0].yen, state.players[0].coal) == (12, 2)
    assert {text.split(" ")[0] for text in listed(state, "reward")} == {"2", "3", "none"}
    do(state, "reward 3 yen")
    assert state.players[0].yen == 16
    do(state, "achievement ships")
    assert (state.players[0].yen, state.players[0].workers, state.to_act) == (10, (), 1)
    assert state.players[0].rewards[3] == 3


@pytest.mark.rule("N-CONS-1")
def test_income_follows_the_tracks_and_the_rest_is_discarded():
    state = consolidating(workers=["red"], yen=40, coal=30, money_track=5, coal_track=4)
    assert (state.players[0].yen, state.players[0].coal) == (17 - 3, 5)


@pytest.mark.rule("N-CONS-2")
def test_vn_14():
    state = consolidating(workers=["red", "blue"])
    assert (state.players[0].yen, state.players[0].workers, state.to_act) == (6, (), 1)
    assert state.players[0].rewards == [0] * 9


@pytest.mark.rule("N-CONS-2")
@pytest.mark.parametrize(("workers", "highest"), [(3, 2), (4, 3), (5, 4), (6, 5)])
def test_more_workers_reach_higher_rewards(workers, highest):
    state = consolidating(workers=["red"] * workers)
    offered = {int(text.split(" ")[0]) for text in listed(state, "reward") if text != "none"}
    assert offered == set(range(2, highest + 1))


@pytest.mark.rule("N-CONS-2")
@pytest.mark.parametrize(("front", "field", "gained"), [("blueprint", "blueprints", 1), ("coal", "coal", 1)])
def test_the_front_is_gained_and_the_tile_leaves_the_stock(front, field, gained):
    state = consolidating(workers=["red"] * 6)
    before, stock = getattr(state.players[0], field), sum(state.rewards)
    do(state, f"reward 5 {front}")
    assert getattr(state.players[0], field) == before + gained
    assert sum(state.rewards) == stock - 1


@pytest.mark.rule("N-CONS-2")
def test_the_tile_goes_on_an_achievement_without_one():
    state = consolidating(workers=["red"] * 3, rewards={"ships": 4, "yen": 2})
    do(state, "reward 2 coal")
    assert listed(state, "achievement") == [
        "contracts",
        "knowledge",
        "trains",
        "coal",
        "money",
        "factories",
        "machines",
    ]
    do(state, "achievement knowledge")
    assert state.view(None)["players"][0]["rewards"] == {"yen": 2, "knowledge": 2, "ships": 4}


@pytest.mark.rule("N-CONS-3")
def test_vn_15():
    state = table(4)
    state.rewards[:3] = [0, 0, 0]
    for player, count in zip(state.players[1:], (2, 2, 2), strict=True):
        set_player(player, rewards=dict(zip(("coal", "money"), [2] * count, strict=True)))
    set_player(state.players[0], workers=["red"] * 3)
    state = do(settled(state), "consolidate")
    assert (state.players[0].rewards, state.to_act) == ([0] * 9, 1)


def without_rewards(extra, **fields):
    """Two players hold all 16 reward tiles between them, and *4 - extra* plain ones."""
    state = table(2)
    state.rewards = [0] * 12
    state.extra_multipliers = extra
    tiles = [2] * (8 - extra) + [3] * 4 + [4] * 4 + [5] * 4
    for player in state.players:
        own, tiles = tiles[:9], tiles[9:]
        player.rewards = own + [0] * (9 - len(own))
    assert not tiles
    set_player(state.players[1], workers=["red"] * 3, **fields)
    state.turns = 1
    state.acting = state.to_act = 1
    return settled(state)


@pytest.mark.rule("N-CONS-3")
def test_vn_15_with_no_reward_tile_at_all():
    state = without_rewards(4)
    set_player(state.players[1])
    state.players[1].rewards = [5, 5, 5, 5, 4, 4, 4, 0, 0]
    state.players[0].rewards = [2, 2, 2, 2, 3, 3, 3, 3, 4]
    state = do(settled(state), "consolidate")
    assert texts(state) == ["reward plain", "reward none"]
    blueprints, coal, yen = state.players[1].blueprints, state.players[1].coal, state.players[1].yen
    do(state, "reward plain")
    assert (state.players[1].blueprints, state.players[1].coal, state.players[1].yen) == (blueprints, coal, yen)
    do(state, "achievement machines")
    assert (state.players[1].rewards[8], state.extra_multipliers) == (2, 3)


@pytest.mark.rule("N-CONS-3", "N-CONS-4")
def test_with_nothing_left_or_no_room_there_is_no_reward():
    state = without_rewards(2)
    assert 0 not in state.players[1].rewards
    do(state, "consolidate")
    assert (state.extra_multipliers, state.to_act) == (2, 0), "all nine achievements are covered"


@pytest.mark.rule("N-CONS-4")
def test_a_reward_may_be_declined():
    state = consolidating(workers=["red"] * 3)
    stock = list(state.rewards)
    assert texts(state)[-1] == "reward none"
    do(state, "reward none")
    assert (state.rewards, state.players[0].rewards, state.players[0].yen) == (stock, [0] * 9, 9)


@pytest.mark.rule("N-CONS-5")
def test_vn_16():
    state = do(consolidating(workers=FIVE), "reward none")
    assert (state.players[0].yen, sum(state.players[0].score)) == (0, 8)


@pytest.mark.rule("N-CONS-5")
def test_as_many_colours_as_possible_are_paid_each_once():
    state = do(consolidating(workers=["red", "red", "blue"], money_track=0), "reward none")
    assert (state.players[0].yen, sum(state.players[0].score)) == (6, 10)


@pytest.mark.rule("N-CONS-6")
def test_workers_leave_to_the_bag():
    state = table()
    put_workers(state, rows=[[], []])
    set_player(state.players[0], workers=["red", "blue"])
    state = settled(state)
    bag = state.bag
    do(state, "consolidate")
    assert state.bag == bag + pack([4, 1])
    assert state.rows == [0, 0]


@pytest.mark.rule("N-CONS-6")
def test_option_rows_fills_gaps_from_the_top_in_cell_order():
    state = table(3, consolidation_workers="rows")
    put_workers(state, rows=[[], ["white"] * 2, ["black"] * 3])
    set_player(state.players[0], workers=["red", "blue", "red", "grey", "yellow", "red"])
    state = settled(state)
    bag = state.bag
    do(state, "consolidate", "reward none")
    assert state.rows == [2 * UNIT[4] + UNIT[1], 2 * UNIT[0] + UNIT[2], 3 * UNIT[5]]
    assert state.bag == bag + UNIT[3] + UNIT[4]


@pytest.mark.rule("N-CONS-6")
def test_option_rows_moves_a_row_up_as_it_is():
    state = table(2, consolidation_workers="rows")
    put_workers(state, spaces=[["red"], *[["white", "blue", "grey"]] * 4], rows=[["black"], ["yellow", "yellow"]])
    state = do(settled(state), "take red knowledge", "steps 1")
    assert state.spaces[0] == UNIT[5]
    assert size(state.rows[0]) == 0


@pytest.mark.rule("N-CONS-6")
def test_option_rows_fills_rows_on_gold_too():
    state = table(2, consolidation_workers="rows")
    state.marker, state.last_turns, state.turns = 6, 4, 50
    put_workers(state, rows=[[], []])
    set_player(state.players[0], workers=["red"])
    state = do(settled(state), "consolidate")
    assert state.rows == [UNIT[4], 0]


@pytest.mark.rule("N-CONS-7")
def test_the_yen_of_a_reward_can_pay_wages():
    state = consolidating(workers=FIVE)
    do(state, "reward 4 yen", "achievement coal")
    assert (state.players[0].yen, sum(state.players[0].score)) == (12 + 3 - 15, 10)


@pytest.mark.rule("N-CONS-7")
def test_the_blueprints_of_a_reward_raise_only_later_income():
    state = consolidating(workers=["red"] * 3, blueprints=1)
    do(state, "reward 2 blueprint", "achievement coal")
    assert (state.players[0].blueprints, state.players[0].yen, state.to_act) == (3, 9, 1)
    assert pending(state) == "turn"
    assert "knowledge" in takes(state)
