"""Knowledge, mines, factories and every factory effect (N-ACT-KNOW, N-ACT-MINES, N-ACT-FACTORY, N-FAC)."""

import pytest

from engine.nippon.data import tables
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


def builder(**fields):
    """Seat 0 can build anything, is about to, and has been told which fields to change."""
    state = table()
    set_player(state.players[0], knowledge_track=10, yen=30, **fields)
    return take(settled(state), "factory")


def built(good, number, **fields):
    """After seat 0 built that factory."""
    return do(builder(**fields), f"build {good} {number}")


@pytest.mark.rule("N-ACT-KNOW-1", "N-TURN-7")
def test_vn_2():
    state = do(take(settled(table()), "knowledge"), "steps 3")
    assert (state.players[0].yen, state.players[0].knowledge_track) == (6, 3)
    assert state.view(None)["players"][0]["knowledge"] == 3


@pytest.mark.rule("N-ACT-KNOW-1")
@pytest.mark.parametrize(("yen", "steps"), [(1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (30, 3)])
def test_knowledge_costs_1_3_or_6_yen(yen, steps):
    state = table()
    set_player(state.players[0], yen=yen)
    state = take(settled(state), "knowledge")
    if steps == 1:
        assert state.players[0].yen == yen - 1, "the only choice is taken by itself"
        return
    assert texts(state) == [f"steps {n}" for n in range(1, steps + 1)]
    do(state, f"steps {steps}")
    assert state.players[0].yen == yen - (0, 1, 3, 6)[steps]
    assert state.players[0].knowledge_track == steps
    assert state.players[0].coal_track == 0


@pytest.mark.rule("N-ACT-MINES-1")
def test_mines_move_the_coal_track_at_the_same_price():
    state = do(take(settled(table()), "mines"), "steps 2")
    assert (state.players[0].yen, state.players[0].coal_track, state.players[0].knowledge_track) == (9, 2, 0)


@pytest.mark.rule("N-ACT-FACTORY-1")
def test_vn_3():
    state = table()
    set_player(state.players[0], yen=6)
    state = take(settled(state), "factory")
    assert listed(state, "build") == [f"{good} {n}" for good in ("silk", "paper") for n in (1, 2, 3, 4)]
    do(state, "build paper 1")
    assert (state.players[0].yen, state.players[0].blueprints, state.players[0].knowledge_track) == (0, 0, 0)


@pytest.mark.rule("N-ACT-FACTORY-1")
@pytest.mark.parametrize(
    ("position", "blueprints", "goods"),
    [(0, 0, 0), (1, 0, 2), (2, 1, 4), (4, 0, 4), (4, 1, 4), (4, 2, 6), (7, 1, 6), (8, 0, 6), (0, 5, 6), (0, 9, 6)],
)
def test_knowledge_and_blueprints_reach_2_4_and_6(position, blueprints, goods):
    state = table()
    set_player(state.players[0], knowledge_track=position, blueprints=blueprints)
    state = settled(state)
    if not goods:
        assert "factory" not in takes(state)
    else:
        assert len(listed(take(state, "factory"), "build")) == 4 * goods


@pytest.mark.rule("N-ACT-FACTORY-1")
def test_only_missing_levels_cost_blueprints():
    state = table()
    set_player(state.players[0], knowledge_track=4, blueprints=5)
    state = do(take(settled(state), "factory"), "build clocks 2")
    assert state.players[0].blueprints == 3
    state = table()
    set_player(state.players[0], knowledge_track=10, blueprints=5)
    state = do(take(settled(state), "factory"), "build clocks 2")
    assert state.players[0].blueprints == 5


@pytest.mark.rule("N-ACT-FACTORY-1", "N-TURN-2")
def test_a_factory_costs_six_yen():
    state = table()
    set_player(state.players[0], knowledge_track=10, yen=5)
    assert "factory" not in takes(settled(state))


@pytest.mark.rule("N-ACT-FACTORY-2")
def test_vn_4():
    state = builder(factories={"silk": 2})
    assert not [text for text in listed(state, "build") if text.startswith("silk")]
    assert len(listed(state, "build")) == 20


@pytest.mark.rule("N-ACT-FACTORY-2", "N-SETUP-4")
def test_a_tile_that_somebody_built_is_gone():
    state = take(built("silk", 2), "factory")
    assert listed(state, "build")[:3] == ["silk 1", "silk 3", "silk 4"]


@pytest.mark.rule("N-ACT-FACTORY-3")
@pytest.mark.parametrize(("reserve", "machine", "left"), [(0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 2, 1)])
def test_machines_of_the_reserve_go_onto_the_new_factory(reserve, machine, left):
    player = built("paper", 1, reserve=reserve).players[0]
    assert (player.machines[1], player.reserve) == (machine, left)


@pytest.mark.rule("N-ACT-FACTORY-3", "N-FAC-3")
def test_reserve_machines_come_before_the_effect_which_is_then_lost():
    assert built("silk", 4, reserve=2).players[0].machines[0] == 2
    assert built("silk", 4, reserve=1).players[0].machines[0] == 2


@pytest.mark.rule("N-ACT-FACTORY-3")
def test_a_granted_build_is_free_and_may_be_declined():
    state = built("lenses", 1)
    assert texts(state) == ["place 0", "place 1", "place 2", "place 3", "stop"]
    do(state, "stop")
    assert (state.players[0].trains, state.players[0].yen, state.to_act) == (0, 24, 1)


@pytest.mark.rule("N-FAC-1", "N-FAC-2")
def test_thirteen_factories_act_at_once_and_eleven_for_good():
    immediate = {(f.good, f.number) for f in tables().factories if not f.permanent}
    permanent = {(f.good, f.number) for f in tables().factories if f.permanent}
    assert (len(immediate), len(permanent)) == (13, 11)
    assert tables().factories[7].origin.provenance == "found", "paper 4 is the one found in a source"
    others = [tile for place, tile in enumerate(tables().factories) if place != 7]
    assert {tile.origin.provenance for tile in others} == {"reconstructed"}


@pytest.mark.rule("N-FAC-1")
@pytest.mark.parametrize(
    ("tile", "field", "before", "after"),
    [
        ("silk 1", "knowledge_track", 8, 10),
        ("silk 2", "blueprints", 0, 2),
        ("paper 1", "money_track", 0, 2),
        ("paper 2", "yen", 30, 29),
        ("bento 1", "coal_track", 0, 3),
        ("bento 2", "coal", 1, 5),
        ("lenses 2", "money_track", 0, 3),
    ],
)
def test_immediate_steps_and_gains(tile, field, before, after):
    state = table()
    set_player(state.players[0], **{"knowledge_track": 10, "yen": 30, "blueprints": 0, field: before})
    state = do(take(settled(state), "factory"), f"build {tile}")
    assert getattr(state.players[0], field) == after
    assert state.to_act == 1


@pytest.mark.rule("N-FAC-1")
def test_clocks_2_gives_four_points():
    assert built("clocks", 2).view(None)["players"][0]["points"] == 14


@pytest.mark.rule("N-FAC-1")
def test_silk_4_comes_with_a_machine():
    assert built("silk", 4).players[0].machines == [1, 0, 0, 0, 0, 0]


@pytest.mark.rule("N-FAC-1")
@pytest.mark.parametrize(
    ("good", "action", "field"), [("silk", "knowledge", "knowledge_track"), ("bento", "mines", "coal_track")]
)
def test_silk_3_and_bento_3_add_a_step_to_the_matching_action(good, action, field):
    state = table()
    set_player(state.players[0], factories={good: 3})
    state = do(take(settled(state), action), "steps 2")
    assert getattr(state.players[0], field) == 3
    other = "mines" if action == "knowledge" else "knowledge"
    state = table()
    set_player(state.players[0], factories={good: 3})
    state = do(take(settled(state), other), "steps 2")
    assert getattr(state.players[0], field) == 0


@pytest.mark.rule("N-FAC-3")
def test_an_action_bonus_at_the_end_of_the_track_is_lost_with_the_steps():
    state = table()
    set_player(state.players[0], factories={"silk": 3}, knowledge_track=8)
    state = do(take(settled(state), "knowledge"), "steps 1")
    assert state.players[0].knowledge_track == 10


@pytest.mark.rule("N-FAC-1")
def test_paper_3_adds_a_money_step_once_per_export_action():
    state = table()
    set_player(state.players[0], factories={"paper": 3}, goods={"silk": 4}, contracts=[0, 1])
    state = do(take(settled(state), "export"), "contract 0")
    assert state.players[0].money_track == 2
    do(state, "contract 1")
    assert state.players[0].money_track == 3


@pytest.mark.rule("N-FAC-2")
def test_paper_4_counts_as_a_knowledge_star():
    from engine.nippon.scoring import counts

    assert counts(built("paper", 4).players[0])[2] == 6
    assert counts(built("paper", 1).players[0])[2] == 5


@pytest.mark.rule("N-FAC-1")
def test_bento_4_produces_with_one_coal_less():
    state = table()
    set_player(state.players[0], factories={"bento": 4, "lenses": 2}, coal=2)
    state = take(settled(state), "produce")
    assert (state.players[0].goods[2], state.players[0].goods[3], state.players[0].coal) == (1, 0, 0)


@pytest.mark.rule("N-FAC-1", "N-FAC-3")
@pytest.mark.parametrize(("held", "after"), [(0, 2), (2, 4), (3, 4)])
def test_bulbs_3_produces_one_good_more_up_to_the_cap(held, after):
    state = table()
    set_player(state.players[0], factories={"bulbs": 3}, goods={"bulbs": held}, coal=4)
    assert take(settled(state), "produce").players[0].goods[4] == after


@pytest.mark.rule("N-FAC-1")
def test_lenses_1_and_clocks_1_build_without_cost():
    state = do(built("lenses", 1), "place 2")
    assert (state.players[0].trains, state.trains[8], state.players[0].yen) == (1, 1, 24)
    state = do(built("clocks", 1), "place 3")
    assert (state.players[0].ships, state.ships[12], state.players[0].yen, state.to_act) == (1, 1, 24, 1)


@pytest.mark.rule("N-FAC-3")
def test_a_granted_build_also_uncovers_money_and_needs_slot_and_piece():
    state = table()
    state.trains[0] = 1
    set_player(state.players[0], knowledge_track=10)
    state = do(take(settled(state), "factory"), "build lenses 1", "place 0")
    assert state.players[0].money_track == 1

    state = table()
    state.trains[0::4] = [2, 2, 2, 0]
    set_player(state.players[0], knowledge_track=10)
    assert do(take(settled(state), "factory"), "build lenses 1").to_act == 1, "no train left"

    state = table()
    for region in range(4):
        state.trains[4 * region + 1], state.ships[4 * region + 1] = 1, 1
        state.trains[4 * region], state.ships[4 * region] = 1, 1
    set_player(state.players[0], knowledge_track=10)
    assert do(take(settled(state), "factory"), "build clocks 1").to_act == 1, "no slot left"


@pytest.mark.rule("N-FAC-1")
@pytest.mark.parametrize(
    ("tile", "action", "yen", "price"),
    [("lenses", "train", 3, 3), ("clocks", "ship", 3, 3), ("bulbs", "machine", 3, 3)],
)
def test_the_fourth_lenses_bulbs_and_clocks_make_things_cheaper(tile, action, yen, price):
    state = table()
    set_player(state.players[0], factories={tile: 4}, yen=yen)
    state = settled(state)
    assert action in takes(state)
    before = state.players[0].yen
    take(state, action)
    if action != "machine":
        do(state, "place 0")
    assert state.players[0].yen == before - price
    set_player(state.players[1], yen=yen)
    assert action not in takes(settled(state))


@pytest.mark.rule("N-FAC-1", "N-FAC-3")
def test_bulbs_1_gives_three_goods_to_different_factories():
    state = built("bulbs", 1, goods={"silk": 0, "paper": 0, "bento": 4, "lenses": 3})
    assert texts(state) == ["supply silk", "supply paper", "supply lenses", "supply bulbs"]
    do(state, "supply lenses")
    assert texts(state) == ["supply silk", "supply paper", "supply bulbs"]
    do(state, "supply bulbs", "supply silk")
    assert state.players[0].goods == [1, 0, 4, 4, 1, 0]
    assert state.to_act == 1


@pytest.mark.rule("N-FAC-3")
def test_bulbs_1_gives_as_far_as_there_is_room():
    state = built("bulbs", 1, goods={"silk": 4})
    assert state.players[0].goods == [4, 0, 0, 0, 1, 0]
    assert state.to_act == 1


@pytest.mark.rule("N-FAC-1", "N-FAC-3")
def test_bulbs_2_gives_two_machine_steps_also_to_one_factory():
    state = built("bulbs", 2, machines={"silk": 1})
    assert texts(state) == ["machine silk", "machine bulbs"]
    do(state, "machine bulbs")
    assert texts(state) == ["machine silk", "machine bulbs"]
    do(state, "machine bulbs")
    assert state.players[0].machines == [1, 0, 0, 0, 2, 0]
    assert (state.players[0].yen, state.to_act) == (24, 1)


@pytest.mark.rule("N-FAC-3")
def test_granted_machines_without_room_are_lost():
    state = built("bulbs", 2, reserve=1, machines={"silk": 2})
    assert state.players[0].machines == [2, 0, 0, 0, 2, 0]
    assert (state.players[0].reserve, state.to_act) == (0, 1)
    state = built("bulbs", 2, reserve=2, machines={"silk": 2})
    assert (state.players[0].reserve, state.to_act) == (0, 1)


@pytest.mark.rule("N-FAC-1")
def test_lenses_3_and_clocks_3_raise_the_value_of_trains_and_ships():
    from engine.nippon.scoring import influence, region_points

    state = table()
    put_tile(state, 0, 0, 0, 7)
    state.trains[0], state.ships[0] = 2, 1
    plain = settled(state)
    assert influence(plain, 0)[0] == 7 + 2 * 2
    assert region_points(plain, 0, 0)[0] == 10 + 2
    set_player(state.players[0], factories={"lenses": 3, "clocks": 3})
    better = settled(state)
    assert influence(better, 0)[0] == 7 + 2 * 3
    assert region_points(better, 0, 0)[0] == 10 + 3


def test_building_names_the_decision():
    assert pending(builder()) == "factory"
