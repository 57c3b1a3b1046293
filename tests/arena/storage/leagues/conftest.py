"""A league with nothing in it yet, on both databases."""

import pytest

from tests.arena.storage.leagues.league_world import League


@pytest.fixture
def league(database) -> League:
    return League(database)
