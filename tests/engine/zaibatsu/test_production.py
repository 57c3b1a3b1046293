"""The Production action (Z-ACT-PRODUCE)."""

import pytest

from tests.engine.zaibatsu.table import bare_table, build, legal, play


@pytest.mark.rule("Z-ACT-PRODUCE-1", "Z-GEN-10")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (3, 4), (4, 4)])
def test_vz_5_a_machine_adds_a_good_up_to_the_cap(before, after):
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a", machines=1, goods=before)
    player.coal = 2
    play(state, "hire blue produce")
    assert (player.coal, player.goods) == (0, [after])


@pytest.mark.rule("Z-ACT-PRODUCE-1")
@pytest.mark.parametrize(
    ("tile", "coal"),
    [("cotton_1a", 2), ("paper_1a", 2), ("bento_1a", 3), ("lenses_1a", 3), ("bulbs_1a", 4), ("clocks_1a", 4)],
)
def test_coal_by_level(tile, coal):
    state = bare_table()
    player = state.players[0]
    build(player, tile, machines=2)
    player.coal = coal - 1
    assert "hire blue produce" not in legal(state)
    player.coal = coal
    play(state, "hire blue produce")
    assert (player.coal, player.goods) == (0, [3])


@pytest.mark.rule("Z-ACT-PRODUCE-1")
def test_three_different_factories_at_most():
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a", "cotton_2a", "paper_1a", "paper_2a")
    player.coal = 20
    play(state, "hire blue produce", "produce paper_2a")
    assert legal(state) == ["produce cotton_1a", "produce cotton_2a", "produce paper_1a", "stop"]
    play(state, "produce cotton_1a", "produce cotton_2a")
    assert player.goods == [1, 1, 0, 1]
    assert state.to_act == 1
