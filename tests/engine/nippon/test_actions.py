"""Machines, production, export, trains and ships (N-ACT-MACHINE, -PRODUCE, -EXPORT, -TRAIN, -SHIP)."""

import pytest

from tests.engine.nippon.situations import (
    CONTRACTS,
    do,
    listed,
    pending,
    set_player,
    settled,
    table,
    take,
    takes,
    texts,
)


def with_player(seats=2, **fields):
    state = table(seats)
    set_player(state.players[0], **fields)
    return settled(state)


# Machines


@pytest.mark.rule("N-ACT-MACHINE-1")
def test_vn_5():
    state = with_player(yen=10, factories={"silk": 2})
    take(state, "machine")  # the first is forced: one factory, no stop
    assert texts(state) == ["machine silk", "stop"]
    do(state, "machine silk")
    assert (state.players[0].machines[0], state.players[0].yen, state.to_act) == (2, 0, 1)


@pytest.mark.rule("N-ACT-MACHINE-1")
def test_at_most_three_machines_and_each_is_paid():
    state = with_player(yen=30, factories={"silk": 2, "paper": 1})
    do(take(state, "machine"), "machine silk", "machine paper", "machine paper")
    assert (state.players[0].machines[:2], state.players[0].yen, state.to_act) == ([1, 2], 15, 1)


@pytest.mark.rule("N-ACT-MACHINE-1")
def test_one_machine_is_enough():
    state = with_player(yen=30, factories={"silk": 2, "paper": 1})
    do(take(state, "machine"), "machine silk", "stop")
    assert (state.players[0].machines[:2], state.players[0].yen, state.to_act) == ([1, 0], 25, 1)


@pytest.mark.rule("N-ACT-MACHINE-2", "N-ACT-FACTORY-3")
def test_vn_6():
    state = with_player(yen=5, machines={"silk": 2}, knowledge_track=1)
    take(state, "machine")
    assert (state.players[0].reserve, state.players[0].yen, state.to_act) == (1, 0, 1)
    do(take(state, "knowledge"), "steps 1")
    set_player(state.players[0], yen=6)
    state = do(take(settled(state), "factory"), "build paper 1")
    assert (state.players[0].machines[1], state.players[0].reserve) == (1, 0)


@pytest.mark.rule("N-ACT-MACHINE-2")
def test_the_reserve_is_judged_at_each_activation():
    state = with_player(yen=15, machines={"silk": 1})
    take(state, "machine")  # forced onto silk, which is then full
    assert texts(state) == ["machine reserve", "stop"]
    do(state, "machine reserve", "stop")
    assert (state.players[0].machines[0], state.players[0].reserve, state.players[0].yen) == (2, 1, 5)


@pytest.mark.rule("N-ACT-MACHINE-2")
def test_without_a_factory_machines_wait_in_the_reserve():
    state = with_player(yen=12)
    do(take(state, "machine"), "machine reserve")
    assert (state.players[0].reserve, state.players[0].yen) == (2, 2)


# Production


@pytest.mark.rule("N-ACT-PRODUCE-1")
def test_vn_7():
    state = with_player(machines={"bento": 2}, goods={"bento": 2}, coal=3)
    take(state, "produce")
    assert (state.players[0].goods[2], state.players[0].coal) == (4, 0)
    assert "produce" not in takes(with_player(machines={"bento": 2}, goods={"bento": 4}, coal=3))


@pytest.mark.rule("N-ACT-PRODUCE-1")
@pytest.mark.parametrize(
    ("good", "coal"), [("silk", 2), ("paper", 2), ("bento", 3), ("lenses", 3), ("bulbs", 4), ("clocks", 4)]
)
def test_production_costs_2_3_or_4_coal_by_level(good, coal):
    assert "produce" not in takes(with_player(factories={good: 2}, coal=coal - 1))
    state = take(with_player(factories={good: 2}, coal=coal), "produce")
    assert (sum(state.players[0].goods), state.players[0].coal) == (1, 0)


@pytest.mark.rule("N-ACT-PRODUCE-1")
def test_up_to_three_different_factories_produce():
    state = with_player(machines={"silk": 0, "paper": 1, "bento": 2, "lenses": 0}, coal=20)
    take(state, "produce")
    assert texts(state) == ["produce silk", "produce paper", "produce bento", "produce lenses"]
    do(state, "produce paper")
    assert texts(state) == ["produce silk", "produce bento", "produce lenses", "stop"]
    do(state, "produce bento", "produce silk")
    assert state.players[0].goods == [1, 2, 3, 0, 0, 0]
    assert (state.players[0].coal, state.to_act) == (20 - 2 - 3 - 2, 1)


# Export


@pytest.mark.rule("N-ACT-EXPORT-1")
def test_vn_8():
    state = with_player(goods={"silk": 2, "paper": 1}, contracts=[4])
    take(state, "export")
    player = state.players[0]
    assert (player.goods[:2], player.yen, player.money_track, player.contracts) == ([0, 0], 18, 2, 0)
    assert "export" not in takes(with_player(goods={"silk": 3, "paper": 0}, contracts=[4]))


@pytest.mark.rule("N-ACT-EXPORT-1")
@pytest.mark.parametrize("number", range(8))
def test_every_contract_pays_what_it_shows(number):
    contract = CONTRACTS[number]
    goods = dict(zip(("silk", "paper", "bento"), contract.quantities, strict=False))
    state = take(with_player(goods=goods, contracts=[number]), "export")
    player = state.players[0]
    assert sum(player.goods) == 0
    assert sum(player.score) == 10 + contract.points
    assert (player.yen, player.money_track, player.contracts) == (12 + contract.yen, contract.money_steps, 0)
    assert state.to_act == 1


@pytest.mark.rule("N-ACT-EXPORT-1")
@pytest.mark.parametrize("number", range(8))
def test_a_contract_needs_every_one_of_its_goods(number):
    quantities = CONTRACTS[number].quantities
    for short in range(len(quantities)):
        held = [quantity - (place == short) for place, quantity in enumerate(quantities)]
        goods = dict(zip(("silk", "paper", "bento"), held, strict=False))
        assert "export" not in takes(with_player(goods=goods, contracts=[number]))


@pytest.mark.rule("N-ACT-EXPORT-1")
def test_up_to_three_contracts_may_use_the_same_good_but_each_only_once():
    state = with_player(goods={"silk": 4, "paper": 4})
    do(take(state, "export"), "contract 0", "pay silk")
    assert "0" not in listed(state, "contract")
    do(state, "contract 1", "pay silk", "contract 3")
    assert (state.players[0].goods[:2], state.to_act) == ([0, 3], 1)
    assert state.players[0].contracts == 0b11110100


@pytest.mark.rule("N-ACT-EXPORT-1", "N-DEC-2")
def test_the_largest_quantity_is_paid_first_and_must_leave_the_rest_payable():
    state = with_player(goods={"silk": 2, "paper": 3, "bento": 1}, contracts=[4])
    take(state, "export")
    assert texts(state) == ["pay silk", "pay paper"]
    do(state, "pay paper")
    assert texts(state) == ["pay silk", "pay bento"]
    do(state, "pay bento")
    assert state.players[0].goods[:3] == [2, 1, 0]


# Trains and ships


@pytest.mark.rule("N-ACT-TRAIN-1", "N-ACT-TRAIN-2")
def test_vn_9():
    state = table()
    state.trains[12] = 1
    set_player(state.players[0], yen=10)
    state = do(take(settled(state), "train"), "place 0")
    assert state.players[0].money_track == 1
    assert listed(state, "place") == ["1", "2", "3"]
    do(state, "place 1")
    assert (state.players[0].money_track, state.players[0].trains, state.players[0].yen) == (1, 3, 0)
    assert state.to_act == 1


@pytest.mark.rule("N-ACT-TRAIN-1")
def test_at_most_three_trains_in_three_regions():
    state = do(take(with_player(yen=40), "train"), "place 0", "place 1", "place 2")
    assert (state.players[0].trains, state.players[0].yen, state.to_act) == (3, 25, 1)


@pytest.mark.rule("N-ACT-TRAIN-1")
def test_the_action_ends_when_the_row_is_empty():
    state = table()
    state.trains[0::4] = [2, 2, 1, 0]
    set_player(state.players[0], yen=40)
    state = do(take(settled(state), "train"), "place 3")
    assert (state.players[0].trains, state.to_act) == (6, 1)
    state.players[1].yen = 0
    state.trains[0::4] = [2, 2, 1, 1]
    set_player(state.players[0], yen=40)
    do(settled(state), "consolidate")
    fresh = table()
    fresh.trains[0::4] = [2, 2, 1, 1]
    assert "train" not in takes(settled(fresh))


@pytest.mark.rule("N-ACT-TRAIN-1")
@pytest.mark.parametrize(("seats", "slots"), [(2, 4), (3, 6), (4, 8)])
def test_a_region_has_4_6_or_8_slots(seats, slots):
    state = table(seats)
    for number in range(slots):
        row = state.trains if number % 2 else state.ships
        row[number // 2 % seats] += 1
    state = settled(state)
    assert listed(take(state, "train"), "place") == ["1", "2", "3"]


@pytest.mark.rule("N-ACT-SHIP-1")
def test_vn_10():
    state = table()
    state.trains[8], state.trains[9], state.ships[9] = 1, 2, 1
    state = settled(state)
    assert listed(take(state.clone(), "ship"), "place") == ["0", "1", "3"]
    assert listed(take(state.clone(), "train"), "place") == ["0", "1", "3"]
    do(take(state, "knowledge"), "steps 1")
    assert listed(take(state, "ship"), "place") == ["0", "1", "3"]


@pytest.mark.rule("N-ACT-SHIP-1", "N-ACT-TRAIN-2")
def test_ships_follow_the_rules_of_trains():
    state = do(take(with_player(yen=15), "ship"), "place 0", "place 3")
    assert state.players[0].money_track == 1
    assert (state.ships[0], state.ships[12], state.trains) == (1, 1, [0] * 16)
    assert texts(state) == ["place 1", "place 2", "stop"]
    do(state, "stop")
    assert (state.players[0].yen, state.to_act) == (5, 1)


@pytest.mark.rule("N-ACT-TRAIN-2")
def test_the_second_and_fourth_piece_uncover_money():
    state = table()
    set_player(state.players[0], yen=40)
    state = do(take(settled(state), "train"), "place 0", "place 1", "place 2")
    assert state.players[0].money_track == 1
    do(take(state, "knowledge"), "steps 1")
    set_player(state.players[0], yen=40)
    state = do(take(settled(state), "train"), "place 0", "place 1", "place 2")
    assert (state.players[0].trains, state.players[0].money_track) == (6, 2)


def test_actions_name_their_decision():
    assert pending(take(with_player(), "train")) == "place"
    assert pending(take(with_player(), "knowledge")) == "steps"
