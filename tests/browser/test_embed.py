"""A match in a frame on a page of another site: it fits, it can be played, and nothing else of the site can be framed."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Frame, Page, expect
from sqlalchemy import select

from arena.db.database import Database, upgrade
from arena.db.models import Match, MatchState, TableSet
from tests.services.servers import redis_server
from tests.web.served import Served
from tests.web.world import World, make

PUBLIC = "https://arena.example"
HEARD = """
<script>window.heard = []; addEventListener("message", ({ data }) => heard.push(data));</script>
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_args: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def world(tmp_path_factory) -> Iterator[tuple[World, Path]]:
    folder = tmp_path_factory.mktemp("embed")
    database = Database(f"sqlite:///{folder}/arena.db")
    upgrade(database)
    yield make(database, sets=1), folder
    database.close()


@pytest.fixture(scope="module")
def site(world) -> Iterator[Served]:
    folder = world[1]
    with redis_server(folder / "redis") as redis:
        running = Served(folder, redis, public_url=PUBLIC)
        yield running
        running.end()


@pytest.fixture(scope="module")
def finished(world) -> int:
    with world[0].database.read() as session:
        done = select(Match.id).join(TableSet).where(Match.state == MatchState.FINISHED, TableSet.done_at.is_not(None))
        return session.scalars(done.order_by(Match.id)).first() or 0


@pytest.fixture
def elsewhere(tmp_path) -> Iterator[tuple[Path, str]]:
    """Another site: a folder, and its address on another port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield tmp_path, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def framed(page: Page, address: str) -> Frame:
    page.goto(address)
    frame = page.query_selector("iframe").content_frame()
    frame.wait_for_selector("[data-ready]")
    return frame


def test_the_code_of_the_match_page_shows_the_match_elsewhere(browser: Browser, site, finished, elsewhere):
    folder, address = elsewhere
    context = browser.new_context(viewport={"width": 700, "height": 800})
    page = context.new_page()
    page.goto(f"{site.address}/matches/{finished}")
    code = page.locator("#embed-code").text_content()
    assert f"{PUBLIC}/embed/matches/{finished}" in code
    here = code.replace(PUBLIC, site.address).replace(f"matches/{finished}", f"matches/{finished}?theme=dark")
    (folder / "post.html").write_text(f"<!doctype html>{HEARD}<h1>My match</h1>{here}", "utf-8")
    frame = framed(page, f"{address}/post.html")
    assert frame.evaluate("document.documentElement.dataset.theme") == "dark"
    fits = "() => document.documentElement.scrollHeight <= innerHeight + 1 && innerHeight > 400 && innerHeight !== 900"
    frame.wait_for_function(fits)
    frame.locator(".viewer-last").click()
    expect(frame.locator(".viewer-now .over")).to_contain_text("1st")
    page.wait_for_function("() => heard.some((one) => one.type === 'over' && one.source === 'meiji-arena')")
    assert {"ready", "step", "size"} <= set(page.evaluate("heard.map((one) => one.type)"))
    page.set_viewport_size({"width": 1200, "height": 800})
    frame.wait_for_function(fits)
    context.close()


@pytest.mark.parametrize("path", ["/matches/{}", "/", "/embed/matches/999999", "/sign-in"])
def test_nothing_else_can_be_framed(browser: Browser, site, finished, elsewhere, path):
    folder, address = elsewhere
    target = f"{site.address}{path.format(finished)}"
    (folder / "trap.html").write_text(f'<!doctype html><iframe src="{target}"></iframe>', "utf-8")
    page = browser.new_page()
    page.goto(f"{address}/trap.html")
    page.wait_for_load_state("networkidle")
    frame = page.query_selector("iframe").content_frame()
    assert not frame.url.startswith(site.address), "a page of the site was shown in a frame"
    page.close()
