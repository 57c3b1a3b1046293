"""Views made of parts that are kept say what fresh ones say, though most of them was made for earlier positions."""

import copy
import random

import pytest

from engine.core.parts import Part
from tests.contract.cases import Case, cases, one_per_seat_count, walk

MATCHES = 3
"""Random matches per way to play, each position seen by everybody."""
FOLLOWS = {"perks": "factories"}
"""Fields that follow from another one, which is in the key."""
Plain = int | str | tuple | list | dict


class Keeping:
    """Makes each part once."""

    def __init__(self):
        self.kept, self.asked = {}, 0

    def __call__(self, part: Part, *of):
        self.asked += 1
        key = (part, part.key(*of))
        if key not in self.kept:
            self.kept[key] = part.make(*of)
        return self.kept[key]


class Watched:
    """An object that notes which of its fields are read."""

    def __init__(self, real):
        self.__dict__["_real"], self.__dict__["_read"] = real, set()

    def __getattr__(self, name):
        self._read.add(FOLLOWS.get(name, name))
        return getattr(self._real, name)


def match_of(case: Case, seed: int):
    """Every position of a random match."""
    return walk(case.new(seed), random.Random(seed))


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_a_view_of_kept_parts_is_the_view(case: Case):
    take = Keeping()
    for match in range(MATCHES):
        for state, _ in match_of(case, 31 + match):
            for seat in (None, *range(case.seats)):
                assert state.view_of_parts(seat, take) == state.view(seat)
    assert len(take.kept) < take.asked / 4


@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_option_has_true_parts(case: Case):
    take = Keeping()
    for at, (state, _) in enumerate(match_of(case, 41)):
        if at % 5 == 0:
            assert state.view_of_parts(state.to_act, take) == state.view(state.to_act)


def fields_read(work, of):
    """What a function reads of its arguments, those that are objects with fields."""
    watched = [Watched(one) if hasattr(type(one), "__slots__") and not isinstance(one, Plain) else one for one in of]
    work(*watched)
    return [one._read for one in watched if isinstance(one, Watched)]


@pytest.mark.plain_engine
@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_a_key_names_all_that_its_part_is_made_of(case: Case):
    seen = set()

    def compared(part: Part, *of):
        for made, named in zip(fields_read(part.make, of), fields_read(part.key, of), strict=True):
            seen.update(made)
            assert made <= named, part.field
        return part.make(*of)

    for at, (state, _) in enumerate(match_of(case, 3)):
        if at % 10 == 0:
            state.view_of_parts(state.to_act, compared)
    assert len(seen) > 10


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_a_view_can_be_changed_without_harm(case: Case):
    state = next(state for at, (state, _) in enumerate(match_of(case, 5)) if at == 20)
    before = copy.deepcopy(state.view(0))
    spoil(state.view(0))
    spoil(state.to_dict())
    assert state.view(0) == before


def spoil(value):
    """Empty everything inside."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            spoil(inner)
        value.clear()
