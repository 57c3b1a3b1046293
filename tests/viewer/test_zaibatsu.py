"""Zaibatsu as it is drawn: every seat count, every module, the automa, and whole positions."""

from itertools import islice

import pytest

from engine.zaibatsu import influence
from tests.viewer.drawing import changes, leaves, pattern, views, walk

GAME = "zaibatsu"
MODULES = {"factory_sides": "random", "late_factories": True, "shared_objectives": True}
TABLES = [
    *((1, {"solo_level": level}) for level in ("easy", "normal", "hard")),
    *(
        (seats, options)
        for seats in (2, 3, 4)
        for options in ({}, {"late_factories": True}, {"shared_objectives": True}, MODULES)
    ),
]
FULLEST = [(1, {"solo_level": "hard", "factory_sides": "random"}), (2, MODULES), (3, MODULES), (4, MODULES)]
ELSEWHERE = {
    "options.solo_level": ["easy"],
    "pending.effect": ["service_any"],
    "pending.good": ["paper", "cotton"],
    "pending.spread": [[0]],
    "pending.used": [[1]],
    "pending.waiting": [["service_any"]],
    "players.*.factories": [[{"tile": "cotton_1a", "machines": 0, "goods": 1}]],
    "queue": [[{"workers": ["red"]}]],
    "rewards_due": [[{"seat": 0, "objective": "ship"}]],
    "rewards_due.*.objective": ["rnd"],
    "shared_objectives": [[{"period": 1, "objective": "ship"}]],
    "start_pairs": [[{"a": "ship", "b": 0}]],
}
"""Values that a few random matches may not come to."""
OVERLAPS = """() => [...here.querySelectorAll(':scope > svg')].flatMap((svg) => {
  const boxes = [...svg.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()]).filter(([, box]) => box.width);
  const inside = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  return boxes.flatMap(([words, box], at) => boxes.slice(at + 1).filter(([, other]) => inside(box, other)).map(([others]) => `${words} | ${others}`));
})"""


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_drawing_shows_what_the_view_has(canvas, seats, options):
    assert canvas.wrong_fields(views(GAME, seats, options, seed=seats, number=50)) == []


@pytest.mark.parametrize(("seats", "options"), FULLEST)
def test_every_public_field_changes_the_drawing(canvas, seats, options):
    positions = [view for seed in (1, 2) for view in views(GAME, seats, options, seed, number=20)]
    positions += views(GAME, seats, {}, seed=4, number=5)
    there = {pattern(path) for view in positions for path, _ in leaves(view)}
    others = {name: values for name, values in ELSEWHERE.items() if name in there}
    plan = changes(positions, canvas.undrawn(GAME), others)
    assert [name for view, planned in plan if planned for name in canvas.unseen(view, planned)] == []


@pytest.mark.parametrize(("seats", "options"), FULLEST)
def test_whole_positions_show_the_order_of_the_bag(canvas, seats, options):
    states = islice(walk(GAME, seats, options, seed=seats), 0, None, 40)
    wholes = [{key: value for key, value in state.to_dict().items() if "seed" not in key} for state in states]
    assert canvas.wrong_fields(wholes) == []


@pytest.mark.parametrize(("seats", "options"), FULLEST)
def test_no_text_is_cut_off_or_lies_over_another(canvas, seats, options):
    for view in views(GAME, seats, options, seed=7, number=12):
        assert canvas.cut(view) == []
        assert canvas.page.evaluate(OVERLAPS) == []


@pytest.mark.parametrize(("seats", "options"), FULLEST)
def test_regions_show_the_influence_that_the_rules_would_score(canvas, seats, options):
    canvas.load(GAME)
    for state in islice(walk(GAME, seats, options, seed=seats), 0, None, 25):
        canvas.cut(state.view(None))
        drawn = canvas.page.evaluate("[...here.querySelectorAll('[data-standing]')].map((one) => one.dataset.standing)")
        rivals = range(max(seats, 2))
        sums = {(at, seat): influence.of(state, seat, at) for at in range(4) for seat in rivals}
        sums |= {(at, -1): influence.foreign(state, at) for at in range(4)}
        assert sorted(drawn) == sorted(f"{at} {seat} {total}" for (at, seat), total in sums.items() if total)
