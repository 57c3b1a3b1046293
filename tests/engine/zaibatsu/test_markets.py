"""The Local markets action (Z-ACT-MARKET)."""

import pytest

from tests.engine.zaibatsu.table import ask, ask_for, bare_table, build, demand, legal, play, put, token_values

N, E, S, W = range(4)


@pytest.mark.rule("Z-ACT-MARKET-1", "Z-ACT-MARKET-4")
def test_vz_9_three_deliveries():
    state = bare_table()
    player = state.players[0]
    ask_for(state, "bulbs")
    demand(state, m2="paper bento bulbs clocks", m3="cotton lenses bento clocks")
    build(player, "paper_1a", goods=3)
    build(player, "lenses_1a", goods=1)
    play(state, "hire blue market")
    assert legal(state) == ["deliver 2 n", "deliver 3 e"]
    play(state, "deliver 2 n", "count 1", "take region_bonus")
    assert token_values(player) == [2, 3, 4, 5, 6, 7]
    play(state, "deliver 2 n", "take region_bonus")  # only two goods beat the own 1
    assert token_values(player) == [1, 3, 4, 5, 6, 7]
    play(state, "deliver 3 e", "take region_bonus")
    assert player.iron == 6
    assert player.goods == [0, 0]
    assert [token & 7 for token in state.board if token] == [2, 3]


@pytest.mark.rule("Z-ACT-MARKET-3")
@pytest.mark.parametrize(("goods", "listed"), [(1, False), (2, True)])
def test_vz_10_a_rival_needs_a_strictly_higher_token(goods, listed):
    state = bare_table()
    player, rival = state.players
    ask_for(state, "cotton")
    demand(state, m0="bento cotton paper lenses")
    put(state, 0, 1, 3)
    build(player, "bento_1a", goods=goods)
    assert ("hire blue market" in legal(state)) is listed
    if listed:
        play(state, "hire blue market", "take points")
        assert state.board[0] == 8 + 4
        assert token_values(rival) == [1, 2, 3, 4, 5, 6, 7]
        assert player.score == 2


@pytest.mark.rule("Z-ACT-MARKET-5")
@pytest.mark.parametrize(("goods", "legal_there"), [(1, False), (3, True)])
def test_vz_11_at_the_limit_a_token_must_beat_another(goods, legal_there):
    state = bare_table()
    player, _rival = state.players
    ask_for(state, "clocks")
    demand(state, m0="clocks bulbs cotton lenses")
    put(state, N, 0, 2)
    put(state, E, 1, 4)
    build(player, "cotton_1a", goods=goods)
    player.tokens[2] = 0
    assert ("hire blue market" in legal(state)) is legal_there
    if legal_there:
        play(state, "hire blue market", "take points")
        assert [token & 7 for token in state.board[:4]] == [0, 4, 3, 0], "own 2 returns"
        assert player.tokens[2] == 1


@pytest.mark.rule("Z-ACT-MARKET-5")
def test_vz_11_of_equal_lowest_tokens_the_active_player_picks():
    state = bare_table()
    player, rival = state.players
    ask_for(state, "cotton")
    demand(state, m0="cotton paper bulbs lenses")
    put(state, N, 0, 4)
    put(state, E, 1, 4)
    build(player, "bulbs_1a", goods=1)
    play(state, "hire blue market")
    assert legal(state) == ["return n", "return e"]
    play(state, "return e", "take points")
    assert state.board[:4] == [8 + 4, 0, 8 + 5, 0]
    assert rival.tokens[4] == 1


@pytest.mark.rule("Z-ACT-MARKET-5")
def test_replacing_on_an_occupied_slot_moves_no_further_token():
    state = bare_table()
    player = state.players[0]
    ask_for(state, "cotton")
    demand(state, m0="bulbs paper lenses bento")
    put(state, N, 1, 4)
    put(state, E, 1, 1)
    build(player, "bulbs_1a", goods=1)
    play(state, "hire blue market", "take points")
    assert [token & 7 for token in state.board[:4]] == [5, 1, 0, 0]


@pytest.mark.rule("Z-ACT-MARKET-5")
@pytest.mark.parametrize(("seats", "limit"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_the_limit_follows_the_players(seats, limit):
    state = bare_table(seats)
    player = state.players[0]
    ask_for(state, "paper")
    demand(state, m0="cotton cotton cotton cotton")
    for slot in range(limit - 1):
        put(state, slot, 0, 7)
    build(player, "cotton_1a", goods=1)
    assert "hire blue market" in legal(state), "the last free place"
    put(state, limit - 1, 0, 7)
    assert "hire blue market" not in legal(state)


@pytest.mark.rule("Z-ACT-MARKET-1")
def test_vz_12_the_exact_token_must_be_in_reserve():
    state = bare_table()
    player = state.players[0]
    ask_for(state, "cotton")
    demand(state, m0="clocks bento bulbs lenses")
    build(player, "clocks_1a", goods=2)
    put(state, 31, 0, 6)
    play(state, "hire blue market")  # the only slot, and the only count
    assert state.board[0] == 8 + 5
    assert ask(state) == "market_gain"
    state = bare_table()
    build(state.players[0], "clocks_1a", goods=2)
    state.players[0].tokens[5] = state.players[0].tokens[6] = 0
    assert "hire blue market" not in legal(state)


@pytest.mark.rule("Z-ACT-MARKET-1")
@pytest.mark.parametrize(
    ("tile", "values"),
    [
        ("cotton_1a", (1, 2, 3)),
        ("paper_1a", (1, 2, 3)),
        ("bento_1a", (3, 4, 5)),
        ("lenses_1a", (3, 4, 5)),
        ("bulbs_1a", (5, 6, 7)),
        ("clocks_1a", (5, 6, 7)),
    ],
)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_token_values_by_level_and_number(tile, values, count):
    state = bare_table()
    player = state.players[0]
    ask_for(state, tile[:-3])
    build(player, tile, goods=4)
    play(state, "hire blue market", "deliver 5 w", f"count {count}", "take region_bonus")
    assert state.board[5 * 4 + W] == 8 + values[count - 1]
    assert player.goods == [4 - count]
    assert player.coal == 2


@pytest.mark.rule("Z-ACT-MARKET-1")
def test_deliveries_stay_in_one_region_and_end_after_three():
    state = bare_table(4)
    player = state.players[0]
    ask_for(state, "cotton")
    build(player, "cotton_1a", "cotton_2a", goods=4)
    play(state, "hire blue market")
    assert len(legal(state)) == 32
    play(state, "deliver 6 n", "count 1", "goods_from cotton_1a", "take points")
    assert {text.split()[1] for text in legal(state) if text != "stop"} == {"6", "7"}
    play(state, "deliver 7 e", "count 2", "goods_from cotton_1a", "goods_from cotton_1a", "take points")
    play(state, "deliver 7 s", "goods_from cotton_1a", "take points")
    assert state.to_act == 1
    assert player.score == 6


@pytest.mark.rule("Z-ACT-MARKET-2")
def test_an_empty_slot_is_eligible_whatever_is_printed():
    state = bare_table()
    player = state.players[0]
    ask_for(state, "cotton")
    build(player, "cotton_1a", goods=1)
    play(state, "hire blue market", "deliver 0 n", "take points")  # printed 3, token 1
    assert state.board[0] == 8 + 1


@pytest.mark.rule("Z-ACT-MARKET-4")
def test_ones_own_token_is_replaced_only_by_a_higher_one_and_can_be_used_again_at_once():
    state = bare_table()
    player = state.players[0]
    ask_for(state, "bulbs")
    demand(state, m0="cotton bento clocks lenses")
    put(state, N, 0, 2)
    build(player, "cotton_1a", goods=2)
    assert "hire blue market" not in legal(state), "2 does not beat 2, and 1 neither"
    player.goods[0] = 3
    demand(state, m1="bento paper clocks lenses")
    build(player, "paper_1a", goods=2)
    play(state, "hire blue market", "deliver 0 n", "take points", "deliver 1 e", "count 2", "take points")
    assert [state.board[0], state.board[5]] == [8 + 3, 8 + 2], "the 2 came back and was placed again"


@pytest.mark.rule("Z-ACT-MARKET-4", "Z-SETUP-7")
def test_locked_tokens_cannot_be_placed():
    state = bare_table()
    player = state.players[0]
    ask_for(state, "cotton")
    build(player, "cotton_1a", goods=4)
    player.tokens[1] = player.tokens[2] = player.tokens[3] = 0
    assert "hire blue market" not in legal(state)


@pytest.mark.rule("Z-ACT-MARKET-6")
def test_goods_of_one_delivery_may_come_from_several_factories_of_the_type():
    state = bare_table()
    player = state.players[0]
    ask_for(state, "bento")
    build(player, "bento_1a", goods=2)
    build(player, "bento_2a", goods=2)
    build(player, "lenses_1a", goods=4)
    play(state, "hire blue market", "deliver 0 n", "count 3")
    assert legal(state) == ["goods_from bento_1a", "goods_from bento_2a"]
    play(state, "goods_from bento_1a", "goods_from bento_2a", "goods_from bento_2a", "take points")
    assert player.goods == [1, 0, 4]
    assert state.board[0] == 8 + 5
