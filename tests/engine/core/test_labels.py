"""Numbered names with labels."""

import copy
import pickle

import pytest

from engine.core.labels import Labelled


class Colour(Labelled):
    RED = "red"
    DARK_BLUE = "dark_blue"


def test_members_are_numbered_from_0_and_carry_their_label():
    assert [int(colour) for colour in Colour] == [0, 1]
    assert Colour.labels() == ("red", "dark_blue")
    assert Colour.of("dark_blue") is Colour.DARK_BLUE
    assert ("a", "b")[Colour.DARK_BLUE] == "b"
    assert isinstance(Colour.RED, Colour)


def test_an_unknown_label_is_refused():
    with pytest.raises(StopIteration):
        Colour.of("green")


def test_copies_are_the_member_itself():
    assert copy.deepcopy(Colour.RED) is Colour.RED
    assert pickle.loads(pickle.dumps(Colour.DARK_BLUE)) is Colour.DARK_BLUE
