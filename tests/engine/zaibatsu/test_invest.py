"""The Investment and contracts action (Z-ACT-INVEST)."""

import pytest

from engine.zaibatsu.data import TOKENS
from tests.engine.zaibatsu.table import BLUE, again, bare_table, build, legal, play


def investor(finance: int = 0):
    state = bare_table()
    player = state.players[0]
    build(player, "lenses_1a", goods=1)
    build(player, "paper_3a", goods=2)
    build(player, "cotton_1a", goods=3)
    player.upgrades, player.tracks[2] = 1 << BLUE, finance
    return state, player


@pytest.mark.rule("Z-ACT-INVEST-1", "Z-ACT-INVEST-2", "Z-ACT-INVEST-3", "Z-FAC-1")
@pytest.mark.parametrize(("finance", "money"), [(0, 5), (1, 10)])
def test_vz_13_finance_two_contracts_and_a_modifier(finance, money):
    state, player = investor(finance)
    play(state, "hire blue invest", "invest lenses", "use finance")
    assert player.tracks[2] == finance + 2
    play(state, "invest paper", "use contract_any_l2", "service blue")
    assert player.money == 5
    assert "modifier paper_3a" in legal(state)
    play(state, "invest cotton", "use contract_yellow", "modifier paper_3a")
    assert player.tracks[2] == finance + 4
    assert player.money == money
    assert player.score == 2
    assert player.contract_count() == 2
    assert state.to_act == 1


@pytest.mark.rule("Z-ACT-INVEST-3")
def test_vz_13_without_bento_or_lenses_any_l2_is_not_listed():
    state, _ = investor()
    play(state, "hire blue invest", "invest paper")
    assert "use contract_any_l2" not in legal(state)
    assert "use contract_any_l3" not in legal(state)
    assert "use contract_black" in legal(state)


@pytest.mark.rule("Z-ACT-INVEST-3")
@pytest.mark.parametrize(
    ("tile", "contract"),
    [("bento_1a", "any_l2"), ("lenses_1a", "any_l2"), ("bulbs_1a", "any_l3"), ("clocks_1a", "any_l3")],
)
def test_the_goods_of_this_activation_count(tile, contract):
    state = bare_table()
    build(state.players[0], tile, goods=1)
    play(state, "hire blue invest")
    assert [text for text in legal(state) if "any" in text] == [f"use contract_{contract}"]


@pytest.mark.rule("Z-ACT-INVEST-1")
def test_the_kth_costs_k_goods_of_a_new_type():
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a", goods=4)
    build(player, "paper_1a", goods=1)
    build(player, "bento_1a", goods=2)
    play(state, "hire blue invest", "invest cotton", "use finance")
    assert legal(state) == ["invest bento", "stop"], "one paper is too few, cotton is used"
    play(state, "invest bento", "use finance")
    assert player.goods == [3, 1, 0]
    assert player.tracks[2] == 4
    assert state.to_act == 1


@pytest.mark.rule("Z-ACT-INVEST-2")
def test_a_contract_is_fulfilled_once_whatever_the_factories_above():
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a", goods=3)
    play(state, "hire blue invest", "use contract_red")
    assert player.silk == 2
    play(again(state), "hire blue invest")
    assert "use contract_red" not in legal(state)
    assert player.contract_count() == 1


@pytest.mark.rule("Z-ACT-INVEST-2")
@pytest.mark.parametrize(
    ("contract", "gain"), [("black", "coal"), ("red", "silk"), ("grey", "iron"), ("blue", "money"), ("yellow", "score")]
)
def test_contracts_give_their_service(contract, gain):
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a", goods=1)
    play(state, "hire blue invest", f"use contract_{contract}")
    assert getattr(player, gain) == (3 if gain == "money" else 2)
    assert len(TOKENS.contracts) == 8


@pytest.mark.rule("Z-SERV-1")
@pytest.mark.parametrize(
    ("colour", "gain", "base", "upgraded"),
    [
        ("black", "coal", 2, 3),
        ("red", "silk", 2, 3),
        ("grey", "iron", 2, 3),
        ("blue", "money", 3, 5),
        ("yellow", "score", 2, 4),
    ],
)
def test_services_base_and_upgraded(colour, gain, base, upgraded):
    for upgrade, amount in ((0, base), (0b111111, upgraded)):
        state = bare_table()
        player = state.players[0]
        player.upgrades = upgrade
        build(player, "cotton_1a", goods=1)
        play(state, "hire blue invest", f"use contract_{colour}")
        assert getattr(player, gain) == amount


@pytest.mark.rule("Z-SERV-1")
def test_the_white_service_goes_to_research_or_mines_and_upgraded_may_be_split():
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a", goods=4)
    play(state, "hire blue invest", "use contract_white")
    assert legal(state) == ["white rnd", "white mines"]
    play(state, "white mines")
    assert player.tracks == [0, 1, 0]
    player.contracts, player.upgrades = 0, 1
    play(again(state), "hire blue invest", "use contract_white")
    assert legal(state) == ["white rnd", "white mines", "white split"]
    play(state, "white split")
    assert player.tracks == [1, 2, 0]
    player.contracts = 0
    play(again(state), "hire blue invest", "use contract_white", "white rnd")
    assert player.tracks == [3, 2, 0]


@pytest.mark.rule("Z-SERV-2")
def test_any_service_lets_the_owner_pick_the_colour():
    state = bare_table()
    player = state.players[0]
    build(player, "bento_1a", goods=1)
    play(state, "hire blue invest", "use contract_any_l2")
    assert legal(state) == [f"service {c}" for c in ("white", "blue", "grey", "yellow", "red", "black")]
    play(state, "service grey")
    assert player.iron == 2
