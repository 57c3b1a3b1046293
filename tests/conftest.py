"""Which tests run here, and the browser: Playwright's synchronous API can be open only once in a process."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import engine
from tests.browser.chromium import MISSING, chromium, program

HERE = Path(__file__).parent
DRIVEN = (HERE / "browser", HERE / "viewer")
"""Folders whose tests drive a browser."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests that drive a browser where there is no Chromium, and say so. Continuous integration fails instead.

    Tests that put something of their own into the engine's modules need the plain build: compiled functions call each other directly.
    """
    if engine.compiled:
        for item in items:
            if item.get_closest_marker("plain_engine"):
                item.add_marker(
                    pytest.mark.skip(reason="watches the inside of the engine, which a compiled one does not show")
                )
    if program() is None and not os.environ.get("CI"):
        for item in items:
            if any(item.path.is_relative_to(folder) for folder in DRIVEN):
                item.add_marker(pytest.mark.skip(reason=MISSING))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a module. While it is open an event loop runs in this thread: tests of other modules could not start theirs."""
    with chromium() as running:
        yield running
