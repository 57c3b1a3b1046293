"""Nippon as it is drawn: every seat count, both options."""

import re
from functools import cache

import pytest

import engine
from engine.nippon.decisions import Decision
from tests.viewer.drawing import at, changes, views, walk

GAME = "nippon"
SEATS = (2, 3, 4)
OPTIONS = (
    {},
    {"consolidation_workers": "rows"},
    {"two_player_row_size": 3},
    {"consolidation_workers": "rows", "two_player_row_size": 3},
)
ELSEWHERE = {
    "seats": [2, 3, 4],
    "ended_by": ["turn_limit"],
    "options.consolidation_workers": ["rows"],
    "pending.paid_goods.*": ["paper"],
    "pending.used_goods.*": ["silk", "paper"],
    "pending.piece": ["train", "ship"],
    "pending.track": ["coal", "knowledge"],
    "players.*.factories": [[{"good": "silk", "tile": 1, "machine": 0, "goods": 1}]],
}
"""Values that a few random matches may not come to."""
RARE_DECISIONS = (
    {"kind": "market_return", "city": 3, "slot": "west"},
    {"kind": "contract_good", "contract": 7, "paid_goods": ["silk"]},
)


@cache
def decisions(seats):
    """A view for every kind of decision, with each set of fields that it has."""
    kinds = {}
    for seed in range(12):
        for state in walk(GAME, seats, {}, seed):
            view = state.view(None)
            pending = view["pending"]
            kinds.setdefault((pending["kind"], *(key for key, value in pending.items() if value not in (0, []))), view)
    some = next(iter(kinds.values()))
    return (*kinds.values(), *({**some, "pending": {**some["pending"], **rare}} for rare in RARE_DECISIONS))


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options) or "default")
@pytest.mark.parametrize("seats", SEATS)
def test_the_drawing_shows_what_the_view_has(canvas, seats, options):
    assert canvas.wrong_fields(views(GAME, seats, options, seed=seats, number=50)) == []


@pytest.mark.parametrize("seats", SEATS)
def test_every_public_field_changes_the_drawing(canvas, seats):
    positions = [*views(GAME, seats, {}, seed=1, number=50), *decisions(seats)]
    for view, planned in changes(positions, canvas.undrawn(GAME), ELSEWHERE):
        if planned:
            assert [path for path in canvas.unseen(view, planned) if not is_empty_slot(view, path)] == []


def is_empty_slot(view, path):
    """Whether the path is the value of a tile where there is none: it means nothing then."""
    return ".values." in path and at(view, path.replace("values", "owners")) < 0


def test_every_kind_of_decision_is_drawn(canvas):
    every = [view for seats in SEATS for view in decisions(seats)]
    assert {view["pending"]["kind"] for view in every} == {decision.label for decision in Decision}
    assert [canvas.wrong_fields([view]) for view in every] == [[]] * len(every)


def test_the_whole_position_shows_the_order_of_the_bag(canvas):
    whole = engine.game(GAME).new(seats=4, seed=1).to_dict()
    view = {key: value for key, value in whole.items() if key not in {"seed", "hidden_seed"}}
    assert canvas.wrong_fields([view]) == []
    order = view["draw_order"]
    assert canvas.unseen(view, [(("draw_order", 0), next(colour for colour in order if colour != order[0]))]) == []


@pytest.mark.parametrize("seats", SEATS)
def test_no_text_is_cut_off_or_covered(canvas, seats):
    for view in (*views(GAME, seats, {}, seed=7, number=10), *views(GAME, seats, OPTIONS[-1], seed=7, number=2)):
        assert canvas.cut(view) == []
        assert canvas.overlaps(view) == []


def test_every_piece_and_space_explains_itself(canvas):
    (view,) = views(GAME, 4, {}, seed=2, number=1)
    board, *panels, supply = canvas.parts(view)
    assert [panel["seat"] for panel in panels] == [0, 1, 2, 3]
    figures = [len(re.findall("the rulebook|public source", part["markup"])) for part in (board, *panels, supply)]
    assert min(figures) > 30


def test_drawing_is_fast(canvas):
    late = views(GAME, 4, {}, seed=3, number=50)[-2]
    assert canvas.milliseconds(late) < 4
