"""The solo game and its automa (Z-SOLO)."""

import random
from collections import Counter

import pytest

from engine.zaibatsu import automa, influence
from engine.zaibatsu.data import BOARD, TOKENS
from engine.zaibatsu.decisions import Decision, Phase
from engine.zaibatsu.phases import rounds
from engine.zaibatsu.state import go_on
from tests.engine.zaibatsu.table import (
    BLACK,
    BLUE,
    GAME,
    GREY,
    OBJECTIVES,
    RED,
    WHITE,
    YELLOW,
    ask_for,
    bare_table,
    build,
    demand,
    lay,
    legal,
    play,
    put,
)

TOKEN = {token.name: at for at, token in enumerate(TOKENS.automa_tokens)}
AUTOMA = 1


def solo(level: str = "hard", *pile: str):
    """A solo table with priority grey, blue, yellow, white, red, black and regions blue, white, red, black."""
    state = bare_table(1, solo_level=level)
    board = state.automa
    board.priority = [GREY, BLUE, YELLOW, WHITE, RED, BLACK]
    board.region_colours = (BLUE, WHITE, RED, BLACK)
    board.pile = [TOKEN["space_0"], *(TOKEN[name] for name in reversed(pile))]
    state.returned = []
    return state, board


@pytest.mark.rule("Z-SOLO-1")
def test_the_set_up_is_that_of_two_players_but_for_tokens_and_pairs():
    state = GAME.new(1, 5)
    one, two = BOARD.seats[1], BOARD.seats[2]
    assert (one.market_limit, one.ship_limit, one.train_limit, one.queue_rows) == (2, 2, 3, 2)
    assert (one.factories_per_type, one.workers_removed) == (two.factories_per_type, two.workers_removed)
    assert (one.upgrade_tokens, one.start_pairs) == (1, 2)
    assert len(state.pairs) == 2
    while state.phase == Phase.DRAFT:
        state.apply(state.legal_actions()[0])
    assert state.to_act == state.active == 0, "the human starts"


@pytest.mark.rule("Z-SOLO-2")
def test_four_colours_stand_for_regions_and_all_six_make_the_priority_order():
    for seed in range(8):
        board = GAME.new(1, seed).automa
        assert len(set(board.region_colours)) == 4
        assert sorted(board.priority) == list(range(6))


@pytest.mark.rule("Z-SOLO-3")
@pytest.mark.parametrize(("level", "number"), [("easy", 1), ("normal", 2), ("hard", 3)])
def test_the_difficulty_is_the_number_of_objectives(level, number):
    board = GAME.new(1, 3, options={"solo_level": level}).automa
    assert len(set(board.goals)) == board.level == number


@pytest.mark.rule("Z-SOLO-4")
def test_the_automa_has_trains_rows_of_influence_and_nine_tokens():
    board = GAME.new(1, 3).automa
    assert board.trains == 6
    assert board.rows == [[1, 2, 3], [3, 4, 5], [5, 6, 7, 7]]
    assert sorted(board.pile) == list(range(9))


@pytest.mark.rule("Z-SOLO-5")
def test_a_space_token_removes_the_worker_first_in_priority():
    state, _ = solo("hard", "space_2")
    state.spaces[2] = (WHITE, YELLOW, BLACK)
    automa.take_turn(state)
    assert state.spaces[2] == (WHITE, BLACK)
    assert state.returned == [YELLOW]


@pytest.mark.rule("Z-SOLO-5")
@pytest.mark.parametrize(("name", "space"), [("workers_left_3", 1), ("workers_right_3", 4)])
def test_a_worker_token_takes_from_the_fullest_space_on_the_arrows_side(name, space):
    state, _ = solo("easy", name)
    state.spaces = [(RED,), (RED,) * 3, (RED,) * 2, (RED,) * 3, (RED,) * 3]
    automa.take_turn(state)
    assert len(state.spaces[space]) == 2
    assert state.returned == [RED]


@pytest.mark.rule("Z-SOLO-5", "Z-SOLO-14")
def test_on_empty_spaces_no_worker_moves_but_a_train_token_still_acts():
    state, board = solo("hard", "workers_left_1", "space_3")
    state.spaces = [()] * 5
    automa.take_turn(state)
    assert (state.returned, board.trains) == ([], 6)
    automa.take_turn(state)
    assert (state.returned, board.trains) == ([], 5)


@pytest.mark.rule("Z-SOLO-6")
@pytest.mark.parametrize(
    ("level", "name", "acts"),
    [
        ("easy", "workers_left_1", True),
        ("easy", "workers_right_2", False),
        ("normal", "workers_right_2", True),
        ("normal", "workers_left_3", False),
        ("hard", "workers_right_3", True),
    ],
)
def test_a_worker_token_acts_up_to_the_difficulty(level, name, acts):
    state, board = solo(level, name)
    state.spaces = [(RED,), (RED,), (RED,), (RED,) * 3, (RED,)]
    automa.take_turn(state)
    assert (board.trains == 5) is acts


@pytest.mark.rule("Z-SOLO-6")
def test_a_worker_token_does_not_act_for_other_spaces():
    state, board = solo("hard", "workers_left_1")
    state.spaces = [(RED,) * 3, (RED,), (RED,), (RED,), (RED,)]
    before = list(state.board)
    automa.take_turn(state)
    assert (board.trains, state.board) == (6, before)


@pytest.mark.rule("Z-SOLO-7", "Z-SOLO-9")
def test_the_automa_acts_in_the_first_region_where_it_is_not_ahead():
    state, board = solo("hard", "space_3", "space_3")
    automa.take_turn(state)
    assert state.rails[0] == AUTOMA, "blue comes first of the regions' colours"
    automa.take_turn(state)
    assert state.rails[7] == AUTOMA, "ahead in blue, level in white"
    assert (board.trains, state.players[0].silk, state.players[0].iron) == (4, 0, 0)


@pytest.mark.rule("Z-SOLO-7")
def test_ahead_everywhere_it_acts_in_the_first_possible_region():
    state, _ = solo("hard", "space_3", "space_3")
    for region in range(4):
        lay(state, region, AUTOMA)
    automa.take_turn(state)
    assert state.rails[1] == AUTOMA
    state.rails[0:3] = [AUTOMA] * 3
    automa.take_turn(state)
    assert state.rails[8] == AUTOMA, "blue is full: white"


@pytest.mark.rule("Z-SOLO-7")
def test_level_but_impossible_it_goes_on_to_the_next_region():
    state, _ = solo("hard", "space_3")
    lay(state, 0, 0, 0, 0)
    put(state, 0, 0, 1)
    automa.take_turn(state)
    assert state.rails[7] == AUTOMA


@pytest.mark.rule("Z-SOLO-9")
def test_without_trains_it_does_nothing():
    state, board = solo("hard", "space_3")
    board.trains = 0
    automa.take_turn(state)
    assert AUTOMA not in state.rails


@pytest.mark.rule("Z-SOLO-8")
def test_its_trains_always_count_yours_only_with_a_token():
    state, _ = solo()
    lay(state, 0, AUTOMA, 0)
    assert (influence.of(state, AUTOMA, 0), influence.of(state, 0, 0)) == (2, 0)
    put(state, 3, AUTOMA, 4)
    assert influence.of(state, AUTOMA, 0) == 6


def rulebook_example(level: str):
    state, board = solo(level, "workers_right_3")
    state.round = 3  # period 2
    state.spaces = [(RED,), (RED, RED), (RED,), (RED, RED), (WHITE, BLACK, BLACK)]
    board.rows[1] = [4, 5]
    lay(state, 0, AUTOMA)
    lay(state, 1, AUTOMA)
    ask_for(state, "cotton")
    demand(state, m2="lenses bento clocks paper", m3="cotton clocks paper bento")
    put(state, 9, 0, 4)  # your 4 on the bento slot of market 2; N of market 2 and W of market 3 are blank
    automa.take_turn(state)
    return state, board


@pytest.mark.rule("Z-SOLO-6", "Z-SOLO-7", "Z-SOLO-10", "Z-SOLO-11")
def test_vz_25_the_rulebooks_example():
    state, board = rulebook_example("hard")
    assert state.spaces[4] == (BLACK, BLACK)
    assert state.returned == [WHITE]
    assert board.rows[1] == [5]
    assert [at for at, token in enumerate(state.board) if token == 8 * 2 + 4] == [4 * 2], (
        "of two blank slots the left one"
    )
    assert state.board[9] == 8 + 4, "an equal token is not replaced"
    assert influence.of(state, AUTOMA, 1) == 6


@pytest.mark.rule("Z-SOLO-10", "Z-SOLO-11")
def test_vz_25_blank_slots_tie_and_the_leftmost_is_taken():
    state, board = solo("hard", "space_4")
    state.round, board.rows[1] = 3, [4, 5]
    ask_for(state, "cotton")
    demand(state, m0="cotton bento clocks paper", m1="clocks cotton lenses paper")  # both blank
    automa.take_turn(state)
    assert state.board[1] == 8 * 2 + 4, "left market first"
    state, board = solo("hard", "space_4")
    ask_for(state, "clocks")
    demand(state, m0="cotton cotton cotton cotton")
    state.board[0] = state.board[2] = 0
    automa.take_turn(state)
    assert state.board[0] == 8 * 2 + 1, "the highest print, 3, is N"


@pytest.mark.rule("Z-SOLO-6")
def test_vz_25_on_easy_only_the_worker_leaves():
    state, board = rulebook_example("easy")
    assert state.spaces[4] == (BLACK, BLACK)
    assert board.rows[1] == [4, 5]


@pytest.mark.rule("Z-SOLO-10")
def test_it_prefers_your_highest_lower_token_which_returns():
    state, board = solo("hard", "space_4")
    board.rows[0] = [3]
    ask_for(state, "clocks")
    demand(state, m0="cotton paper cotton clocks", m1="paper clocks clocks bulbs")
    put(state, 0, 0, 1)
    put(state, 4, 0, 2)
    automa.take_turn(state)
    assert state.board[4] == 8 * 2 + 3
    assert state.players[0].tokens[2] == 1
    assert board.rows[0] == []


@pytest.mark.rule("Z-SOLO-10")
@pytest.mark.parametrize(
    ("round_number", "rows", "placed"),
    [(1, [[2, 3], [3], [5]], 2), (1, [[], [4, 5], [5]], 4), (3, [[1], [], [6]], 6), (5, [[1], [3], []], 0)],
)
def test_the_row_of_the_period_or_a_later_one_never_an_earlier(round_number, rows, placed):
    state, board = solo("hard", "space_4")
    state.round, board.rows = round_number, [list(row) for row in rows]
    automa.take_turn(state)
    assert sum(token & 7 for token in state.board) == placed


@pytest.mark.rule("Z-SOLO-10")
def test_it_places_only_on_goods_of_the_rows_level_and_never_over_its_own():
    state, board = solo("hard", "space_4", "space_4")
    ask_for(state, "clocks")
    demand(state, m0="cotton clocks clocks clocks")
    automa.take_turn(state)
    assert state.board[0] == 8 * 2 + 1
    automa.take_turn(state)
    assert Counter(state.board) == {0: 31, 8 * 2 + 1: 1}
    assert board.rows[0] == [2, 3]


@pytest.mark.rule("Z-SOLO-11")
def test_an_empty_slot_in_a_market_with_two_tokens_is_closed_to_it():
    state, _ = solo("hard", "space_4")
    ask_for(state, "clocks")
    demand(state, m0="cotton clocks clocks clocks")
    put(state, 1, 0, 5)
    put(state, 2, 0, 6)
    automa.take_turn(state)
    assert state.board[0] == 0


@pytest.mark.rule("Z-SOLO-12")
def test_a_token_of_the_automa_that_you_displace_leaves_the_game():
    state, board = solo()
    player = state.players[0]
    ask_for(state, "paper")
    demand(state, m0="cotton paper paper paper")
    put(state, 0, AUTOMA, 1)
    build(player, "cotton_1a", goods=2)
    rows = [list(row) for row in board.rows]
    play(state, "hire blue market", "take points")
    assert state.board[0] == 8 + 2
    assert board.rows == rows


@pytest.mark.rule("Z-SOLO-13")
def test_an_empty_pile_is_made_anew_with_a_new_priority_order():
    orders = set()
    for hidden in range(6):
        state = GAME.new(1, 3, hidden)
        board = state.automa
        board.pile = [TOKEN["space_0"]]
        automa.take_turn(state)
        assert sorted(board.pile) == list(range(9))
        orders.add((tuple(board.priority), tuple(board.pile)))
    assert len(orders) == 6


@pytest.mark.rule("Z-SOLO-14", "Z-SHORT-1")
def test_the_automas_turn_can_empty_a_space():
    state, _ = solo("hard", "space_2")
    state.spaces[2] = (RED,)
    state.queue = ((BLACK,) * 3,)
    state.players[0].money = 5
    play(state, "hire blue rnd", "steps 1")
    assert state.spaces[2] == (BLACK,) * 3
    assert state.to_act == 0


@pytest.mark.rule("Z-SOLO-14")
def test_the_automas_turn_counts_in_the_last_rounds():
    state, board = solo("hard", "space_1", "space_1")
    state.round, state.turns_left = 6, 2
    state.players[0].money = 9
    play(state, "hire blue rnd", "steps 1")
    assert (state.round, state.turns_left) == (7, 2)
    assert len(board.pile) == 2


@pytest.mark.rule("Z-SOLO-15")
def test_the_automa_takes_places_in_the_scoring():
    state, _ = solo()
    for slot in range(8):
        put(state, slot, AUTOMA, 3)
    put(state, 0, 0, 7)
    assert influence.region_awards(state, 0, 1)[0] == 6, "second place: the third value"


def at_the_end(**fields):
    state, board = solo("easy")
    board.goals = (OBJECTIVES.index("factory"),)
    player = state.players[0]
    for field, value in fields.items():
        setattr(player, field, value)
    state.round, state.turns_left = 8, 0
    return state, player


def end(state):
    state.decision = Decision.NONE
    rounds.end_round(state)
    go_on(state)
    state.skip_forced()


@pytest.mark.rule("Z-SOLO-16")
def test_an_unmet_objective_loses_before_the_final_consolidation():
    state, player = at_the_end(score=300, money=50)
    end(state)
    outcome = state.outcome()
    assert (outcome.won, outcome.grade, outcome.ended_by) == (False, "lost", "solo_objective_missed")
    assert outcome.scores == (300,)
    assert player.money == 50


@pytest.mark.rule("Z-SOLO-16")
@pytest.mark.parametrize(
    ("score", "grade"),
    [
        (240, "favourite_of_the_emperor"),
        (239, "brilliant"),
        (210, "brilliant"),
        (209, "notable"),
        (180, "notable"),
        (150, "ordinary"),
        (149, "insufficient"),
        (-5, "insufficient"),
    ],
)
def test_a_won_game_is_graded(score, grade):
    state, player = at_the_end()
    build(player, "cotton_1a", "cotton_2a", "cotton_3a", "cotton_4a", "paper_1a")
    player.score = score - 2  # the final consolidation leaves 12 money: 2 points
    end(state)
    outcome = state.outcome()
    assert outcome.won
    assert (outcome.scores, outcome.grade) == ((score,), grade)


@pytest.mark.rule("Z-SOLO-17")
def test_solo_goals_are_near_the_high_thresholds():
    assert dict(zip(OBJECTIVES, TOKENS.solo_goals, strict=True)) == {
        "ship": 5, "machine": 5, "train": 5, "rnd": 12, "mines": 12, "finance": 10, "factory": 5, "contract": 5, "influence": 7,
    }  # fmt: skip
    state, board = solo("easy")
    board.goals = (OBJECTIVES.index("rnd"),)
    state.players[0].tracks[0] = 11
    assert not automa.goals_met(state)
    state.players[0].tracks[0] = 12
    assert automa.goals_met(state)


def test_events_tell_what_the_automa_did():
    state = GAME.new(1, 9)
    state.record_events()
    picks = random.Random(1)
    told = []
    while state.to_act is not None:
        actions = state.legal_actions()
        state.apply(actions[int(picks.random() * len(actions))])  # the same on every Python
        told += [event.text for event in state.take_events()]
    kinds = {" ".join(text.split()[:2]) for text in told if text.startswith("automa")}
    assert {"automa reveals", "automa removes", "automa train", "automa token"} <= kinds
    assert legal(state) == []
