"""The table of a running season follows its results while somebody looks at it: by a stream, and without one."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from arena.db.database import Database, upgrade
from arena.db.models import Round, RoundState, SeasonStage
from tests.arena.storage.league_world import League, hour, league
from tests.browser.chromium import visit
from tests.services.servers import redis_server
from tests.web.served import Served


@dataclass
class Season:
    """A league that is being played, and the site that shows it."""

    league: League
    base: str


@pytest.fixture
def season(tmp_path) -> Iterator[Season]:
    database = Database(f"sqlite:///{tmp_path}/arena.db")
    upgrade(database)
    made = league(database)
    made.enter("asa", "ume", "kiku")
    made.play(1, "asa", "ume")
    made.change(SeasonStage, made.stages[0], started_at=hour(1))
    made.change(Round, made.rounds[0, 1], ended_at=hour(1.6))
    made.round(2, state=RoundState.RUNNING)
    with redis_server(tmp_path / "redis") as redis:
        site = Served(tmp_path, redis)
        yield Season(made, site.address)
        site.end()
    database.close()


def standings(page: Page) -> list[str]:
    """Bots by place."""
    return page.locator("table.standings").first.locator("tbody th").all_inner_texts()


def stay(page: Page, path: str) -> None:
    """Open a page, and remember that it is this one."""
    page.goto(path)
    page.evaluate("window.stayed = true")


def test_standings_follow_results_by_a_stream(browser: Browser, season: Season):
    with visit(browser, season.base) as person:
        overview, tables = person.page(), person.page()
        stay(tables, "/seasons/spring/tables/1")
        stay(overview, "/seasons/spring")
        leader = "table.standings tbody tr:first-child th"
        for page in (tables, overview):
            expect(page.locator("[data-streaming=yes]")).to_be_attached()
            expect(page.locator(leader)).to_have_text("asa")
        expect(overview.locator(".round-now")).to_contain_text("0 of 0 tables")
        season.league.play(2, "kiku", "asa")
        season.league.play(2, "kiku", "ume")
        expect(overview.locator(leader)).to_have_text("kiku")
        expect(overview.locator(".round-now")).to_contain_text("2 of 2 tables")
        assert standings(overview) == ["kiku", "asa", "ume"]
        tables.bring_to_front()
        expect(tables.locator(leader)).to_have_text("kiku")
        assert all(page.evaluate("window.stayed") for page in (overview, tables))


def test_without_a_stream_the_page_asks_again(browser: Browser, season: Season):
    with visit(browser, season.base) as person:
        page = person.page()
        page.route("**/streams/**", lambda route: route.fulfill(status=503, body="All streams are taken."))
        answers: list[int] = []
        page.on("response", lambda told: answers.append(told.status) if "/live/" in told.url else None)
        stay(page, "/seasons/spring")
        season.league.play(2, "kiku", "asa")
        season.league.play(2, "kiku", "ume")
        expect(page.locator("table.standings tbody tr:first-child th")).to_have_text("kiku")
        assert page.evaluate("window.stayed")
        assert 200 in answers
        refused = ("503", "[object Event]")  # what the browser and htmx say of a stream that is refused
        person.troubles[:] = [one for one in person.troubles if not any(word in one for word in refused)]
