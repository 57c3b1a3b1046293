"""Whole arenas for the browser, each started once per test process."""

from collections.abc import Iterator

import pytest

from tests.browser.scene import Scene, served
from tests.services.cluster import Cluster, await_until, cluster


@pytest.fixture(scope="session")
def shared_arena(tmp_path_factory) -> Iterator[tuple[Cluster, str, str]]:
    """A running arena with one house bot on a ladder of Nippon (two would play each other all the time); the addresses of its site and its gateway."""
    with cluster(tmp_path_factory.mktemp("arena")) as running:
        running.ladder(running.house_team("random"))
        gateway = running.start_gateway()
        running.start_workers()
        announced = running.folder / "web.address"
        running.start("web", "web", "--web-port", "0", "--announce", str(announced))
        site = await_until(lambda: announced.exists() and announced.read_text(), "the site listens", running)
        yield running, site, gateway


@pytest.fixture
def arena(shared_arena) -> Iterator[tuple[Cluster, str, str]]:
    """The running arena. Bots that a test starts end with it: they would play each other beside all tests to come."""
    running = shared_arena[0]
    before = set(running.parts)
    yield shared_arena
    for name in set(running.parts) - before:
        running.parts.pop(name).kill()


@pytest.fixture(scope="session")
def scene(tmp_path_factory) -> Iterator[Scene]:
    """A lively arena that is looked at, not played in."""
    with served(tmp_path_factory.mktemp("scene")) as made:
        yield made
