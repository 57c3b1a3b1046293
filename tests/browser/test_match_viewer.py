"""The viewer on the site: a finished match from its page, by keys, curve and address; through other eyes; and nothing in anyone's way."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select

from arena.db.database import Database, upgrade
from arena.db.models import Match, MatchSeat, MatchState, PrivateNotes, TableSet
from tests.browser.chromium import SCREENS, Visit, visit
from tests.browser.test_every_page import AXE, barriers
from tests.services.servers import redis_server
from tests.web.served import Served
from tests.web.world import PASSWORD, World, make


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("viewer")


@pytest.fixture(scope="module")
def world(folder) -> Iterator[World]:
    database = Database(f"sqlite:///{folder}/arena.db")
    upgrade(database)
    yield make(database, sets=1)
    database.close()


@pytest.fixture(scope="module")
def site(folder, world) -> Iterator[Served]:
    with redis_server(folder / "redis") as redis:
        running = Served(folder, redis)
        yield running
        running.end()


@pytest.fixture(scope="module")
def finished(world) -> int:
    """A match whose set is done."""
    with world.database.read() as session:
        wanted = (
            select(Match.id).join(TableSet).where(Match.state == MatchState.FINISHED, TableSet.done_at.is_not(None))
        )
        return session.scalars(wanted.order_by(Match.id)).first() or 0


def watched(person: Visit, match_id: int, query: str = "") -> Page:
    page = person.page()
    page.goto(f"/matches/{match_id}{query}")
    expect(page.locator(".viewer[data-ready]")).to_be_attached()
    return page


def test_a_match_is_watched_from_its_page(browser: Browser, site: Served, finished: int):
    with visit(browser, site.address) as person:
        page = watched(person, finished)
        expect(page.locator(".viewer-board svg").first).to_be_visible()
        expect(page.locator("#moves")).not_to_have_attribute("open", "")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".viewer-now .where")).to_contain_text("Step 1 of")
        expect(page).to_have_url(re.compile(r"[?&]step=1\b"))
        page.keyboard.press("End")
        expect(page.locator(".viewer-now .over")).to_contain_text("1st")
        last = page.locator(".viewer-scrubber").get_attribute("max")
        expect(page).to_have_url(re.compile(rf"[?&]step={last}\b"))
        page.reload()
        expect(page.locator(".viewer-now .over")).to_contain_text("1st")


@pytest.mark.parametrize("screen", SCREENS)
def test_the_first_board_needs_no_scripts_and_stays_where_it_is_when_they_come(
    browser: Browser, site: Served, finished: int, screen
):
    with visit(browser, site.address, java_script_enabled=False, **SCREENS[screen]) as person:
        page = person.page()
        page.goto(f"/matches/{finished}")
        first = page.locator(".viewer-board svg").first
        expect(first).to_be_visible()
        place = first.bounding_box()
    with visit(browser, site.address, **SCREENS[screen]) as person:
        page = watched(person, finished)
        assert page.locator(".viewer-board").count() == 1
        now = page.locator(".viewer-board svg").first.bounding_box()
        assert now == pytest.approx(place, abs=1)


@pytest.mark.parametrize("screen", SCREENS)
def test_the_buttons_stay_where_they_are_however_long_the_sentence_is(
    browser: Browser, site: Served, finished: int, screen
):
    with visit(browser, site.address, **SCREENS[screen]) as person:
        page = watched(person, finished)
        place = page.locator(".viewer-play").bounding_box()
        tall = page.locator(".viewer-now").bounding_box()
        page.keyboard.press("End")
        expect(page.locator(".viewer-now .over")).to_be_visible()
        if screen == "phone":
            assert page.locator(".viewer-now").bounding_box()["height"] > tall["height"], "or nothing is tried here"
        assert page.locator(".viewer-play").bounding_box() == place


@pytest.mark.parametrize("screen", SCREENS)
def test_the_viewer_shuts_nobody_out(browser: Browser, site: Served, finished: int, screen):
    with visit(browser, site.address, bypass_csp=True, **SCREENS[screen]) as person:
        person.context.add_init_script(AXE)
        page = watched(person, finished, "?step=30")
        assert barriers(page) == []
        page.keyboard.press("?")
        expect(page.locator(".viewer-keys")).to_be_visible()
        assert barriers(page) == []


def test_other_eyes_are_fetched_when_they_are_chosen(browser: Browser, site: Served, finished: int):
    with visit(browser, site.address) as person:
        page = watched(person, finished, "?step=12")
        with page.expect_response(re.compile("frames/seat-0.json")) as answer:
            page.get_by_label("Whose eyes").select_option("seat-0")
        assert answer.value.status == 200
        expect(page).to_have_url(re.compile("eyes=seat-0"))
        expect(page.locator(".viewer-now .where")).to_contain_text("Step 12 of")


def signed_in(person: Visit, name: str) -> None:
    page = person.page()
    page.goto("/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main form button").click()
    page.wait_for_url("**/account")
    page.close()


def test_a_comment_stays_with_its_step(browser: Browser, site: Served, finished: int):
    with visit(browser, site.address) as person:
        signed_in(person, "aki")
        page = watched(person, finished, "?step=12&eyes=seat-1")
        page.keyboard.press("n")
        page.keyboard.type("Here it goes wrong.\n<i>Badly.</i>")
        page.keyboard.press("Tab")
        assert page.locator("#comment-step").input_value() == "12"
        page.locator(".viewer-forward").click()
        assert page.locator("#comment-step").input_value() == "12", "what is being written stays with its step"
        page.get_by_role("button", name="Add comment").click()
        expect(page.locator(".comment-body")).to_have_text("Here it goes wrong. <i>Badly.</i>")
        expect(page.locator(".viewer-now .where")).to_contain_text("Step 12 of")
        expect(page).to_have_url(re.compile("eyes=seat-1"))
        expect(page.locator(".viewer-marks span")).to_have_count(1)
        expect(page.locator(".viewer-speech")).to_contain_text("1 comment.")
        page.keyboard.press("Home")
        expect(page.locator(".comment-body")).to_be_hidden()
        assert page.locator("#comment-step").input_value() == "0"
        page.keyboard.press("k")
        expect(page.locator(".comment-body")).to_be_visible()
        expect(page.locator(".viewer-now .where")).to_contain_text("Step 12 of")


def test_the_owner_sees_notes_beside_the_steps_and_estimates_as_a_curve(browser: Browser, site: Served, world: World):
    seat = noted(world)
    with visit(browser, site.address) as person:
        signed_in(person, "aki")
        page = watched(person, world.challenge_match)
        page.get_by_role("button", name="Next note").click()
        expect(page.locator(".viewer-notes")).to_contain_text("akis-bot: A-PRIVATE-THOUGHT Estimate: 0.5")
        page.locator("[name=viewer-curve]").select_option("*value")
        expect(page.locator(".viewer-legend b").nth(seat)).to_have_text("0.5")
        expect(page.locator(".viewer-legend b").nth(1 - seat)).to_have_text("–")
        page.keyboard.press("End")
        expect(page.locator(".viewer-notes")).to_contain_text("No note on this step.")
        expect(page.locator(".viewer-legend b").nth(seat)).to_have_text("-1")
    with visit(browser, site.address) as person:
        signed_in(person, "root")
        page = watched(person, world.challenge_match)
        expect(page.locator(".viewer-notes")).to_have_count(0)
        assert "PRIVATE" not in page.content()


def noted(world: World) -> int:
    """aki's bot had something to say about its first and third decision; its seat."""
    with world.database.write() as session:
        wanted = select(MatchSeat.seat).where(MatchSeat.match_id == world.challenge_match)
        seat = session.scalars(wanted.where(MatchSeat.bot_id == world.bots["akis-bot"])).one()
        notes = [[0, "A-PRIVATE-THOUGHT", 0.5], [2, "", -1]]
        session.add(PrivateNotes(match_id=world.challenge_match, seat=seat, notes=notes))
    return seat


CURRENT_IN_SIGHT = """() => {
    const frame = document.querySelector(".viewer-moves").getBoundingClientRect();
    const move = document.querySelector(".viewer-moves [aria-current]").getBoundingClientRect();
    return move.top >= frame.top && move.bottom <= frame.bottom;
}"""


def test_the_list_of_moves_shows_the_current_one(browser: Browser, site: Served, finished: int):
    with visit(browser, site.address) as person:
        page = watched(person, finished)
        for key in ("End", "ArrowLeft", "Home", "]", "]", "End"):
            page.keyboard.press(key)
            page.wait_for_function(CURRENT_IN_SIGHT)
        page = watched(person, finished, "?step=99999")
        page.wait_for_function(CURRENT_IN_SIGHT)


SMALL = """limit => [...document.querySelectorAll(".viewer-board text")].filter(text => {
    const at = text.getScreenCTM(), size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(at.b, at.d);
    return /[A-Za-z]{2}/.test(text.textContent) && size < limit;
}).map(text => text.textContent)"""


CHANGE_IN_SIGHT = """() => {
    const frame = document.querySelector(".viewer-board").getBoundingClientRect();
    return [...document.querySelectorAll(".viewer-board [data-changed]")].some(piece => {
        const box = piece.getBoundingClientRect();
        return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
    });
}"""


def test_a_board_on_a_phone_can_be_read_when_it_is_enlarged(browser: Browser, site: Served, finished: int):
    with visit(browser, site.address, **SCREENS["phone"]) as person:
        page = watched(person, finished, "?step=12")
        assert page.evaluate(SMALL, 9), "or nobody needs the button"
        button = page.get_by_role("button", name="Zoom")
        button.tap()
        expect(button).to_have_attribute("aria-pressed", "true")
        assert page.evaluate(SMALL, 9) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the frame scrolls, not the page"
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        page.wait_for_function(CHANGE_IN_SIGHT)
        page.keyboard.press("z")
        expect(button).to_have_attribute("aria-pressed", "false")
    with visit(browser, site.address, **SCREENS["desktop"]) as person:
        expect(watched(person, finished).get_by_role("button", name="Zoom")).to_be_hidden()


def test_a_screen_reader_hears_each_step_and_is_not_flooded_while_it_plays(
    browser: Browser, site: Served, finished: int
):
    with visit(browser, site.address) as person:
        page = watched(person, finished)
        spoken = page.locator(".viewer-speech")
        expect(spoken).to_have_attribute("aria-live", "polite")
        page.keyboard.press("ArrowRight")
        expect(spoken).to_have_text(re.compile(r"^Step 1 of \d+.*: .+\.$"))
        spoken.evaluate("""place => {
            place.dataset.heard = 0;
            new MutationObserver(() => place.dataset.heard++).observe(place, {childList: true});
        }""")
        page.get_by_label("Speed").select_option("8")
        page.get_by_role("button", name="Play").click()
        expect(page.locator(".viewer-now .where")).to_contain_text(re.compile("Step (2[0-9]|[3-9][0-9]) of"))
        page.get_by_role("button", name="Pause").click()
        step = page.locator(".viewer-scrubber").input_value()
        expect(spoken).to_contain_text(f"Step {step} of")
        steps = int(step) - 1
        assert int(spoken.get_attribute("data-heard") or 0) <= steps / 3, "a few sentences for many steps"
