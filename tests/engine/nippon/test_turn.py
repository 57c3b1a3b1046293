"""The turn (N-TURN) and the decision model (N-DEC)."""

import random

import pytest

from engine.nippon.workers import COLOURS, UNIT, size
from tests.engine.nippon.situations import (
    GAME,
    do,
    listed,
    pending,
    put_tile,
    put_workers,
    set_player,
    settled,
    table,
    take,
    takes,
    texts,
)

MIXED = ["white", "blue", "grey"]


@pytest.mark.rule("N-TURN-1")
def test_turns_go_round_the_table():
    state = table(3)
    state = settled(state)
    seats = []
    for _ in range(6):
        seats.append(state.to_act)
        do(take(state, "knowledge"), "steps 1")
    assert seats == [0, 1, 2, 0, 1, 2]


@pytest.mark.rule("N-TURN-1")
def test_a_consolidation_is_a_whole_turn():
    state = table()
    set_player(state.players[0], workers=["red"])
    state = do(settled(state), "consolidate")
    assert state.to_act == 1


@pytest.mark.rule("N-TURN-2")
def test_a_worker_of_any_colour_goes_to_the_next_cell():
    state = table()
    put_workers(state, spaces=[MIXED, ["red"] * 3, ["black"] * 3, ["yellow"] * 3, MIXED])
    set_player(state.players[0], workers=["white"])
    state = settled(state)
    offered = [text for text in listed(state, "take") if text.endswith("knowledge")]
    assert offered == ["white knowledge", "blue knowledge", "grey knowledge"]
    do(state, "take blue knowledge", "steps 1")
    assert [COLOURS[colour] for colour in state.players[0].workers] == ["white", "blue"]
    assert state.spaces[0] == UNIT[0] + UNIT[2]


@pytest.mark.rule("N-TURN-2")
def test_a_worker_is_not_taken_for_an_action_that_cannot_be_done():
    state = table()
    set_player(state.players[0], yen=0, coal=9)
    assert takes(settled(state)) == set()
    set_player(state.players[0], yen=4)
    assert takes(settled(state)) == {"knowledge", "mines"}
    set_player(state.players[0], yen=5)
    assert takes(settled(state)) == {"knowledge", "mines", "machine", "train", "ship"}
    set_player(state.players[0], yen=6)
    assert takes(settled(state)) == {"knowledge", "mines", "machine", "train", "ship", "factory"}
    set_player(state.players[0], goods={"silk": 3})
    everything = {"factory", "knowledge", "machine", "produce", "export", "mines", "train", "ship", "market"}
    assert takes(settled(state)) == everything


@pytest.mark.rule("N-TURN-2")
def test_the_action_must_be_done_at_least_once():
    state = table()
    set_player(state.players[0], factories={"silk": 1, "paper": 1}, goods={"bento": 1, "lenses": 2}, coal=9, yen=40)
    for action in ("machine", "train", "ship", "produce", "export", "market"):
        legal = texts(take(settled(state), action))
        assert len(legal) > 1
        assert "stop" not in legal


@pytest.mark.rule("N-TURN-3")
def test_six_workers_must_consolidate():
    state = table(4)
    set_player(state.players[0], workers=["red"] * 6, blueprints=3)
    assert texts(settled(state)) == ["consolidate", "blueprints coal", "blueprints money", "blueprints knowledge"]


@pytest.mark.rule("N-TURN-3")
def test_consolidating_needs_a_worker_unless_none_can_be_taken():
    state = table()
    assert "consolidate" not in texts(settled(state))
    set_player(state.players[0], workers=["red"])
    assert "consolidate" in texts(settled(state))
    set_player(state.players[0], workers=[], yen=0, blueprints=3)
    state = settled(state)
    assert texts(state)[0] == "consolidate"
    do(state, "consolidate")
    assert (state.players[0].yen, state.to_act) == (12, 1)


@pytest.mark.rule("N-TURN-4")
def test_three_blueprints_move_any_track_that_can_move():
    state = table()
    set_player(state.players[0], blueprints=2)
    assert listed(settled(state), "blueprints") == []
    set_player(state.players[0], blueprints=3, coal_track=10)
    assert listed(settled(state), "blueprints") == ["money", "knowledge"]
    set_player(state.players[0], money_track=12, knowledge_track=10)
    assert listed(settled(state), "blueprints") == []


@pytest.mark.rule("N-TURN-4")
@pytest.mark.parametrize("track", ["coal", "money", "knowledge"])
def test_a_step_for_blueprints_leaves_the_turn_to_the_player(track):
    state = table()
    set_player(state.players[0], blueprints=3)
    state = do(settled(state), f"blueprints {track}")
    player = state.view(None)["players"][0]
    assert (player["blueprints"], player[f"{track}_position"]) == (0, 1)
    assert (state.to_act, pending(state)) == (0, "turn")


def last_turn(**options):
    """Seat 0 of two players is about to play its last turn; region 0 gives a blueprint for a tile."""
    state = table(2, **options)
    state.marker, state.last_turns, state.turns = 7, 2, 60
    return state


@pytest.mark.rule("N-TURN-4")
def test_vn_17():
    state = table()
    set_player(state.players[0], blueprints=6)
    state = do(settled(state), "blueprints coal", "blueprints knowledge")
    assert state.players[0].blueprints == 0
    assert (state.players[0].coal_track, state.players[0].knowledge_track) == (1, 1)
    assert state.to_act == 0
    do(take(state, "knowledge"), "steps 1")
    assert state.to_act == 1

    state = last_turn()
    set_player(state.players[0], blueprints=2, goods={"lenses": 1})
    state = do(take(settled(state), "market"), "market 0 east")
    assert state.players[0].blueprints == 3
    assert texts(state) == ["blueprints coal", "blueprints money", "blueprints knowledge", "done"]
    do(state, "blueprints money")
    assert state.players[0].money_track == 1
    assert state.to_act == 1


@pytest.mark.rule("N-TURN-4")
def test_the_end_list_may_be_left_and_comes_only_on_the_last_turn():
    state = last_turn()
    set_player(state.players[0], blueprints=7)
    state = do(take(settled(state), "mines"), "steps 1")
    assert pending(state) == "end"
    do(state, "done")
    assert (state.to_act, state.players[0].blueprints) == (1, 7)

    state = last_turn()
    state.last_turns, state.marker = 4, 6
    set_player(state.players[0], blueprints=7)
    state = do(take(settled(state), "mines"), "steps 1")
    assert (state.to_act, pending(state)) == (1, "turn")


@pytest.mark.rule("N-TURN-4")
def test_no_end_list_once_every_track_is_at_its_end():
    state = last_turn()
    set_player(state.players[0], blueprints=7, coal_track=10, money_track=12, knowledge_track=10)
    state = do(take(settled(state), "mines"), "steps 1")
    assert (state.to_act, pending(state)) == (1, "turn")


@pytest.mark.rule("N-TURN-5")
def test_the_topmost_row_with_workers_moves_onto_an_emptied_space():
    state = table()
    put_workers(state, spaces=[["red"], MIXED, MIXED, MIXED, MIXED], rows=[[], ["black", "yellow"]])
    state = do(settled(state), "take red knowledge", "steps 1")
    assert state.spaces[0] == UNIT[5] + UNIT[3]
    assert state.rows == [0, 0]
    assert state.marker == 0


@pytest.mark.rule("N-TURN-5", "N-TURN-8")
def test_vn_20():
    state = table(4)
    put_workers(state, spaces=[["red"], MIXED, MIXED[:2], MIXED, MIXED], rows=[[]] * 5)
    state = do(settled(state), "take red factory", "build silk 1")
    assert [size(group) for group in state.spaces] == [3] * 5
    assert [size(group) for group in state.rows] == [3] * 5
    assert state.marker == 1

    state = table(4)
    put_workers(state, spaces=[["red"], MIXED, MIXED, MIXED, MIXED], rows=[[], [], ["black"] * 3, [], []])
    state = do(settled(state), "take red factory", "build silk 1")
    assert state.spaces[0] == 3 * UNIT[5]
    assert state.marker == 0


@pytest.mark.rule("N-TURN-5")
def test_a_refill_keeps_the_workers_that_were_there():
    state = table(4)
    put_workers(state, spaces=[["red"], ["black"] * 2, MIXED, MIXED, MIXED], rows=[[]] * 5)
    state = do(settled(state), "take red knowledge", "steps 1")
    assert state.spaces[1] >> 20 >= 2
    assert state.spaces[2] == UNIT[0] + UNIT[1] + UNIT[2]


@pytest.mark.rule("N-TURN-6")
def test_a_short_bag_fills_spaces_first_then_rows_from_the_top():
    state = table(4)
    players = [["white"] * 4 + ["blue"] * 2, ["grey"] * 6, ["yellow"] * 6, ["black"] * 6]
    put_workers(state, spaces=[["red"], ["blue"] * 3, ["blue"] * 3, ["white"] * 3, ["red"] * 3], rows=[[]] * 5)
    for player, workers in zip(state.players, players, strict=True):
        set_player(player, workers=workers)
    set_player(state.players[0], workers=players[0][:5])
    state = settled(state)
    left = size(state.bag)
    assert left == 12
    do(state, "take red knowledge", "steps 1")
    assert [size(group) for group in state.spaces] == [3] * 5
    assert [size(group) for group in state.rows] == [3, 3, 3, 0, 0]
    assert size(state.bag) == 0


@pytest.mark.rule("N-TURN-7")
def test_between_two_numbers_the_lower_counts_and_tracks_end():
    state = table()
    set_player(state.players[0], knowledge_track=3, coal_track=3)
    player = settled(state).view(None)["players"][0]
    assert (player["knowledge"], player["coal_income"]) == (3, 4)
    set_player(state.players[0], knowledge_track=9, yen=12)
    state = do(take(settled(state), "knowledge"), "steps 3")
    assert state.players[0].knowledge_track == 10


@pytest.mark.rule("N-TURN-8")
def test_refill_and_scoring_wait_for_the_whole_action():
    """The space is emptied and scoring I is due, but the second tile of the market action still counts in it."""
    state = table()
    put_workers(state, spaces=[MIXED, MIXED, MIXED, MIXED, ["red"]], rows=[[], []])
    state.marker = 1
    set_player(state.players[0], goods={"lenses": 1, "bulbs": 1})
    state = do(settled(state), "take red market", "market 0 east")
    assert (state.marker, state.spaces[4]) == (1, 0)
    do(state, "market 0 south")
    assert (state.marker, state.to_act) == (2, 1)
    assert state.players[0].score[4] == 6, "influence 3 + 5 is second behind the foreigners' 10"
    assert size(state.spaces[4]) == 3


@pytest.mark.rule("N-DEC-1")
def test_only_the_region_of_a_train_is_chosen():
    assert texts(take(settled(table()), "train")) == ["place 0", "place 1", "place 2", "place 3"]


@pytest.mark.rule("N-DEC-2")
def test_equal_quantities_take_goods_in_one_order():
    state = table()
    set_player(state.players[0], goods={"silk": 1, "paper": 1, "bento": 1}, contracts=[3])
    state = take(settled(state), "export")
    assert texts(state) == ["pay silk", "pay paper"]
    do(state, "pay silk")
    assert texts(state) == ["pay paper", "pay bento"]


@pytest.mark.rule("N-DEC-3")
def test_only_what_can_be_completed_is_listed_and_stop_comes_second():
    state = table()
    set_player(state.players[0], goods={"silk": 2, "paper": 1}, contracts=[4, 5])
    state = take(settled(state), "export")
    assert state.players[0].contracts == 1 << 5, "the only contract that can be met was begun and paid by itself"
    state = table()
    set_player(state.players[0], yen=15)
    state = take(settled(state), "train")
    assert "stop" not in texts(state)
    assert "stop" in texts(do(state, "place 2"))


@pytest.mark.rule("N-DEC-3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whatever_is_listed_leads_to_a_decision_or_the_end(seats):
    picks = random.Random(seats)
    state = GAME.new(seats, 17)
    while state.to_act is not None:
        for action in state.legal_actions():
            child = state.clone()
            child.apply(action)
            assert child.to_act is None or len(child.legal_actions()) > 1
        state.apply(picks.choice(state.legal_actions()))


@pytest.mark.rule("N-DEC-4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_players_who_stall_cannot_keep_the_match_from_ending(seats):
    """Whoever can consolidates; that ends all the same, long before the limit of N-ARENA-1."""
    state = GAME.new(seats, 4)
    stall = GAME.parse("consolidate")
    while state.to_act is not None:
        legal = state.legal_actions()
        state.apply(stall if stall in legal else legal[0])
    assert state.outcome().ended_by == "final_scoring"
    assert state.turns < 80 * seats


@pytest.mark.rule("N-DEC-5")
@pytest.mark.parametrize("rule", ["bag", "rows"])
def test_with_one_yen_and_a_free_cell_a_track_can_always_be_bought(rule):
    picks = random.Random(5)
    state = GAME.new(4, 5, options={"consolidation_workers": rule})
    while state.to_act is not None:
        player = state.players[state.to_act]
        if pending(state) == "turn":
            assert 0 not in state.spaces
            if player.yen and len(player.workers) < 6:
                assert {"knowledge", "mines"} <= takes(state)
        state.apply(picks.choice(state.legal_actions()))


@pytest.mark.rule("N-DEC-5")
def test_an_action_on_a_track_at_its_end_is_legal():
    state = table()
    set_player(state.players[0], coal_track=10)
    state = do(take(settled(state), "mines"), "steps 1")
    assert (state.players[0].coal_track, state.players[0].yen) == (10, 11)


def test_tiles_placed_by_the_helper_leave_the_stock():
    state = table()
    put_tile(state, 0, 1, 0, 7)
    assert settled(state).view(None)["players"][0]["influence"] == [1, 2, 3, 3, 4, 5, 5, 6, 7]


def test_rows_refills_scorings_and_returning_tiles_are_told():
    state = table()
    put_workers(state, spaces=[["red"], MIXED, MIXED, MIXED, MIXED], rows=[[], ["black", "yellow"]])
    state = settled(state)
    state.record_events()
    do(state, "take red knowledge", "steps 1")
    assert [event.text for event in state.take_events()] == [
        "take red knowledge",
        "steps 1",
        "row_up 2 factory_knowledge",
    ]

    state = table()
    put_workers(state, spaces=[MIXED, MIXED, MIXED, MIXED, ["red"]], rows=[[], []])
    state.marker = 1
    set_player(state.players[0], goods={"silk": 3})
    put_tile(state, 7, 0, 1, 2)
    state = settled(state)
    state.record_events()
    do(state, "take red market", "market 7 north")
    told = [(event.seat, event.text) for event in state.take_events()]
    assert told[-3:] == [(None, "tile_home 1 2"), (None, "refill"), (None, "scoring 1 6 0")]
