"""The page of a running match goes on to its end while somebody looks at it: state, facts, score sheet, replay."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select

from arena.db.database import Database, upgrade
from arena.db.models import Match, MatchState
from tests.browser.chromium import visit
from tests.services.servers import redis_server
from tests.web.served import Served
from tests.web.world import PASSWORD, World, make, play


@pytest.fixture
def world(tmp_path) -> Iterator[World]:
    database = Database(f"sqlite:///{tmp_path}/arena.db")
    upgrade(database)
    yield make(database, sets=1)
    database.close()


@pytest.fixture
def site(tmp_path, world) -> Iterator[Served]:
    with redis_server(tmp_path / "redis") as redis:
        running = Served(tmp_path, redis)
        yield running
        running.end()


def watch(page: Page, world: World) -> None:
    page.goto(f"/matches/{world.running_match}")
    page.evaluate("window.stayed = true")
    expect(page.locator("main .tag.running")).to_be_visible()
    expect(page.locator("[data-streaming=yes]")).to_be_attached()


def finish(world: World, match_id: int) -> None:
    with world.database.write() as session:
        session.get_one(Match, match_id).state = MatchState.QUEUED
    play(world.database, match_id)


@pytest.mark.parametrize("signed_in", [False, True], ids=["public", "signed in"])
def test_a_match_that_ends_is_finished_on_the_open_page(browser: Browser, site: Served, world: World, signed_in):
    with visit(browser, site.address) as person:
        page = person.page()
        if signed_in:
            page.goto("/sign-in")
            page.get_by_label("Name").fill("kei")
            page.get_by_label("Password", exact=True).fill(PASSWORD)
            page.locator("main form button").click()
            page.wait_for_url("**/account")
        watch(page, world)
        finish(world, world.running_match)
        expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
        expect(page.locator("main .tag.running")).to_have_count(0)
        expect(page.locator("h1 + .lead .tag.finished")).to_be_visible()
        ended = page.locator("dt", has_text="Ended").locator("xpath=following-sibling::dd[1]")
        expect(ended).to_contain_text("UTC")
        expect(page.locator("[data-streaming=yes]")).to_be_attached()  # the set is still being played
        with world.database.read() as session:
            other = select(Match.id).where(Match.set_id == world.running_set, Match.id != world.running_match)
            others = list(session.scalars(other))
        for match_id in others:
            finish(world, match_id)
        expect(page.get_by_role("link", name="Download the replay")).to_be_visible()
        expect(page.locator("[data-hx-get]")).to_have_count(0)
        assert page.evaluate("window.stayed"), "all of it without loading the page again"
        page.get_by_role("link", name="Show the moves").click()
        expect(page.locator("ol.moves li").first).to_be_visible()
