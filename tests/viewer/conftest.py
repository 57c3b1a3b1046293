"""A page that can draw every game, once per test module."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.viewer.drawing import Easel, easel


@pytest.fixture(scope="module")
def canvas(browser: Browser) -> Iterator[Easel]:
    with easel(browser) as page:
        yield page
