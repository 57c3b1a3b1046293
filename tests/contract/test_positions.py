"""Positions and views: they round-trip, keep their shape, and hide what must be hidden."""

import json
import random
from collections.abc import Iterator
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any

import pytest

import engine
from engine import InvalidPosition
from tests.contract.cases import Case, cases, one_per_seat_count, played, positions, walk

every_case = pytest.mark.parametrize("case", cases(), ids=str)
every_seat_count = pytest.mark.parametrize("case", one_per_seat_count(), ids=str)


def through_json(value: dict[str, Any]) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(value))
    return copy


@every_case
def test_a_position_round_trips_and_plays_on_alike(case: Case):
    game = engine.game(case.game)
    for state in positions(case, 31, 12):
        again = game.from_dict(through_json(state.to_dict()))
        assert again.to_dict() == state.to_dict()
        assert again.digest() == state.digest()
        assert again.to_act == state.to_act
        assert again.legal_actions() == state.legal_actions()
        one, other = state.clone(), again
        for _ in walk(one, random.Random(2)):
            pass
        for _ in walk(other, random.Random(2)):
            pass
        assert one.digest() == other.digest()


UNORDERED = {"lost"}
"""Fields whose order says nothing; positions list them in the order of the data."""


@every_case
def test_a_restored_position_is_the_same_in_every_field_also_those_worked_out(case: Case):
    for state in positions(case, 51, 12):
        state.legal_actions()
        again = state.game.from_dict(through_json(state.to_dict()))
        again.legal_actions()
        assert list(differences(state, again, "state")) == []


def differences(one: Any, other: Any, path: str) -> Iterator[str]:
    """Where two states differ, by the fields of everything in them."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from differences(*pair, f"{path}[{number}]")
    elif type(one).__module__.startswith("engine.") and type(one).__eq__ is object.__eq__:
        for name in [] if one is other else fields_of(type(one)):
            pair = getattr(one, name), getattr(other, name)
            yield from differences(*(map(sorted, pair) if name in UNORDERED else pair), f"{path}.{name}")
    elif one != other:
        yield f"{path}: {one} and {other}"


def fields_of(kind: type) -> list[str]:
    """The names of an object's fields: slots, which a compiled class shows as attributes with a getter."""
    fields = MemberDescriptorType | GetSetDescriptorType
    return [name for base in kind.__mro__ for name, value in vars(base).items() if isinstance(value, fields)]


@every_case
def test_a_finished_position_round_trips(case: Case):
    state, _ = played(case, 32)
    again = state.game.from_dict(through_json(state.to_dict()))
    assert again.to_act is None
    assert again.outcome() == state.outcome()
    assert again.digest() == state.digest()


@every_case
def test_a_view_is_filled_to_a_position_that_gives_the_same_view(case: Case):
    game, rng = engine.game(case.game), random.Random(33)
    for state in positions(case, 33, 12):
        for seat in (None, *range(case.seats)):
            view = through_json(state.view(seat))
            filled = game.from_view(view, rng)
            assert filled.view(seat) == state.view(seat)
            assert filled.to_act == state.to_act
            if seat == state.to_act:
                assert filled.legal_actions() == state.legal_actions()


@every_seat_count
def test_forced_choices_can_be_taken_one_by_one_and_every_position_on_the_way_read_back(case: Case):
    picks, forced = random.Random(44), 0
    state, other = case.new(44), case.new(44)
    for _ in range(150):
        if other.to_act is None:
            break
        action = picks.choice(other.legal_actions())
        other.apply(action)
        state.apply(action, skip_forced=False)
        while state.to_act is not None and len(state.legal_actions()) == 1:
            again = state.game.from_dict(through_json(state.to_dict()))
            assert (again.digest(), again.legal_actions()) == (state.digest(), state.legal_actions())
            state.apply(state.legal_actions()[0], skip_forced=False)
            forced += 1
        assert state.digest() == other.digest()
    assert forced > 0


@every_seat_count
def test_a_redrawn_position_can_be_played_to_the_end(case: Case):
    rng = random.Random(34)
    for state in positions(case, 34, 6):
        redrawn = state.determinize(state.to_act, rng)
        assert redrawn.game.from_dict(through_json(redrawn.to_dict())).digest() == redrawn.digest()
        for _ in walk(redrawn, random.Random(3)):
            pass
        assert redrawn.outcome() is not None


@every_case
def test_a_view_is_the_position_with_parts_left_out(case: Case):
    for state in positions(case, 35, 12):
        whole = state.to_dict()
        for seat in (None, *range(case.seats)):
            view = state.view(seat)
            assert "seed" not in view
            assert "hidden_seed" not in view
            assert_part_of(view, whole, "")


def assert_part_of(part: Any, whole: Any, path: str) -> None:
    if isinstance(part, dict):
        for key, value in part.items():
            assert key in whole, f"{path}.{key} is in the view only"
            assert_part_of(value, whole[key], f"{path}.{key}")
    elif isinstance(part, list):
        assert len(part) == len(whole), f"{path} has another length in the view"
        for number, value in enumerate(part):
            assert_part_of(value, whole[number], f"{path}[{number}]")
    else:
        assert part == whole, f"{path} differs in the view"


@every_case
def test_a_position_is_shaped_like_a_message(case: Case):
    for state in positions(case, 36, 8):
        assert_shape(state.to_dict(), "")
        assert_shape(state.view(0), "")


def assert_shape(value: Any, path: str) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            assert isinstance(key, str)
            assert_shape(inner, f"{path}.{key}")
    elif isinstance(value, list):
        assert not any(isinstance(item, list) for item in value), f"{path} is a list of lists"
        assert len({type(item) for item in value}) <= 1, f"{path} mixes kinds"
        for item in value:
            assert_shape(item, f"{path}[]")
    else:
        assert type(value) in {int, bool, str}, f"{path} is a {type(value).__name__}"


@every_case
def test_what_lies_face_up_at_the_start_follows_from_the_public_seed_alone(case: Case):
    assert case.new(7, hidden_seed=1).view(None) == case.new(7, hidden_seed=2).view(None)
    assert case.new(7, hidden_seed=1).view(None) != case.new(8, hidden_seed=1).view(None)


@every_case
def test_what_is_hidden_follows_from_the_hidden_seed(case: Case):
    def hidden(hidden_seed: int) -> dict[str, Any]:
        position = case.new(7, hidden_seed).to_dict()
        del position["hidden_seed"]
        return position

    assert hidden(1) == hidden(1)
    assert hidden(1) != hidden(2)


@every_seat_count
def test_a_missing_field_is_named(case: Case):
    game = engine.game(case.game)
    whole = next(positions(case, 37, 1)).to_dict()
    for key in whole:
        cut = {name: value for name, value in whole.items() if name != key}
        if key.endswith("_size"):
            continue
        try:
            again = game.from_dict(cut)
        except InvalidPosition as wrong:
            assert key in str(wrong)
        else:
            assert again.to_dict() == whole, f"{key} was left out and something else was put in its place"


@every_seat_count
def test_a_field_that_does_not_exist_is_refused(case: Case):
    whole = case.new(38).to_dict()
    with pytest.raises(InvalidPosition, match="sake"):
        engine.game(case.game).from_dict({**whole, "sake": 3})


@every_seat_count
def test_a_wrong_value_anywhere_is_refused_by_the_name_of_its_field(case: Case):
    game, picks = engine.game(case.game), random.Random(39)
    whole = list(positions(case, 39, 3))[-1].to_dict()
    places = list(leaves(whole, ()))
    for place in picks.sample(places, min(150, len(places))):
        spoilt = through_json(whole)
        put(spoilt, place, [None])
        with pytest.raises(InvalidPosition) as caught:
            game.from_dict(spoilt)
        assert str(next(part for part in reversed(place) if isinstance(part, str))) in str(caught.value), place


def leaves(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from leaves(inner, (*path, number))
    else:
        yield path


def put(value: Any, path: tuple[str | int, ...], new: Any) -> None:
    for part in path[:-1]:
        value = value[part]
    value[path[-1]] = new


EDITS = 60


@every_seat_count
def test_an_edited_position_is_refused_by_name_or_can_be_played_to_the_end(case: Case):
    game, picks = engine.game(case.game), random.Random(41)
    for state in positions(case, 41, 6):
        for whole in (True, False):
            for _ in range(EDITS // 12):
                edited = through_json(state.to_dict() if whole else state.view(state.to_act))
                for _ in range(picks.randrange(1, 3)):
                    place = picks.choice(list(leaves(edited, ())))
                    put(edited, place, another(edited, place, picks))
                try:
                    made = game.from_dict(edited) if whole else game.from_view(edited, picks)
                except InvalidPosition as wrong:
                    assert ": " in str(wrong)
                    continue
                assert game.from_dict(through_json(made.to_dict())).to_dict() == made.to_dict(), place
                made.skip_forced()
                for _ in walk(made, picks):
                    pass
                assert made.outcome() is not None


def another(whole: Any, place: tuple[str | int, ...], picks: random.Random) -> Any:
    """A value of the same kind: what somebody editing by hand might put there."""
    value = inner_of(whole, place)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return picks.choice((value - 1, value + 1, 0, 1, 2, 99, 5000))
    found = (inner_of(whole, other) for other in leaves(whole, ()))
    return picks.choice([text for text in found if isinstance(text, str)])


def inner_of(value: Any, place: tuple[str | int, ...]) -> Any:
    for part in place:
        value = value[part]
    return value


@every_seat_count
def test_a_number_of_seats_that_cannot_be_is_the_field_that_is_named(case: Case):
    with pytest.raises(InvalidPosition, match=f"^seats: {case.game} is played with"):
        engine.game(case.game).from_dict({**case.new(42).to_dict(), "seats": 9})


@every_seat_count
def test_a_position_of_another_game_or_other_rules_is_refused(case: Case):
    whole = case.new(40).to_dict()
    game = engine.game(case.game)
    with pytest.raises(InvalidPosition, match="game"):
        game.from_dict({**whole, "game": "go"})
    with pytest.raises(InvalidPosition, match="rules_version"):
        game.from_dict({**whole, "rules_version": 10**6})
    for nonsense in (None, [], "x", {}):
        with pytest.raises(InvalidPosition):
            game.from_dict(nonsense)
