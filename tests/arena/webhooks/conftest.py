"""The small arena of the site's tests, as a copy for each test."""

import pytest

from tests.web.conftest import cheap_passwords, played, world

__all__ = ["cheap_passwords", "played", "world"]


@pytest.fixture
def database(world):
    return world.database
