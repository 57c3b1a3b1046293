"""The Factory and Machines actions (Z-ACT-FACTORY, Z-ACT-MACHINE, Z-MACH)."""

import pytest

from engine.zaibatsu.terms import TILE_NUMBER
from tests.engine.zaibatsu.table import again, bare_table, build, legal, play


def with_supply(*names: str, money: int = 6, rnd: int = 5):
    state = bare_table()
    state.supply = tuple(sorted(TILE_NUMBER[name] for name in names))
    player = state.players[0]
    player.money, player.tracks[0] = money, rnd
    return state, player


@pytest.mark.rule("Z-ACT-FACTORY-1", "Z-ACT-FACTORY-2", "Z-ACT-FACTORY-3")
def test_vz_3_a_factory_on_boosted_research():
    state, player = with_supply("cotton_1a", rnd=0)
    player.silk = 1
    play(state, "hire blue factory")
    assert (player.money, player.silk, player.coal) == (0, 0, 2)
    assert player.tiles == (TILE_NUMBER["cotton_1a"],)
    assert player.tracks[0] == 2
    assert state.supply == ()


@pytest.mark.rule("Z-ACT-FACTORY-2")
def test_vz_3_without_silk_the_research_is_missing():
    state, player = with_supply("cotton_1a", rnd=0)
    assert "hire blue factory" not in legal(state)
    player.money, player.silk = 5, 2
    play(state, "hire blue factory")
    assert (player.money, player.silk) == (0, 0)


@pytest.mark.rule("Z-ACT-FACTORY-2")
@pytest.mark.parametrize(
    ("rnd", "silk", "best"),
    [
        (0, 0, ""),
        (0, 1, "cotton_2a"),
        (1, 3, "bento_2a"),
        (0, 6, "bento_2a"),
        (3, 2, "bento_2a"),
        (3, 3, "bulbs_1b"),
        (2, 6, "bulbs_1b"),
        (5, 0, "bulbs_1b"),
    ],
)
def test_research_plus_boost_must_reach_the_level(rnd, silk, best):
    names = ("cotton_2a", "bento_2a", "bulbs_1b")
    state, player = with_supply(*names, rnd=rnd)
    player.silk = silk
    if not best:
        assert "hire blue factory" not in legal(state)
        return
    reachable = names[: names.index(best) + 1]
    play(state, "hire blue factory", *([f"factory {best}"] if len(reachable) > 1 else []))
    boost = {"cotton_2a": 2, "bento_2a": 4, "bulbs_1b": 6}[best] - (rnd + 1)
    gained = 3 if best == "cotton_2a" else 0
    assert player.silk == silk - (0, 1, 3, 6)[max(0, boost)] + gained, "the least boost is spent"


@pytest.mark.rule("Z-ACT-FACTORY-1")
def test_six_money_are_needed():
    state, player = with_supply("cotton_2a", money=5)
    assert "hire blue factory" not in legal(state)
    player.money = 6
    assert "hire blue factory" in legal(state)


@pytest.mark.rule("Z-ACT-FACTORY-3")
def test_tiles_go_left_to_right_same_types_are_allowed_and_six_are_the_end():
    state, player = with_supply("cotton_2a", "cotton_3a", money=12)
    play(state, "hire blue factory", "factory cotton_3a")
    play(again(state), "hire blue factory")
    assert player.tiles == (TILE_NUMBER["cotton_3a"], TILE_NUMBER["cotton_2a"])
    build(player, "paper_1a", "paper_2a", "paper_3a", "paper_4a")
    state.supply, player.money = (TILE_NUMBER["bento_1a"],), 20
    assert "hire blue factory" not in legal(again(state))


@pytest.mark.rule("Z-ACT-FACTORY-4")
def test_builds_of_an_immediate_effect_may_be_declined_tracks_are_automatic():
    state, player = with_supply("clocks_1a")
    play(state, "hire blue factory", "resolve track_finance_3")
    assert player.tracks[2] == 3
    assert legal(state)[-1] == "stop"
    play(state, "stop")
    assert player.built == [0, 0, 0]
    assert state.to_act == 1


@pytest.mark.rule("Z-ACT-FACTORY-4")
def test_builds_that_are_impossible_are_skipped():
    state, player = with_supply("clocks_2a")
    player.cells = [0] * 5
    play(state, "hire blue factory")
    assert player.built == [0, 0, 0]
    assert state.to_act == 1


@pytest.mark.rule("Z-ACT-MACHINE-1", "Z-MACH-1")
def test_vz_4_a_machine():
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a")
    player.money = 5
    play(state, "hire blue machine")
    assert (player.money, player.fitted, player.built) == (0, [1], [0, 1, 0])


@pytest.mark.rule("Z-MACH-1")
def test_vz_4_the_second_place_costs_iron():
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a", machines=1)
    player.money = 5
    assert "hire blue machine" not in legal(state)
    player.iron = 1
    play(state, "hire blue machine")
    assert (player.iron, player.fitted) == (0, [2])
    player.money, player.iron = 5, 5
    assert "hire blue machine" not in legal(again(state)), "no third place"


@pytest.mark.rule("Z-MACH-1", "Z-DEC-4")
def test_without_a_machine_in_the_row_nothing_can_be_built():
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a")
    player.money, player.built[1] = 5, 6
    assert "hire blue machine" not in legal(state)


@pytest.mark.rule("Z-ACT-MACHINE-1")
def test_machines_of_one_action_go_into_different_factories():
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a", "cotton_2a", "paper_1a", "paper_2a")
    player.money, player.iron = 40, 9
    play(state, "hire blue machine", "machine cotton_1a")
    assert legal(state) == ["machine cotton_2a", "machine paper_1a", "machine paper_2a", "stop"]
    play(state, "machine paper_1a", "machine cotton_2a")
    assert player.fitted == [1, 1, 1, 0]
    assert player.money == 25
    assert state.to_act == 1, "three are the most"
