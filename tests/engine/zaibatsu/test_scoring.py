"""Influence scoring and the end (Z-SCORE, Z-FINAL)."""

import pytest

from engine.zaibatsu import influence, scoring
from engine.zaibatsu.decisions import Phase
from engine.zaibatsu.influence import FOREIGN, awards
from engine.zaibatsu.terms import PRINTED, TILE_NUMBER
from tests.engine.zaibatsu.table import CATEGORIES, bare_table, build, lay, play, put

PERIOD_1, PERIOD_2 = (10, 8, 6, 2), (14, 11, 8, 3)
TWO_1 = (10, 6, 2)


@pytest.mark.rule("Z-SCORE-1", "Z-SCORE-2", "Z-SCORE-3", "Z-SCORE-4")
def test_vz_18_a_region_with_a_tie_behind_the_foreigners():
    points = awards([(0, 3), (1, 5), (2, 5), (3, 0), (FOREIGN, 6)], PERIOD_1)
    assert [points.get(seat, 0) for seat in range(4)] == [2, 7, 7, 0]


@pytest.mark.rule("Z-SCORE-5")
def test_vz_19_two_players_skip_the_second_value():
    assert bare_table(2).limits.score_ranks == bare_table(1).limits.score_ranks == (0, 2, 3)
    assert awards([(0, 8), (1, 4), (FOREIGN, 6)], TWO_1) == {0: 10, FOREIGN: 6, 1: 2}
    assert awards([(0, 8), (1, 4), (FOREIGN, 0)], TWO_1) == {0: 10, 1: 6}


@pytest.mark.rule("Z-SCORE-4", "Z-SCORE-5")
def test_vz_20_ties_share_with_foreigners_and_past_the_list():
    points = awards([(0, 6), (1, 2), (2, 0), (FOREIGN, 6)], PERIOD_2)
    assert (points[0], points[1]) == (12, 8)
    points = awards([(0, 9), (1, 7), (2, 2), (3, 2), (FOREIGN, 6)], PERIOD_1)
    assert (points[2], points[3]) == (1, 1)


@pytest.mark.rule("Z-SCORE-1")
def test_vz_21_trains_count_only_with_a_token():
    state = bare_table()
    lay(state, 1, 0, 0, 0)
    assert influence.of(state, 0, 1) == 0
    put(state, 8, 0, 1)
    assert influence.of(state, 0, 1) == 7


@pytest.mark.rule("Z-SCORE-2")
def test_foreign_influence_is_what_no_token_covers():
    state = bare_table()
    assert [influence.foreign(state, region) for region in range(4)] == [12, 12, 12, 12]
    put(state, 0, 0, 1)  # printed 3
    assert influence.foreign(state, 0) == 9
    assert sum(PRINTED) == 48


@pytest.mark.rule("Z-SCORE-3", "Z-SCORE-5")
def test_a_period_is_scored_region_by_region():
    state = bare_table()
    for slot in (0, 2, 5, 7):  # all but 2 printed points of region 0
        put(state, slot, 0, 7)
    put(state, 8, 1, 7)
    influence.score(state, 1)
    assert [player.score for player in state.players] == [10, 6], "second behind the foreigners' 12 in region 1"


@pytest.mark.rule("Z-FINAL-2", "Z-FINAL-3", "Z-FINAL-4")
def test_vz_24_the_final_scoring_of_the_rulebook():
    state = bare_table()
    player = state.players[0]
    player.score = 109
    player.built, player.tracks = [5, 5, 0], [12, 7, 8]
    build(player, "cotton_1a", "paper_1a", "bento_1a", "lenses_1a", goods=2)
    player.contracts = 0b111
    player.favours = (3, 2, 0, 1, 1, 2, 1, 2)
    player.silk, player.iron, player.money = 1, 3, 12
    assert scoring.objective_points(player) == 73
    assert scoring.leftover_points(player) == 6
    scoring.score_boards(state)
    assert player.score == 188


@pytest.mark.rule("Z-FINAL-4")
@pytest.mark.parametrize(
    ("money", "silk", "coal", "stored", "goods", "points"),
    [
        (3, 2, 0, 0, 0, 1),
        (4, 1, 2, 0, 0, 1),
        (4, 4, 0, 0, 0, 2),
        (0, 0, 1, 1, 1, 1),
        (4, 0, 2, 0, 0, 0),
        (14, 1, 0, 0, 0, 3),
    ],
)
def test_silk_is_changed_where_that_gives_more(money, silk, coal, stored, goods, points):
    player = bare_table().players[0]
    player.money, player.silk, player.coal, player.stored_coal, player.reserve_goods = money, silk, coal, stored, goods
    assert scoring.leftover_points(player) == points


@pytest.mark.rule("Z-FINAL-2")
@pytest.mark.parametrize(("level", "low", "high"), [(1, 5, 10), (2, 8, 16), (3, 10, 20)])
@pytest.mark.parametrize(
    ("category", "at"),
    [
        ("ship", (2, 3, 5)),
        ("machine", (2, 3, 5)),
        ("train", (2, 3, 5)),
        ("rnd", (6, 7, 12)),
        ("mines", (6, 7, 12)),
        ("finance", (7, 8, 13)),
    ],
)
def test_thresholds_of_rows_and_tracks(level, low, high, category, at):
    number = CATEGORIES.index(category)
    player = bare_table().players[0]
    player.favours = tuple(level if n == number else 0 for n in range(8))
    for reached, points in zip(at, (0, low, high), strict=True):
        if number < 3:
            player.built[number] = reached
        else:
            player.tracks[number - 3] = reached
        assert scoring.objective_points(player) == points


@pytest.mark.rule("Z-FINAL-3")
def test_factories_and_contracts_by_number_and_level():
    player = bare_table().players[0]
    build(player, "old_paper", "cotton_1a", "cotton_2a", "paper_1a", "bento_1a", "bulbs_1a")
    player.contracts = 0b11111111
    player.favours = (0, 0, 0, 0, 0, 0, 3, 0)
    assert scoring.objective_points(player) == 25
    player.favours = (0, 0, 0, 0, 0, 0, 0, 2)
    assert scoring.objective_points(player) == 20
    player.contracts = 0
    assert scoring.objective_points(player) == 0


@pytest.mark.rule("Z-FAC-16")
def test_points_of_late_factories_have_their_own_line():
    state = bare_table(late_factories=True)
    player = state.players[0]
    state.supply, player.money, player.tracks = (TILE_NUMBER["clocks_5b"],), 6, [12, 7, 7]
    play(state, "hire blue factory")
    sheet = scoring.score_sheet(player, scored=True)
    assert (sheet["late_factories"], sheet["services_and_deliveries"]) == (6, 0)


@pytest.mark.rule("Z-FINAL-5")
def test_of_tied_players_the_last_in_turn_order_wins():
    state = bare_table(3)
    state.phase, state.to_act, state.final, state.marker = Phase.OVER, None, True, 1
    for player, score in zip(state.players, (20, 30, 30), strict=True):
        player.score = score
    assert state.outcome().places == (3, 2, 1)
    state.players[0].score = 30
    assert state.outcome().places == (1, 3, 2), "turn order 1, 2, 0: seat 0 played last"
    assert state.outcome().scores == (30, 30, 30)
    assert state.outcome().tie_breaks == {"last_turn": (2, 0, 1)}


def test_standing_counts_what_would_score_now():
    state = bare_table()
    player = state.players[0]
    player.score, player.money = 5, 10
    assert state.standing(0) == 7
    put(state, 0, 0, 7)
    put(state, 7, 0, 6)
    assert state.standing(0) == 17
    player.favours, player.built = (2, 0, 0, 0, 0, 0, 0, 0), [3, 0, 0]
    assert state.standing(0) == 25
