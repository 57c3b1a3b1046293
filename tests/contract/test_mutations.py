"""Every field of a position, changed by one: it is refused by the name of a field, or the match plays on within the rules."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import engine
from engine import InvalidPosition, State
from tests.contract.cases import BRIEF, Case, cases, one_per_seat_count, positions, walk

Place = tuple[str | int, ...]
EVERY = 60
"""Decisions between two positions of a match that are read back."""
SET_UP = {"game", "rules_version", "seats", "options", "seed", "hidden_seed"}
"""Fields that say which match it is; others tests change them."""


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_changed_field_is_refused_by_name_or_plays_on_within_the_rules(case: Case):
    picks = random.Random(str(case))
    among = list(clones(case, 5))
    try_every_field(picks.choice(among), picks, values=1)


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_every_field_takes_several_changes_at_several_points_of_a_match(case: Case):
    picks = random.Random(f"more {case}")
    for state in clones(case, 2 if BRIEF else 4):
        try_every_field(state, picks, values=1 if BRIEF else 3)


def clones(case: Case, wanted: int) -> Iterator[State]:
    for state in positions(case, 43, wanted):
        yield state.clone()


def try_every_field(state: State, picks: random.Random, values: int) -> None:
    """Change one place of every kind of field, one change at a time."""
    whole = state.to_dict()
    text = json.dumps(whole)
    kinds: dict[Place, list[Place]] = {}
    for place in places(whole, ()):
        if place[0] not in SET_UP:
            kinds.setdefault(tuple(0 if isinstance(part, int) else part for part in place), []).append(place)
    for of_a_kind in kinds.values():
        place = picks.choice(of_a_kind)
        changes = [value for value in others(whole, place, picks) if value != inner(whole, place)]
        for value in picks.sample(changes, min(values, len(changes))):
            changed = json.loads(text)
            put(changed, place, value)
            try_position(state.game, changed, picks, f"{place} = {value!r}")


def try_position(game: engine.Game, changed: dict[str, Any], picks: random.Random, what: str) -> None:
    try:
        state = game.from_dict(changed)
    except InvalidPosition as wrong:
        named = re.match(r"([a-z_0-9]+)(\[\d+\]|\.[a-z_0-9]+)*: .", str(wrong))
        assert named is not None and named[1] in changed, f"{what}: {wrong}"
        return
    for number, (position, _) in enumerate(walk(state, picks)):
        if number % EVERY == 0:
            same_again(position, what)
    same_again(state, what)
    assert state.outcome() is not None


def same_again(state: State, what: str) -> None:
    """What play leads to is accepted too: pieces are conserved, rounds within the cap, every question has a reason."""
    try:
        assert state.game.from_dict(state.to_dict()).digest() == state.digest(), what
    except InvalidPosition as wrong:
        raise AssertionError(f"{what} was accepted, and play led to: {wrong}") from None


def places(value: Any, path: Place) -> Iterator[Place]:
    """Every value and every list."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from places(part, (*path, key))
        return
    yield path
    if isinstance(value, list):
        for number, part in enumerate(value):
            yield from places(part, (*path, number))


def others(whole: Any, place: Place, picks: random.Random) -> list[Any]:
    """What somebody might put there instead."""
    value = inner(whole, place)
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1, value + 3, 0, 99]
    if isinstance(value, list):
        return [value[:-1], value[1:], [*value, value[0]], value[::-1]] if value else []
    texts = sorted({text for at in places(whole, ()) if isinstance(text := inner(whole, at), str)})
    return picks.sample(texts, min(5, len(texts)))


def inner(value: Any, place: Place) -> Any:
    for part in place:
        value = value[part]
    return value


def put(value: Any, place: Place, new: Any) -> None:
    inner(value, place[:-1])[place[-1]] = new
