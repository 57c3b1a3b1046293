"""Yokohama as it is drawn: every seat count, both editions, both mini-expansions."""

import pytest

from engine.yokohama.scoring import sheets
from tests.viewer.drawing import at, changes, views, walk

GAME = "yokohama"
EXPANDED = {"edition": "synapses2024", "mini_expansion_1": True, "mini_expansion_2": True}
OPTIONS = (
    {},
    {"edition": "synapses2024"},
    {"edition": "synapses2024", "mini_expansion_1": True},
    {"edition": "synapses2024", "mini_expansion_2": True},
    EXPANDED,
)
SEATS = (2, 3, 4)
ELSEWHERE = {
    "ports.*.area": ["port_b"],
    "laboratories.*.area": ["laboratory_b"],
    "station": ["bank"],
    "end_trigger": ["church_full"],
    "turn.after": ["five_power"],
    "turn.church_paid": [["tea"]],
    "players.*.objective_reward": ["objective_agent"],
    "players.*.five_powers": [["five_power_08"]],
    "players.*.orders": [["order_01"]],
    "players.*.put_away": ["order_02"],
    "players.*.technologies": [["tram"]],
    "achievements.*.seats": [[0]],
    "objective_rewards": [["objective_agent"]],
}
"""Values that a few random matches may not come to."""


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options) or "okazu")
@pytest.mark.parametrize("seats", SEATS)
def test_the_drawing_shows_what_the_view_has(canvas, seats, options):
    assert canvas.wrong_fields(views(GAME, seats, options, seed=seats, number=50)) == []


def test_whole_positions_show_every_hand_and_the_next_cards(canvas):
    positions = [state.to_dict() for state in walk(GAME, 3, EXPANDED, seed=2)][::40]
    assert canvas.wrong_fields(positions) == []
    shown = "".join(part["markup"] for part in canvas.parts(positions[0]))
    for field in ("players.0.orders.0", "players.2.orders.0", "order_deck.0", "technology_deck.1"):
        assert f'data-field="{field}" data-value="{at(positions[0], field)}"' in shown
    assert canvas.overlaps(positions[0]) == []


@pytest.mark.parametrize("seats", SEATS)
def test_every_public_field_changes_what_a_person_sees(canvas, seats):
    positions = [view for seed in (1, 2, 3) for view in views(GAME, seats, EXPANDED, seed, number=20)]
    positions += views(GAME, seats, {}, seed=4, number=5)
    for view, planned in changes(positions, canvas.undrawn(GAME), ELSEWHERE):
        if planned:
            assert canvas.unseen(view, planned) == []


@pytest.mark.parametrize("seats", SEATS)
def test_no_text_is_cut_off_or_covered(canvas, seats):
    for view in views(GAME, seats, EXPANDED, seed=7, number=10):
        assert canvas.overlaps(view) == []
        assert canvas.ask("cut") == []


@pytest.mark.parametrize("seats", SEATS)
def test_presidents_are_in_the_town_where_the_view_has_them(canvas, seats):
    """The players' panels name the area too: that alone would not do."""
    seen = 0
    for view in views(GAME, seats, {}, seed=8, number=12):
        town = canvas.parts(view)[0]["markup"]
        areas = {area["id"] for area in view["areas"]}
        for seat, player in enumerate(view["players"]):
            there = f'data-field="players.{seat}.president" data-value="{player["president"]}"' in town
            assert there == (player["president"] in areas)
            seen += there
    assert seen > 5


def lines(canvas, view):
    """The figures of all score sheets: nine lines and the total for each seat."""
    canvas.cut(view)
    return canvas.page.evaluate("[...here.querySelectorAll('[data-line]')].map((line) => Number(line.textContent))")


@pytest.mark.parametrize("seats", SEATS)
def test_the_score_sheet_is_the_one_of_the_rules(canvas, seats):
    for number, state in enumerate(walk(GAME, seats, EXPANDED, seed=5)):
        if number % 90 == 0 or state.to_act is None:
            expected = [figure for sheet in sheets(state) for figure in (*sheet.values(), sum(sheet.values()))]
            assert lines(canvas, state.view(None)) == expected


def test_ties_go_to_the_rightmost_assistant_and_to_the_earlier_seat(canvas):
    view = next(walk(GAME, 2, {}, seed=1)).view(None)
    view["church"][:2] = [1, 0]
    view["players"][0]["technologies"], view["players"][1]["technologies"] = ["gaslight"], ["newspaper"]
    figures = lines(canvas, view)
    assert [figures[1], figures[11]] == [6, 3]
    assert [figures[3], figures[13]] == [10, 5]
