"""Archives that do harm where somebody simply unpacks them do none here, and their author reads why."""

import os

import pytest

from arena.archives import limits
from tests.sandbox.tricks import TRICKS, by_the_arena, simply


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.name)
def test_an_archive_that_does_harm_elsewhere_does_none_here(trick, monkeypatch):
    monkeypatch.setattr(limits, "MOST_UNPACKED", 2**20)
    monkeypatch.setattr(limits, "MOST_FILES", 100)
    if trick.user or os.geteuid() == 0:
        assert simply(trick).escaped, "it could not fail"
    held = by_the_arena(trick)
    assert not held.escaped
    assert held.words != "unpacked" or trick.name == "a program that becomes its owner"
