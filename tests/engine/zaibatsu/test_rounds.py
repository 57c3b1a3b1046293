"""Rounds and the last three of them (Z-ROUND, Z-LAST)."""

import random

import pytest

from engine.zaibatsu.data import BOARD
from engine.zaibatsu.phases import rounds
from tests.engine.zaibatsu.table import BLACK, BLUE, GAME, RED, WHITE, ask, bare_table, legal, play, put, workers


def ending_round(number: int, seats: int = 2):
    """The active player is about to take the last worker of space 0 with an empty queue."""
    state = bare_table(seats)
    state.round = number
    state.players[0].money = 3
    state.spaces = [(BLUE,), (RED, RED), (RED, RED, RED), (RED,), (RED, RED)]
    state.queue, state.returned = (), []
    state.bag = (BLACK,) * 30
    return state


@pytest.mark.rule("Z-ROUND-1", "Z-ROUND-2")
def test_vz_22_refill_at_the_end_of_a_round():
    state = ending_round(1)
    put(state, 0, 0, 7)
    play(state, "hire blue rnd", "steps 1")
    assert state.round == 2
    assert [len(space) for space in state.spaces] == [1, 3, 3, 2, 3]
    assert state.queue == ((BLACK,) * 3,) * 2
    assert len(state.bag) == 30 - 4 - 6
    assert state.players[0].score == 0, "no scoring in round 1"
    assert state.to_act == 1, "the player to the left plays"


@pytest.mark.rule("Z-ROUND-1", "Z-ROUND-3")
@pytest.mark.parametrize(("number", "first"), [(1, 0), (2, 10), (3, 0), (4, 14), (5, 0)])
def test_vz_22_the_last_round_of_a_period_is_scored(number, first):
    state = ending_round(number)
    put(state, 0, 0, 7)
    put(state, 1, 0, 7)
    play(state, "hire blue rnd", "steps 1")
    assert state.players[0].influence_points == first


@pytest.mark.rule("Z-ROUND-3")
def test_periods():
    assert BOARD.period_of_round == (1, 1, 2, 2, 3, 3, 3, 3)


@pytest.mark.rule("Z-ROUND-2")
def test_when_the_bag_runs_out_the_refill_stops():
    state = ending_round(1)
    state.bag = (BLACK,) * 8
    play(state, "hire blue rnd", "steps 1")
    assert [len(space) for space in state.spaces] == [1, 3, 3, 2, 3]
    assert state.queue == ((BLACK,) * 3, (BLACK,))
    assert state.bag == ()


@pytest.mark.rule("Z-ROUND-1")
def test_returned_workers_are_mixed_into_the_bag_at_random_places():
    orders = set()
    for hidden in range(20):
        state = GAME.new(2, 1, hidden)
        state.bag, state.returned = (WHITE,) * 6, [RED]
        mixed = rounds.shuffled_bag(state)
        assert sorted(mixed) == [WHITE] * 6 + [RED]
        assert state.returned == []
        orders.add(mixed.index(RED))
    assert len(orders) > 3


def last_rounds(seats: int, active: int):
    state = bare_table(seats, active=active)
    state.round = 5
    for player in state.players:
        player.money = 90
    state.spaces = [(BLUE,), (RED,), (RED,), (RED,), (RED,)]
    state.queue, state.bag, state.returned = (), (WHITE,) * 40, []
    play(state, "hire blue rnd", "steps 1")
    return state


@pytest.mark.rule("Z-LAST-1", "Z-LAST-2", "Z-LAST-3")
def test_vz_23_each_player_has_exactly_three_more_turns():
    state = last_rounds(4, active=1)
    assert (state.round, state.marker, state.to_act) == (6, 2, 2)
    assert [len(space) for space in state.spaces] == [1, 2, 2, 2, 2]
    assert len(state.queue) == 5, "the refill happened as usual"
    bag = len(state.bag)
    order, rounds_seen = [], []
    while ask(state) == "turn":
        order.append(state.to_act)
        rounds_seen.append(state.round)
        play(state, next(text for text in legal(state) if text.endswith(" rnd")), "steps 1")
    assert order == [2, 3, 0, 1] * 3
    assert rounds_seen == [6] * 4 + [7] * 4 + [8] * 4
    assert len(state.bag) == bag, "no refill between"
    assert state.final


@pytest.mark.rule("Z-LAST-2")
def test_rows_keep_moving_and_an_empty_queue_no_longer_ends_a_round():
    state = last_rounds(2, active=0)
    assert state.to_act == 1
    state.queue = ((RED, RED, RED),)
    state.spaces[0] = (BLUE,)
    play(state, "hire blue rnd", "steps 1")
    assert state.spaces[0] == (RED, RED, RED)
    assert state.queue == ()
    state.spaces[0] = (BLUE,)
    play(state, "hire blue rnd", "steps 1")
    assert state.round == 7
    assert state.spaces[0] == ()
    assert not any(text.endswith((" rnd", " mines")) for text in legal(state))


@pytest.mark.rule("Z-LAST-3", "Z-FINAL-1")
def test_after_round_8_come_scoring_final_consolidation_and_final_scoring():
    state = bare_table(3)
    state.round, state.turns_left, state.marker, state.active, state.to_act = 8, 1, 1, 0, 0
    state.players[0].money = 1
    for player in state.players:
        player.cells = workers(*["grey"] * 3)
    put(state, 0, 0, 7)
    put(state, 1, 0, 7)
    seats = []
    play(state, "hire blue rnd")
    assert state.players[0].influence_points == 18
    while state.to_act is not None:
        seats.append(state.to_act)
        play(state, legal(state)[0])
    assert seats == [1, 2, 0], "in turn order from the marker holder"
    assert all(player.cells == [] for player in state.players)
    assert state.outcome() is not None


@pytest.mark.rule("Z-DEC-3", "Z-DEC-5", "Z-DEC-6")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_random_matches_have_the_expected_length_and_no_space_is_empty_before_round_6(seats):
    lengths = []
    for seed in range(6):
        state = GAME.new(seats, seed)
        picks = random.Random(seed)
        turns = [0] * seats
        while state.to_act is not None:
            if ask(state) == "turn":
                turns[state.to_act] += 1
                assert state.round > 5 or all(state.spaces)
            state.apply(picks.choice(state.legal_actions()))
        lengths += turns
    assert max(lengths) < 60
    assert min(lengths) > 15
