"""The clock (N-CLOCK, N-ARENA), the three scorings (N-SCORE) and the end (N-FINAL)."""

import random

import pytest

from engine.nippon.scoring import achievements, counts, influence, region_points
from engine.nippon.workers import size
from tests.engine.nippon.situations import (
    GAME,
    do,
    pending,
    put_tile,
    put_workers,
    set_player,
    settled,
    table,
    take,
    texts,
)

MIXED = ["white", "blue", "grey"]


def before_refill(marker, seats=2, **options):
    """Taking the red worker empties a space while all rows are empty."""
    state = table(seats, **options)
    put_workers(state, spaces=[["red"], MIXED, MIXED, MIXED, MIXED], rows=[[]] * state.count.rows)
    state.marker, state.turns = marker, 10 * seats
    return state


def score_lines(state, seat=0):
    return state.view(None)["players"][seat]["score"]


@pytest.mark.rule("N-CLOCK-1")
@pytest.mark.parametrize(("marker", "scored"), [(0, None), (1, "scoring_1"), (2, None), (3, "scoring_2"), (4, None)])
def test_leaving_spaces_2_and_4_scores(marker, scored):
    state = before_refill(marker)
    put_tile(state, 0, 1, 0, 7)
    put_tile(state, 1, 2, 0, 7)
    state = do(settled(state), "take red knowledge", "steps 1")
    assert state.marker == marker + 1
    gained = {line: points for line, points in score_lines(state).items() if line.startswith("scoring") and points}
    assert list(gained) == ([scored] if scored else [])


@pytest.mark.rule("N-CLOCK-2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_on_reaching_space_6_three_table_turns_remain(seats):
    state = before_refill(4, seats)
    state = do(settled(state), "take red knowledge", "steps 1")
    assert [size(group) for group in state.spaces] == [3] * 5, "that refill is still done"
    assert (state.marker, state.last_turns, state.to_act) == (5, 3 * seats, 1)
    markers = []
    for _ in range(3 * seats):
        markers.append(state.marker)
        assert state.outcome() is None
        take(state, "knowledge")
        if state.to_act is not None and pending(state) == "steps":
            do(state, "steps 1")
    assert markers == [5] * seats + [6] * seats + [7] * seats
    assert state.to_act is None
    assert state.outcome().ended_by == "final_scoring"


@pytest.mark.rule("N-CLOCK-2")
def test_on_gold_rows_still_move_up_but_nothing_is_refilled():
    state = before_refill(6)
    state.last_turns = 4
    put_workers(state, rows=[[], ["black", "black"]])
    state = do(settled(state), "take red knowledge", "steps 1")
    assert size(state.spaces[0]) == 2
    assert (state.marker, state.last_turns) == (6, 3)

    state = before_refill(7)
    state.last_turns = 2
    state = do(settled(state), "take red knowledge", "steps 1")
    assert (state.marker, state.spaces[0], state.last_turns) == (7, 0, 1)


@pytest.mark.rule("N-CLOCK-1")
def test_the_third_scoring_comes_at_the_end_of_space_8():
    state = before_refill(7)
    state.last_turns = 1
    put_tile(state, 0, 1, 1, 7)
    put_tile(state, 1, 2, 1, 7)
    state = do(settled(state), "take red knowledge", "steps 1")
    assert state.to_act is None
    assert state.marker == 7
    assert score_lines(state, 1)["scoring_3"] == 18


def region(seats, tiles, trains=(), ships=()):
    """Region 0 with these tiles: (city, side, owner, value); its printed values are 3 0 2 1 and 1 2 0 3."""
    state = table(seats)
    for city, side, owner, value in tiles:
        put_tile(state, city, side, owner, value)
    for seat, number in enumerate(trains):
        state.trains[seat] = number
    for seat, number in enumerate(ships):
        state.ships[seat] = number
    return settled(state)


@pytest.mark.rule("N-SCORE-1", "N-SCORE-2", "N-SCORE-3", "N-SCORE-4")
def test_vn_18():
    state = region(3, [(0, 0, 0, 4), (0, 3, 0, 3), (1, 3, 1, 4)], ships=(1, 2))
    assert influence(state, 0) == [7, 4, 0, 5]
    assert region_points(state, 0, 0) == [10 + 2, 3, 0]


@pytest.mark.rule("N-SCORE-3", "N-SCORE-4")
def test_vn_18_variant():
    state = region(3, [(0, 0, 0, 4), (0, 3, 0, 2), (1, 3, 1, 6)], ships=(1, 2))
    assert influence(state, 0) == [6, 6, 0, 5]
    assert region_points(state, 0, 0) == [8 + 2, 8 + 4, 0]


@pytest.mark.rule("N-SCORE-1")
def test_trains_count_only_beside_a_tile():
    state = region(2, [(0, 0, 0, 4)], trains=(1, 2))
    assert influence(state, 0) == [4 + 2, 0, 9]
    assert region_points(state, 0, 0) == [6, 0]


@pytest.mark.rule("N-SCORE-1")
def test_foreigners_have_the_values_that_no_tile_covers():
    assert influence(region(2, []), 0) == [0, 0, 12]
    assert influence(region(2, [(0, 0, 0, 4), (1, 3, 1, 5)]), 0) == [4, 5, 6]


@pytest.mark.rule("N-SCORE-2", "N-SCORE-5")
@pytest.mark.parametrize(("scoring", "points"), [(0, [10, 6, 3, 1, 0]), (1, [14, 9, 5, 2, 0]), (2, [18, 12, 7, 3, 0])])
def test_places_earn_the_values_of_the_period_and_places_past_the_list_nothing(scoring, points):
    state = region(4, [(0, 0, 0, 7), (1, 3, 1, 6), (0, 2, 2, 5), (1, 1, 3, 4)])
    assert influence(state, 0) == [7, 6, 5, 4, 2]
    assert region_points(state, 0, scoring) == points[:4]
    state = region(4, [(0, 1, 0, 7), (0, 3, 1, 6), (1, 2, 2, 5), (1, 0, 3, 4)])
    assert influence(state, 0) == [7, 6, 5, 4, 10]
    assert region_points(state, 0, scoring) == points[1:]


@pytest.mark.rule("N-SCORE-5")
def test_the_whole_list_is_used_with_two_players():
    state = region(2, [(0, 0, 0, 7), (1, 3, 1, 4)])
    assert region_points(state, 0, 0) == [10, 3]


@pytest.mark.rule("N-SCORE-3")
def test_foreigners_count_among_the_tied():
    state = region(2, [(0, 0, 0, 6), (1, 3, 1, 4)])
    assert influence(state, 0) == [6, 4, 6]
    assert region_points(state, 0, 0) == [(10 + 6) // 2, 3]


@pytest.mark.rule("N-SCORE-3")
def test_a_tie_past_the_list_shares_what_is_there():
    state = region(4, [(0, 1, 0, 7), (0, 3, 1, 6), (1, 2, 2, 5), (1, 0, 3, 5)])
    assert influence(state, 0) == [7, 6, 5, 5, 10]
    assert region_points(state, 0, 0) == [6, 3, 0, 0], "fourth and fifth: floor((1 + 0) / 2)"


@pytest.mark.rule("N-SCORE-4")
def test_ships_count_for_first_and_second_place_only():
    ships = (1, 1, 1, 1)
    third_behind_two = region(4, [(0, 0, 0, 6), (1, 3, 1, 6), (0, 2, 2, 5)], ships=ships)
    assert influence(third_behind_two, 0) == [6, 6, 5, 0, 4]
    assert region_points(third_behind_two, 0, 0) == [8 + 2, 8 + 2, 3, 0]
    tied_second = region(4, [(0, 0, 0, 7), (1, 3, 1, 5), (0, 2, 2, 5)], ships=ships)
    assert influence(tied_second, 0) == [7, 5, 5, 0, 4]
    assert region_points(tied_second, 0, 0) == [10 + 2, 4 + 2, 4 + 2, 0]
    behind_foreigners = region(4, [(0, 1, 0, 7), (1, 2, 1, 6)], ships=ships)
    assert influence(behind_foreigners, 0) == [7, 6, 0, 0, 12]
    assert region_points(behind_foreigners, 0, 0) == [6 + 2, 3, 0, 0], "behind the foreigners and one player is third"


def finished(**fields):
    """A two-player match that seat 1 ends with a consolidation or a step; seat 0 as told."""
    state = before_refill(7)
    state.last_turns, state.turns = 1, 81
    state.acting = state.to_act = 1
    set_player(state.players[0], **fields)
    return do(settled(state), "take red knowledge", "steps 1")


@pytest.mark.rule("N-FINAL-1")
def test_after_the_third_scoring_income_comes_and_workers_are_paid_without_reward():
    state = finished(yen=40, coal=30, money_track=1, workers=["red", "blue", "blue", "white"])
    player = state.players[0]
    assert (player.yen, player.coal) == (13 - 9, 2)
    assert player.rewards == [0] * 9
    assert score_lines(state)["wages"] == 0
    state = finished(workers=["red", "blue", "grey", "white", "black", "yellow"])
    assert (state.players[0].yen, score_lines(state)["wages"]) == (0, -4)


@pytest.mark.rule("N-FINAL-2", "N-FINAL-3")
def test_vn_19():
    state = table(4)
    state.ships[0::4] = [2, 1, 1, 1]
    set_player(state.players[0], rewards={"ships": 2}, yen=8, contracts=[4, 5, 6, 7], knowledge_track=5)
    set_player(state.players[0], factories={"paper": 4})
    points = achievements(settled(state).players[0])
    assert points["ships"] == 6
    assert points["yen"] == 1
    assert points["contracts"] == 0
    assert points["knowledge"] == 3


@pytest.mark.rule("N-FINAL-2")
def test_a_reward_tile_covers_the_printed_multiplier():
    state = table(4)
    set_player(state.players[0], rewards={"yen": 4, "contracts": 3}, yen=25, contracts=[0, 1, 2])
    points = achievements(settled(state).players[0])
    assert (points["yen"], points["contracts"]) == (16, 6)


@pytest.mark.rule("N-FINAL-3")
def test_what_every_achievement_counts():
    state = table(4)
    state.trains[0::4], state.ships[0::4] = [2, 1, 1, 0], [2, 0, 0, 0]
    set_player(
        state.players[0],
        machines={"silk": 2, "bento": 1, "clocks": 2, "lenses": 0},
        reserve=2,
        yen=13,
        contracts=[0, 1, 2],
        knowledge_track=4,
        coal_track=9,
        money_track=12,
    )
    player = settled(state).players[0]
    assert counts(player) == (5, 13, 1, 1, 2, 4, 5, 3, 5)
    assert all(achievements(player)[name] == 0 for name in ("trains", "coal", "money", "factories", "machines"))
    set_player(state.players[0], rewards={"machines": 5, "factories": 2, "coal": 3})
    points = achievements(settled(state).players[0])
    assert (points["machines"], points["factories"], points["coal"]) == (10, 6, 12)


@pytest.mark.rule("N-FINAL-4")
def test_most_points_win_then_yen_then_coal_then_the_later_in_turn_order():
    state = finished()
    one, other = state.players
    one.score, other.score = [10] + [0] * 8, [11] + [0] * 8
    assert state.outcome().places == (2, 1)
    one.score[0] = 11
    one.yen, other.yen, one.coal, other.coal = 5, 4, 0, 9
    assert state.outcome().places == (1, 2)
    other.yen = 5
    assert state.outcome().places == (2, 1)
    one.coal = 9
    assert state.outcome().places == (2, 1)
    state.first_player = 1
    assert state.outcome().places == (1, 2)


@pytest.mark.rule("N-FINAL-2")
def test_the_outcome_adds_up_to_the_points_of_the_board():
    state = GAME.new(4, 9)
    picks = random.Random(9)
    while state.to_act is not None:
        state.apply(picks.choice(state.legal_actions()))
    shown = state.view(None)["players"]
    assert list(state.outcome().scores) == [player["points"] for player in shown]
    assert (
        sum(state.outcome().categories[0][f"achievement_{name}"] for name in achievements(state.players[0]))
        == (shown[0]["score"]["achievements"])
    )


@pytest.mark.rule("N-ARENA-1")
def test_after_120_turns_each_the_match_is_scored_as_it_stands():
    state = table(2, consolidation_workers="rows")
    state.turns, state.marker = 239, 2
    state.acting = state.to_act = 1
    put_tile(state, 0, 1, 0, 7)
    put_tile(state, 1, 2, 0, 7)
    set_player(state.players[1], blueprints=3, workers=["red"])
    state = do(settled(state), "consolidate")
    assert texts(state) == ["blueprints coal", "blueprints money", "blueprints knowledge", "done"], "the last turn"
    do(state, "done")
    assert state.to_act is None
    assert state.outcome().ended_by == "turn_limit"
    lines = score_lines(state)
    assert (lines["scoring_1"], lines["scoring_2"], lines["scoring_3"]) == (0, 0, 18)


@pytest.mark.rule("N-ARENA-1")
def test_turn_119_is_not_the_last():
    state = table(2, consolidation_workers="rows")
    state.turns = 237
    state.acting = state.to_act = 1
    set_player(state.players[1], blueprints=3, workers=["red"])
    state = do(settled(state), "consolidate")
    assert (pending(state), state.to_act) == ("turn", 0)


@pytest.mark.rule("N-ARENA-1")
def test_only_rows_first_can_reach_the_limit():
    """Everybody consolidates as soon as possible: with the bag that ends, with the rows it would not."""
    stall = GAME.parse("consolidate")
    endings = {}
    for rule in ("bag", "rows"):
        state = GAME.new(4, 2, options={"consolidation_workers": rule})
        while state.to_act is not None:
            legal = state.legal_actions()
            state.apply(stall if stall in legal else legal[0])
        endings[rule] = state.outcome().ended_by
    assert endings == {"bag": "final_scoring", "rows": "turn_limit"}
