"""A match between real bots is followed in the browser, through worker, Redis and site: its board grows and ends; and a show table plays."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, expect
from sqlalchemy import select

from arena.db.models import Match, MatchSeat, MatchState, Season, SetKind, TableSet
from tests.browser.chromium import visit
from tests.services.cluster import Cluster, await_until

THOUGHTFUL = """
import random, time
from pathlib import Path
from arena.sdk import Bot, run

class Thoughtful(Bot):
    def choose(self, decision):
        if Path({slow!r}).exists():
            time.sleep(0.5)
        return random.randrange(len(decision.legal))

run(Thoughtful())
"""


def running_match(cluster: Cluster, bot_id: int) -> int | None:
    with cluster.database.read() as session:
        mine = (
            select(Match.id)
            .join(TableSet)
            .join(MatchSeat)
            .where(MatchSeat.bot_id == bot_id, Match.state == MatchState.RUNNING, TableSet.kind == SetKind.RATED)
        )
        return session.scalars(mine).first()


def steps(where: Locator) -> int:
    return int(re.findall(r"of (\d+)", where.inner_text())[0])


def test_a_live_match_grows_and_ends(browser: Browser, arena, tmp_path: Path):
    cluster, site, gateway = arena
    slow = tmp_path / "slow"
    slow.touch()
    bot_id, token = cluster.new_bot("thoughtful", validated=True)
    with cluster.database.read() as session:
        season = session.scalars(select(Season.id)).first()
    cluster.enter(season, bot_id)
    part = cluster.start_bot("thoughtful", token, gateway, THOUGHTFUL.format(slow=str(slow)))
    try:
        match_id = await_until(lambda: running_match(cluster, bot_id), "a match of the bot runs", cluster)
        with visit(browser, site) as person:
            page = person.page()
            page.goto(f"/matches/{match_id}")
            where = page.locator(".viewer-now .where")
            expect(where).to_contain_text("Step")
            seen = await_until(lambda: steps(where), "the first moves are on the board", cluster)
            await_until(lambda: steps(where) > seen, "the board grows", cluster)
            clock = page.locator(".viewer-clocks [data-runs] b")
            expect(clock).to_have_text(re.compile(r"\d:\d\d"))
            slow.unlink()
            expect(page.locator(".viewer-now .over")).to_contain_text("1st")
            with cluster.database.read() as session:
                seats = select(MatchSeat.score).where(MatchSeat.match_id == match_id).order_by(MatchSeat.seat)
                scores = list(session.scalars(seats))
            for seat, score in enumerate(scores):
                expect(page.locator(".viewer-legend > span").nth(seat).locator("b")).to_have_text(str(score))
            expect(page.get_by_role("button", name="Live")).to_be_hidden()
            expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    finally:
        part.kill()


def test_the_front_page_shows_a_table_that_plays(browser: Browser, arena):
    cluster, site, _ = arena
    with visit(browser, site) as person:
        page = person.page()
        page.goto("/")
        expect(page.locator("#table .viewer-board svg").first).to_be_visible()
        where = page.locator("#table .viewer-now .where")
        seen = steps(where)
        await_until(lambda: steps(where) > seen, "the table plays", cluster)
        page.get_by_role("link", name="Watch", exact=True).click()
        page.get_by_role("main").get_by_role("link", name="IKI", exact=True).click()
        page.wait_for_url("**/watch/iki")
        expect(page.locator(".viewer-board svg").first).to_be_visible()
        here = page.locator(".viewer-now .where")
        await_until(lambda: steps(here) > 1, "there is something to step back from", cluster)
        page.keyboard.press("Home")
        expect(here).to_contain_text("Step 0 of")
        seen = steps(here)
        await_until(lambda: steps(here) > seen, "the table goes on", cluster)
        expect(here).to_contain_text("Step 0 of")
        page.get_by_role("button", name="Live").click()
        expect(here).not_to_contain_text("Step 0 of")
