"""Final scoring."""

import pytest

from engine.yokohama import scoring
from engine.yokohama.actions import TABLES
from engine.yokohama.decisions import Decision
from engine.yokohama.scoring import countries, management, technologies
from tests.engine.yokohama.table import table

CHURCH, CUSTOMS = TABLES.scoring.church, TABLES.scoring.customs


def finished(seats: int = 4, edition: str = "okazu"):
    t = table(seats, edition)
    for player in t.state.players:
        player.yen = player.vp = 0
        player.goods = [0, 0, 0, 0]
    t.state.to_act = None
    t.turn.decision = Decision.OVER
    return t


@pytest.mark.rule("Y-SCORE-1")
def test_v20a_church_ties_go_to_the_rightmost_assistant():
    assert management([0, 2, 0, 1, -1, -1, -1, 1], 4, CHURCH) == [3, 6, 0, 0]


@pytest.mark.rule("Y-SCORE-1")
def test_the_rightmost_assistant_of_all_decides_whatever_the_others():
    assert management([1, 0, 0, 1, -1, -1, -1, -1], 2, CHURCH) == [3, 6]
    assert management([0, 0, 0, 1, -1, -1, -1, -1], 2, CHURCH) == [6, 3]


@pytest.mark.rule("Y-SCORE-2")
def test_v20b_customs_gives_eight_and_four():
    assert management([1, 0, 1, 2, 1, -1, -1, -1], 4, CUSTOMS) == [0, 8, 4, 0]
    assert management([0, -1, -1, -1, -1, -1, -1, -1], 4, CUSTOMS) == [8, 0, 0, 0]
    assert management([-1] * 8, 4, CUSTOMS) == [0, 0, 0, 0]


@pytest.mark.rule("Y-SCORE-1", "Y-SCORE-2", "Y-SETUP-12")
def test_neutral_assistants_are_not_ranked():
    t = finished(2, "synapses2024")
    assert t.state.church.count(-2) == t.state.customs.count(-2) == 1
    t.state.church[0] = 1
    t.state.customs[0] = 1
    sheets = scoring.sheets(t.state)
    assert [(sheet["church"], sheet["customs"]) for sheet in sheets] == [(0, 0), (6, 8)]


@pytest.mark.rule("Y-SCORE-3")
def test_v20c_technology_ties_go_to_the_earlier_seat():
    t = finished()
    values = {}
    for number, technology in enumerate(TABLES.technologies):
        values.setdefault(technology.value, []).append(number)
    t.player(0).technologies = (values[7][0], values[5][0])  # 12
    t.player(1).technologies = (*values[5][1:5],)  # 20
    t.player(2).technologies = (*values[4][0:3],)  # 12
    t.player(3).technologies = (values[5][5], values[5][0])  # 10
    assert technologies(t.state.players) == [5, 10, 0, 0]
    assert [sheet["technology"] for sheet in scoring.sheets(t.state)] == [5, 10, 0, 0]


@pytest.mark.rule("Y-SCORE-3")
def test_a_player_without_technology_gets_nothing():
    t = finished()
    t.owns(2, "tram")
    assert technologies(t.state.players) == [0, 0, 10, 0]
    assert technologies(finished().state.players) == [0, 0, 0, 0]


@pytest.mark.rule("Y-SCORE-4")
@pytest.mark.parametrize(
    ("icons", "points"),
    [
        ((3, 2, 2, 1, 1), 16),
        ((1, 1, 1, 1, 1), 12),
        ((1, 1, 1, 1, 0), 8),
        ((0, 1, 1, 1, 0), 4),
        ((0, 0, 1, 1, 0), 2),
        ((4, 0, 0, 0, 0), 0),
        ((2, 2, 0, 0, 0), 4),
        ((0, 0, 0, 0, 0), 0),
    ],
)
def test_v20d_sets_of_different_countries(icons, points):
    assert countries(icons) == points


@pytest.mark.rule("Y-SCORE-4")
def test_uncompleted_orders_do_not_count():
    t = finished()
    t.me.orders = (0, 1, 2)
    assert scoring.sheets(t.state)[0]["countries"] == 0
    t.me.icons = (1, 1, 0, 0, 0)
    assert scoring.sheets(t.state)[0]["countries"] == 2


@pytest.mark.rule("Y-SCORE-5")
def test_v20e_the_rest():
    t = finished()
    t.me.imports, t.me.yen = 1, 3
    t.goods(0, copper=2, silk=1, tea=1, fish=3)
    sheet = scoring.sheets(t.state)[0]
    assert (sheet["imports"], sheet["yen"], sheet["goods"], sheet["agents"]) == (1, 1, 2, 0)
    assert sum(sheet.values()) == 4
    t.me.agents = (1, 0, 0, 0, 0, 0)
    t.me.agents_used = (0, 1, 1, 0, 0, 0)
    assert sum(scoring.sheets(t.state)[0].values()) == 5
    t.me.orders = (0,)
    assert sum(scoring.sheets(t.state)[0].values()) == 5


@pytest.mark.rule("Y-SCORE-6")
def test_v20f_equal_totals_go_to_the_earlier_seat():
    t = finished()
    for seat, vp in enumerate((40, 50, 50, 10)):
        t.player(seat).vp = vp
    outcome = t.state.outcome()
    assert outcome.scores == (40, 50, 50, 10)
    assert outcome.places == (3, 1, 2, 4)
    assert outcome.tie_breaks == {"earlier_seat": (0, -1, -2, -3)}


@pytest.mark.rule("Y-GEN-4", "Y-SCORE-6")
def test_points_of_play_count_without_limit_and_there_is_no_outcome_before_the_end():
    t = finished()
    t.me.vp = 312
    assert t.state.outcome().scores[0] == 312
    assert t.state.standing(0) == 312
    assert table().state.outcome() is None


@pytest.mark.rule("Y-GEN-4")
def test_points_never_fall_in_random_play():
    import random

    t = table()
    picks, last = random.Random(4), [0, 0, 0, 0]
    while t.state.to_act is not None:
        t.state.apply(picks.choice(t.state.legal_actions()))
        now = [player.vp for player in t.state.players]
        assert all(a >= b for a, b in zip(now, last, strict=True))
        assert min(player.yen for player in t.state.players) >= 0
        last = now


@pytest.mark.rule("Y-SCORE-6")
def test_the_standing_is_the_total_of_the_sheet_at_any_time():
    import random

    t, picks = table(), random.Random(8)
    for _ in range(300):
        t.state.apply(picks.choice(t.state.legal_actions()))
        for seat, sheet in enumerate(scoring.sheets(t.state)):
            assert t.state.standing(seat) == sum(sheet.values())
