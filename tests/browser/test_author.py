"""An author's first hour in a real browser, against the whole arena as real processes."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select

from arena.db.models import Bot, Match, MatchSeat, MatchState, SetKind, TableSet
from arena.replays import local_key
from tests.browser.chromium import visit
from tests.services.cluster import Cluster, Part, await_until

ROOT = Path(__file__).parents[2]
PASSWORD = "plum blossom in snow"


def rated_match(running: Cluster, name: str) -> int | None:
    """The rated match this bot plays right now."""
    with running.database.read() as session:
        return session.scalar(
            select(Match.id)
            .join(MatchSeat, MatchSeat.match_id == Match.id)
            .join(Bot, Bot.id == MatchSeat.bot_id)
            .join(TableSet, TableSet.id == Match.set_id)
            .where(Bot.name == name, Match.state == MatchState.RUNNING, TableSet.kind == SetKind.RATED)
        )


@contextmanager
def held(part: Part) -> Iterator[None]:
    """The process stands still for the block, so that nothing is over before somebody has looked."""
    part.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        part.signal(signal.SIGCONT)


def sign_up(page: Page, name: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My bots")


def new_bot(page: Page, name: str) -> str:
    """Make a bot on one's own page; its token, as the copy button puts it on the clipboard."""
    page.goto("/account")
    made = page.locator("form", has=page.get_by_role("button", name="Create bot"))
    made.get_by_label("Name").fill(name)
    made.get_by_role("button").click()
    shown = page.locator("#token").inner_text().strip()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    token: str = page.evaluate("navigator.clipboard.readText()")
    assert token == shown
    return token


def start_starter(running: Cluster, name: str, token: str, gateway: str) -> Part:
    """The starter bot, with the token and nothing else."""
    script = (ROOT / "bots" / "python" / "random_bot.py").read_text("utf-8")
    return running.start_bot(name, token, gateway, script)


def test_from_signing_up_to_a_verified_replay(browser: Browser, arena, tmp_path):
    running, site, gateway = arena
    allowed = ["clipboard-read", "clipboard-write"]
    with visit(browser, site, permissions=allowed) as aki, visit(browser, site) as onlooker:
        page, table = aki.page(), onlooker.page()
        sign_up(page, "aki")
        token = new_bot(page, "kaede")

        page.get_by_role("link", name="I've saved it").click()
        page.goto("/bots/kaede")
        expect(page.locator("main")).to_contain_text("never connected")

        page.goto("/")
        follow(table, "/seasons/nippon-2/leaderboard")
        expect(table.locator("tbody")).not_to_contain_text("kaede")
        bot = start_starter(running, "kaede", token, gateway)
        match_id = await_until(lambda: rated_match(running, "kaede"), "kaede plays its first rated match", running)
        with held(bot):
            watched = page.get_by_role("link", name=f"Match {match_id}")
            expect(watched).to_be_visible()  # it appears on the open page by itself
            watched.first.click()
            expect(page.locator("main")).to_contain_text("being played")
            expect(page.locator("main")).to_contain_text("kaede")  # one's own bot is named to oneself
            expect(page.locator("[data-streaming=yes]")).to_be_attached()
            page.evaluate("window.stayed = true")
        score = page.locator("main").get_by_role("heading", name="Score sheet")
        expect(score).to_be_visible()
        assert page.evaluate("window.stayed"), "the result came without loading the page again"

        await_until(lambda: _replay_is_open(running, match_id), "the whole set is done", running)
        expect(table.locator("tbody tr", has_text="kaede").locator("td").last).to_have_text(
            re.compile("^[1-9]")
        )  # sets
        assert table.evaluate("window.stayed"), "the ladder moved without loading the page again"
        page.goto(f"/matches/{match_id}")
        with page.expect_download() as loading:
            page.get_by_role("link", name="Download the replay").click()
        file = tmp_path / loading.value.suggested_filename
        loading.value.save_as(file)
        assert verified(running, file) == 0

        page.goto("/bots/kaede")
        expect(page.locator("main")).to_contain_text("online kaede")
        expect(page.get_by_role("link", name=f"Match {match_id}")).to_be_visible()
        bot.stop()


def follow(page: Page, path: str) -> None:
    """Open a page with a live part, until its stream is open; `window.stayed` tells whether it was loaded again."""
    page.goto(path)
    expect(page.locator("[data-streaming=yes]")).to_be_attached()
    page.evaluate("window.stayed = true")


def _replay_is_open(running: Cluster, match_id: int) -> bool:
    with running.database.read() as session:
        state = session.scalar(
            select(TableSet.state).join(Match, Match.set_id == TableSet.id).where(Match.id == match_id)
        )
        return state is not None and state.value == "done"


def verified(running: Cluster, file: Path) -> int:
    key = local_key(running.folder / "signing.pem").public
    command = [sys.executable, "-m", "arena.cli", "replay", "verify", str(file), "--key", key]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=dict(os.environ))
    assert done.returncode == 0, done.stdout + done.stderr
    return done.returncode
