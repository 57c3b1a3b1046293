"""Positions and actions as numbers: they mean the same in every position, tell all that a view tells, and keep their places.

That they tell no more is tested with the views, in test_leaks.py.
"""

import json
import random
from hashlib import blake2b

import pytest

import engine
from engine import InvalidAction
from engine.core.encoding import CATEGORY, FLAG
from tests.contract.cases import Case, cases, one_per_seat_count, positions, present, walk

every_seat_count = pytest.mark.parametrize("case", one_per_seat_count(), ids=str)

LAYOUTS = {
    ("iki", 1): "88081ec77a0ba774",
    ("nippon", 1): "059e594c9fcba3d3",
    ("yokohama", 1): "1417c51d2c623050",
    ("zaibatsu", 1): "0b86cb1de7c14ec2",
}
"""By game and encoding version: the digest of its layouts. A new one needs a new version."""
VOCABULARIES = {
    ("iki", 1): "ef1f08e9f41eb711",
    ("nippon", 1): "4ba8c9415085b1a2",
    ("yokohama", 1): "f09e5435ac168326",
    ("zaibatsu", 2): "2ed4038da319c24e",
}
"""By game and rules version: the digest of its actions in the order of their numbers."""


def digest(value: object) -> str:
    return blake2b(json.dumps(value).encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_position_has_the_same_fields_with_values_in_bounds(case: Case):
    layout = engine.game(case.game).layout(case.seats)
    assert [field.start for field in layout.fields] == [
        sum(field.length for field in layout.fields[:n]) for n in range(len(layout.fields))
    ]
    assert len({field.name for field in layout.fields}) == len(layout.fields)
    for state in positions(case, 61, 8):
        for seat in range(case.seats):
            row = state.encode(seat)
            assert len(row) == layout.length
            for field in layout.fields:
                values = row[field.start : field.start + field.length]
                if field.kind == FLAG:
                    assert set(values) <= {0, 1}, field.name
                elif field.kind == CATEGORY:
                    assert all(0 <= value < field.size for value in values), field.name


@every_seat_count
def test_positions_that_look_different_have_different_rows(case: Case):
    views: dict[bytes, str] = {}
    for seed in range(2):
        for state, _ in walk(case.new(seed), random.Random(seed)):
            seen = json.dumps(state.view(0), sort_keys=True)
            assert views.setdefault(state.encode(0).tobytes(), seen) == seen
    assert len(views) > 50


@every_seat_count
def test_a_row_begins_with_the_seat_that_looks(case: Case):
    game = engine.game(case.game)
    to_act = game.layout(case.seats).field("to_act")
    for state in positions(case, 67, 5):
        assert state.to_act is not None
        for seat in range(case.seats):
            assert state.encode(seat)[to_act.start] == 1 + (state.to_act - seat) % case.seats
    with pytest.raises(KeyError):
        game.layout(case.seats).field("weather")


@every_seat_count
def test_the_mask_is_the_legal_list_by_number(case: Case):
    game = engine.game(case.game)
    for state in positions(case, 71, 12):
        mask = state.legal_mask()
        assert len(mask) == len(game.vocabulary)
        assert {game.action(number) for number, legal in enumerate(mask) if legal} == set(state.legal_actions())


@pytest.mark.parametrize("name", present())
def test_every_action_has_a_number_that_stays(name: str):
    game = engine.game(name)
    actions = list(game.vocabulary)
    assert [game.action_id(action) for action in actions] == list(range(len(actions)))
    assert all(game.action(number) is action for number, action in enumerate(actions))
    for number in (-1, len(actions)):
        with pytest.raises(InvalidAction, match=f"has actions 0 to {len(actions) - 1}"):
            game.action(number)
    assert digest([action.text for action in actions]) == VOCABULARIES[name, game.rules_version]


@pytest.mark.parametrize("name", present())
def test_fields_keep_their_places_as_long_as_the_version_stays(name: str):
    game = engine.game(name)
    layouts = [[tuple(field) for field in game.layout(seats).fields] for seats in game.seats]
    assert digest(layouts) == LAYOUTS[name, game.encoding_version]
