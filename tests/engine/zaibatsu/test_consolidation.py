"""Consolidation (Z-CONS)."""

import pytest

from tests.engine.zaibatsu.table import CATEGORIES, again, ask, bare_table, legal, play, workers


def consolidating(*cells: str, **fields: int):
    state = bare_table()
    player = state.players[0]
    player.cells = workers(*cells)
    for field, value in fields.items():
        setattr(player, field, value)
    state.returned = []
    play(state, "consolidate")
    return state, player


@pytest.mark.rule(
    "Z-CONS-1", "Z-CONS-A", "Z-CONS-B", "Z-CONS-C1", "Z-CONS-C2", "Z-CONS-C3", "Z-CONS-C4", "Z-CONS-D1", "Z-CONS-D2"
)
def test_vz_14_a_whole_consolidation():
    state, player = consolidating("white", "white", "blue", "blue", money=4, coal=1)
    assert ask(state) == "objective", "level 1 is the only one open"
    play(state, "objective rnd")
    assert player.favours[CATEGORIES.index("rnd")] == 1
    assert (player.money, player.coal) == (0, 0)
    play(state, "white rnd")
    assert player.tracks == [1, 0, 0]
    assert (player.coal, player.money) == (2, 3 + 12 - 6)
    assert player.cells == []
    assert state.returned == [0, 0, 1, 1]


@pytest.mark.rule("Z-CONS-A")
@pytest.mark.parametrize(("count", "levels"), [(1, []), (2, []), (3, [1]), (4, [1]), (5, [1, 2]), (6, [1, 2, 3])])
def test_the_highest_occupied_cell_gives_the_level_or_a_lower_one(count, levels):
    state = bare_table()
    state.players[0].money = 1
    state.players[0].cells = workers(*["grey"] * count)
    play(state, "consolidate")
    if len(levels) > 1:
        assert legal(state) == [f"favour {level}" for level in levels]
    else:
        assert (ask(state) == "objective") == bool(levels)


@pytest.mark.rule("Z-CONS-A")
def test_a_level_without_tokens_is_closed_and_one_token_lies_on_an_objective():
    state = bare_table()
    player = state.players[0]
    player.money, player.favours = 1, (1, 1, 1, 0, 0, 0, 0, 2)
    player.cells = workers(*["grey"] * 5)
    play(state, "consolidate")
    assert ask(state) == "objective", "only level 2 has tokens left"
    assert legal(state) == [f"objective {name}" for name in ("rnd", "mines", "finance", "factory")]
    play(state, "objective mines")
    assert player.favours == (1, 1, 1, 0, 2, 0, 0, 2)


@pytest.mark.rule("Z-CONS-A")
def test_with_all_objectives_taken_no_favour_is_asked_for():
    state = bare_table()
    player = state.players[0]
    player.money, player.favours = 1, (1, 1, 1, 2, 2, 2, 3, 3)
    player.cells = workers(*["grey"] * 6)
    play(state, "consolidate")
    assert state.to_act == 1
    assert player.favours == (1, 1, 1, 2, 2, 2, 3, 3)


@pytest.mark.rule("Z-CONS-C1", "Z-CONS-C2")
def test_vz_15_three_workers_give_one_service_and_equal_ends_too():
    state, player = consolidating("red", "grey", "black", money=1)
    play(state, "objective ship")
    assert (player.silk, player.coal, player.iron) == (2, 2, 0), "coal is income only"
    state, player = consolidating("red", "grey", "blue", "red", money=1)
    play(state, "objective ship")
    assert player.silk == 2


@pytest.mark.rule("Z-CONS-C2", "Z-CONS-2")
def test_the_top_of_four_or_more_gives_its_service_experts_included():
    state, player = consolidating("expert_red", "red", "red", "expert_black", money=1)
    play(state, "objective ship")
    assert (player.silk, player.coal) == (2, 2 + 2)


@pytest.mark.rule("Z-CONS-D1")
@pytest.mark.parametrize(
    ("silk", "changed", "left", "lost"), [(0, None, 0, 4), (2, 2, 0, 2), (2, 0, 2, 4), (9, 4, 5, 0)]
)
def test_vz_16_unpaid_wages_cost_points(silk, changed, left, lost):
    state = bare_table()
    player = state.players[0]
    player.money, player.silk, player.favours = 1, silk, (1, 1, 1, 2, 2, 2, 3, 3)
    player.cells = workers("black", "red", "blue", "yellow", "grey")
    play(state, "consolidate")
    if changed is not None:
        assert legal(state) == [f"exchange {n}" for n in range(min(silk, 4) + 1)]
        play(state, f"exchange {changed}")
    assert (player.money, player.silk, player.score, player.wages_lost) == (1, left, -lost, lost)


@pytest.mark.rule("Z-CONS-D1")
@pytest.mark.parametrize(("money", "after", "points"), [(6, 1, -1), (7, 1, 0), (1, 1, -6), (0, 0, -6), (20, 14, 0)])
def test_the_last_money_is_never_spent(money, after, points):
    from engine.zaibatsu.phases.consolidation import pay_wages

    player = bare_table().players[0]
    player.cells, player.money = workers("red", "grey", "expert_red"), money
    pay_wages(player)
    assert (player.money, player.score) == (after, points)


@pytest.mark.rule("Z-CONS-B")
def test_vz_17_stored_coal_stays():
    _state, player = consolidating("grey", money=3, coal=5, stored_coal=3, silk=4, iron=2)
    assert (player.coal, player.stored_coal, player.silk, player.iron) == (2, 3, 4, 4)


@pytest.mark.rule("Z-CONS-D2", "Z-CONS-2")
def test_experts_go_home_and_workers_into_the_bag():
    state = bare_table()
    player = state.players[0]
    state.experts = 0b111111 ^ (1 << 4)
    player.money, player.cells = 1, workers("expert_yellow", "black")
    play(state, "consolidate")
    assert state.experts == 0b111111
    assert state.returned == [5]
    assert player.money == 12 - 6, "experts are paid like workers"


@pytest.mark.rule("Z-CONS-3")
def test_without_workers_there_is_only_income():
    state = bare_table()
    player = state.players[0]
    player.coal, player.silk = 7, 0
    play(state, "consolidate")
    assert (player.coal, player.money, player.score, player.favours) == (2, 12, 0, (0,) * 8)


@pytest.mark.rule("Z-CONS-4")
def test_steps_of_the_services_raise_the_income_after_them():
    state = bare_table()
    player = state.players[0]
    player.money, player.tracks[1], player.upgrades = 1, 0, 1
    player.cells = workers("white", "white", "white", "blue")
    play(state, "consolidate", "objective mines", "white mines")
    assert player.tracks[1] == 2
    assert player.coal == 4, "Mines 2 is worth 4"
    assert player.money == 3 + 12 - 6, "the blue service is kept"


@pytest.mark.rule("Z-CONS-1", "Z-GEN-3")
def test_a_step_is_finished_before_the_next_begins():
    state = bare_table()
    player = state.players[0]
    player.money, player.tracks[0] = 1, 1
    player.cells = workers("white")
    play(state, "consolidate", "white rnd")  # R&D 2: black service within C1, before the income
    assert player.coal == 2 + 2
    assert again(state).to_act == 0
