"""A board that is followed: it grows, leaves readers where they look, and ends with what there is to say. Frames are written as workers write them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from redis import Redis
from sqlalchemy import select

from arena.db.database import Database, upgrade, utcnow
from arena.db.models import Match, MatchState
from arena.matches import Chosen, Fault, MatchSpec, steps
from arena.transport import keys, live_frames
from arena.viewer.live import LiveCourse, ending_of
from tests.browser.chromium import PATIENCE_MS, visit
from tests.services.servers import RedisServer, redis_server
from tests.web.served import Served
from tests.web.world import World, make

Entry = dict[str, Any]


@pytest.fixture(scope="module")
def course() -> tuple[Entry, list[Entry], Entry]:
    """Head, steps and end of a match of Nippon, in which the second seat runs out of time."""
    spec = MatchSpec("nippon", 2, seed=3, hidden_seed=4)
    loop, recorder = steps(spec), LiveCourse(spec)
    try:
        ask = next(loop)
        while True:
            late = len(ask.log) > 60 and ask.seat == 1
            ask = loop.send(Fault("timeout", seat=1) if late else Chosen(0))
    except StopIteration as over:
        record = over.value
    return recorder.head, recorder.catch_up(record.decisions, None), ending_of(record)


@pytest.fixture(scope="module")
def running_redis(tmp_path_factory) -> Iterator[RedisServer]:
    with redis_server(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def redis(running_redis) -> Iterator[Redis]:
    with running_redis.client() as client:
        client.flushall()
        yield client


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def world(folder) -> Iterator[World]:
    database = Database(f"sqlite:///{folder}/arena.db")
    upgrade(database)
    yield make(database, sets=1)
    database.close()


@pytest.fixture(scope="module")
def site(folder, world, running_redis) -> Iterator[Served]:
    running = Served(folder, running_redis)
    yield running
    running.end()


@pytest.fixture
def match_id(world) -> Iterator[int]:
    """A match that is being played, as it was before the test."""
    yield world.running_match
    with world.database.write() as session:
        match = session.get_one(Match, world.running_match)
        match.state, match.reason, match.finished_at = MatchState.RUNNING, None, None


def add(redis: Redis, name: int | str, *entries: Entry, head: Entry | None = None) -> None:
    with redis.pipeline() as pipe:
        if head is not None:
            live_frames.begin(pipe, str(name), head)
        live_frames.append(pipe, str(name), entries)
        pipe.execute()


def end(world: World, match_id: int, state: MatchState, reason: str | None = None) -> None:
    with world.database.write() as session:
        match = session.get_one(Match, match_id)
        match.state, match.reason, match.finished_at = state, reason, utcnow()


def at(page: Page, step: int, length: int) -> None:
    """Wait until the page shows that step."""
    expect(page.locator(".viewer-now .where")).to_have_text(re.compile(rf"Step {step} of {length}\b"))


def test_a_reader_who_steps_back_stays_there_until_they_follow_again(browser: Browser, site, redis, match_id, course):
    head, frames, _ = course
    add(redis, match_id, *frames[:20], head=head)
    with visit(browser, site.address) as person:
        page = person.page()
        page.goto(f"/matches/{match_id}")
        at(page, 20, 20)
        live = page.get_by_role("button", name="Live")
        expect(live).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".viewer-moves [data-step='0']")).to_have_count(1)
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        add(redis, match_id, *frames[20:30])
        at(page, 18, 30)
        expect(live).to_have_attribute("aria-pressed", "false")
        assert "step=18" in page.url or page.wait_for_url("**step=18**") is None
        live.click()
        at(page, 30, 30)
        add(redis, match_id, *frames[30:34])
        at(page, 34, 34)
        assert "step=" not in page.url or page.wait_for_url(re.compile(r"/matches/\d+$")) is None


def test_clocks_run_for_the_seat_that_thinks(browser: Browser, site, redis, match_id, course):
    head, frames, _ = course
    shown = [{**frame} for frame in frames[:8]]
    shown[-1]["used"] = [65_000, 4_000]
    add(redis, match_id, *shown, head=head)
    with visit(browser, site.address) as person:
        page = person.page()
        page.goto(f"/matches/{match_id}")
        at(page, 8, 8)
        clocks = page.locator(".viewer-clocks > span")
        running = page.locator(".viewer-clocks [data-runs] b")
        expect(running).to_have_count(1)
        resting = clocks.and_(page.locator(":not([data-runs])")).locator("b")
        before = running.inner_text()
        assert {before, resting.inner_text()} & {"1:05", "0:04"}
        expect(running).not_to_have_text(before)


def test_the_end_brings_the_result_and_says_who_was_out(browser: Browser, site, world, redis, match_id, course):
    head, frames, ending = course
    add(redis, match_id, *frames[:20], head=head)
    with visit(browser, site.address) as person:
        page = person.page()
        page.goto(f"/matches/{match_id}")
        at(page, 20, 20)
        end(world, match_id, MatchState.FINISHED)
        add(redis, match_id, *frames[20:], ending)
        at(page, len(frames), len(frames))
        expect(page.locator(".viewer-now .over")).to_contain_text(f"1st Seat 1 {ending['result']['scores'][0]}")
        expect(page.locator(".viewer-notice")).to_have_text(
            "Seat 2 is out (connected, but its time ran out): a stand-in plays on for it."
        )
        expect(page.get_by_role("button", name="Live")).to_be_hidden()
        expect(page.locator(".viewer-clocks")).to_be_hidden()
        page.get_by_label("Whose eyes").select_option("all")
        expect(page.locator(".viewer-message")).to_contain_text("opens when all matches of its set are over")
        person.troubles.clear()  # the browser notes the refusal


def test_a_match_that_becomes_void_says_so_and_why(browser: Browser, site, world, redis, match_id, course):
    head, frames, _ = course
    add(redis, match_id, *frames[:20], head=head)
    with visit(browser, site.address) as person:
        page = person.page()
        page.goto(f"/matches/{match_id}")
        at(page, 20, 20)
        end(world, match_id, MatchState.VOID, "the gateway of a bot died")
        expect(page.locator(".viewer-notice")).to_have_text(
            "This match is void: the gateway of a bot died. It is played again."
        )
        at(page, 20, 20)
        page.reload()
        expect(page.locator("main")).to_contain_text("There is no board: this match is void and is played again.")


def test_another_worker_that_takes_over_leaves_readers_where_they_are(browser: Browser, site, redis, match_id, course):
    head, frames, _ = course
    add(redis, match_id, *frames[:20], head=head)
    with visit(browser, site.address) as person:
        page = person.page()
        page.goto(f"/matches/{match_id}?step=7")
        at(page, 7, 20)
        add(redis, match_id, *frames[:25], head=head)
        at(page, 7, 25)


def test_a_reader_without_a_stream_asks_again_and_again(browser: Browser, site, world, redis, match_id, course):
    head, frames, ending = course
    add(redis, match_id, *frames[:20], head=head)
    context = browser.new_context(base_url=site.address)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.route(re.compile("/streams/.*frames"), lambda route: route.fulfill(status=503, body="All streams are taken."))
    page.goto(f"/matches/{match_id}")
    at(page, 20, 20)
    add(redis, match_id, *frames[20:24])
    at(page, 24, 24)
    end(world, match_id, MatchState.FINISHED)
    add(redis, match_id, *frames[24:], ending)
    expect(page.locator(".viewer-now .over")).to_contain_text("1st Seat 1")
    context.close()


def test_a_match_that_nobody_wrote_frames_of_is_shown_from_its_recording(browser: Browser, site, world, redis):
    """House sets are over in a second, and have no live frames."""
    with world.database.write() as session:
        other = select(Match).where(Match.set_id == world.done_set, Match.id != world.done_match)
        match = session.scalars(other).first()
        match.state, match_id = MatchState.RUNNING, match.id
    context = browser.new_context(base_url=site.address)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"/matches/{match_id}")
    expect(page.locator(".viewer-wait")).to_contain_text("The board is being set up.")
    with world.database.write() as session:
        session.get_one(Match, match_id).state = MatchState.FINISHED
    expect(page.locator(".viewer[data-ready]")).to_be_attached()
    expect(page.locator(".viewer-now .where")).to_contain_text("Step 0 of")
    page.keyboard.press("End")
    expect(page.locator(".viewer-now .over")).to_contain_text("1st")
    context.close()


def test_a_hidden_page_gives_its_stream_back_and_goes_on_when_it_is_seen(
    browser: Browser, site, redis, match_id, course
):
    head, frames, _ = course
    add(redis, match_id, *frames[:20], head=head)
    with visit(browser, site.address) as person:
        page = person.page()
        page.clock.install()
        page.goto(f"/matches/{match_id}")
        at(page, 20, 20)
        show(page, hidden=True)
        page.clock.run_for(11_000)
        add(redis, match_id, *frames[20:26])
        redis.delete(keys.watched(match_id))
        with page.expect_request(re.compile(r"/streams/.*/frames\?after=\w+%3A21$")):
            show(page, hidden=False)
        page.clock.run_for(5000)
        at(page, 26, 26)


def show(page: Page, *, hidden: bool) -> None:
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def test_the_next_match_of_a_show_table_waits_for_readers_who_look_back(browser: Browser, site, redis, course):
    head, frames, ending = course
    first = {**head, "names": ["shinobi", "kappa"]}
    add(redis, "show-nippon", *frames[:30], head=first)
    with visit(browser, site.address) as person:
        page = person.page()
        page.goto("/watch/nippon")
        at(page, 30, 30)
        expect(page.locator(".viewer-clocks")).to_have_count(0)
        add(redis, "show-nippon", *frames[30:], ending)
        at(page, len(frames), len(frames))
        expect(page.locator(".viewer-now .over")).to_contain_text("1st shinobi")
        page.keyboard.press("ArrowLeft")
        add(redis, "show-nippon", *frames[:4], head={**head, "names": ["ronin", "tanuki"]})
        add(redis, "show-nippon", *frames[4:6])
        with page.expect_response(re.compile("/games/nippon/catalog.json")):  # a round trip later it has not moved
            page.evaluate("() => fetch('/games/nippon/catalog.json').then((answer) => answer.text())")
        at(page, len(frames) - 1, len(frames))
        page.get_by_role("button", name="Live").click()
        at(page, 6, 6)
        expect(page.locator(".viewer-legend")).to_contain_text("tanuki")
        assert "step=" not in page.url


def test_the_front_page_shows_the_table_that_the_visitor_chose(browser: Browser, site, redis, course):
    head, frames, _ = course
    add(redis, "show-nippon", *frames[:30], head={**head, "names": ["shinobi", "kappa"]})
    with visit(browser, site.address) as person:
        page = person.page()
        page.goto("/?table=nippon")
        expect(page.get_by_role("heading", name="On the big table: Nippon")).to_be_visible()
        at(page, 30, 30)
        expect(page.locator("#table .viewer-board svg").first).to_be_visible()
        expect(page.locator("#table .viewer-legend")).to_contain_text("shinobi")
        add(redis, "show-nippon", *frames[30:32])
        at(page, 32, 32)
        page.get_by_role("link", name="Watch with all controls").click()
        page.wait_for_url("**/watch/nippon")
        at(page, 32, 32)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("?step=99999", r"This match has \d+ steps; this is the last\."),
        ("?step=abc", r"The address names no step; this is the start\."),
        (
            "?eyes=seat-7",
            r"there is no view 'seat-7' of this match; there are: public, seat-0, seat-1, all.* You see what",
        ),
    ],
)
def test_an_address_that_asks_for_what_is_not_there_says_so(browser: Browser, site, world, query, words):
    context = browser.new_context(base_url=site.address)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"/matches/{world.done_match}{query}")
    expect(page.locator(".viewer-message")).to_have_text(re.compile(words))
    expect(page.locator(".viewer-board svg").first).to_be_visible()
    context.close()


def test_other_eyes_of_a_match_whose_set_is_not_done_are_refused(browser: Browser, site, world):
    context = browser.new_context(base_url=site.address)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"/matches/{world.provisional_match}?eyes=all")
    expect(page.locator(".viewer-message")).to_contain_text("opens when all matches of its set are over")
    expect(page.locator(".viewer-board svg").first).to_be_visible()
    context.close()
