"""Shared views say what fresh ones say, though most of them was made for earlier positions, of this match or others."""

import copy
import random

import pytest

from engine.core import parts
from engine.core.parts import Parts, SharedDict, SharedList
from tests.contract.cases import Case, cases, one_per_seat_count, walk

MATCHES = 3
"""Random matches per way to play, each position seen by everybody."""


def match_of(case: Case, seed: int):
    """Every position of a random match."""
    return walk(case.new(seed), random.Random(seed))


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_a_shared_view_is_the_view(case: Case):
    for match in range(MATCHES):
        for state, _ in match_of(case, 31 + match):
            for seat in (None, *range(case.seats)):
                assert state.shared_view(seat) == state.view(seat)


FOLLOWS = {"perks": "factories"}
"""Fields that follow from another one, which is in the key."""


class Watched:
    """An object that notes which of its fields are read."""

    def __init__(self, real):
        self.__dict__["_real"], self.__dict__["_read"] = real, set()

    def __getattr__(self, name):
        self._read.add(FOLLOWS.get(name, name))
        return getattr(self._real, name)


def fields_read(work, of):
    """What a function reads of its arguments, those that are objects with fields."""
    watched = [Watched(one) if hasattr(type(one), "__slots__") and not isinstance(one, Plain) else one for one in of]
    work(*watched)
    return [sorted(one._read) for one in watched if isinstance(one, Watched)]


Plain = int | str | tuple | list | dict


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_a_key_names_all_that_its_part_is_made_of(case: Case, monkeypatch):
    seen = set()

    def compared(kind, _shared, *of):
        for made, named in zip(fields_read(kind.make, of), fields_read(kind.key, of), strict=True):
            seen.update(made)
            assert set(made) <= set(named)
        return kind.make(*of)

    monkeypatch.setattr(Parts, "__call__", compared)
    for at, (state, _) in enumerate(match_of(case, 3)):
        if at % 10 == 0:
            state.shared_view(state.to_act)
    assert len(seen) > 10


@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_option_is_shared_truly(case: Case):
    for at, (state, _) in enumerate(match_of(case, 41)):
        if at % 5 == 0:
            assert state.shared_view(state.to_act) == state.view(state.to_act)


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_a_fresh_view_can_be_changed_without_harm(case: Case):
    state = next(state for at, (state, _) in enumerate(match_of(case, 5)) if at == 20)
    shared = copy.deepcopy(state.shared_view(0))
    for fresh in (state.view(0), state.to_dict()):
        for key, value in fresh.items():
            assert not isinstance(value, SharedDict | SharedList), key
            spoil(value)
    assert state.shared_view(0) == shared
    assert state.view(0) == shared


def spoil(value):
    """Empty everything inside."""
    if isinstance(value, dict):
        for inner in value.values():
            spoil(inner)
        value.clear()
    elif isinstance(value, list):
        for inner in value:
            spoil(inner)
        value.clear()


def test_parts_are_made_once_and_not_kept_for_ever(monkeypatch):
    monkeypatch.setattr(parts, "MOST_KEPT", 3)
    made = []

    def make(number):
        made.append(number)
        return {"number": number}

    kind = Parts(make, key=int)
    for number in (1, 2, 1, 2, 3):
        assert kind(True, number) == {"number": number}
    assert made == [1, 2, 3]
    assert kind(True, 1) is kind(True, 1)
    assert kind(False, 1) is not kind(False, 1)
    for number in range(100):
        kind(True, number)
    assert len(kind._kept) <= 3


def test_a_list_is_shared_as_a_whole():
    rows = Parts(lambda row: [{"worker": one} for one in row], key=tuple)
    order = list(range(5))
    random.Random(1).shuffle(order)
    assert rows(True, order) is rows(True, tuple(order))
    assert isinstance(rows(True, order), SharedList)
