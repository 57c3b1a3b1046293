"""A bot is handed in, and the arena does the rest: sandbox, token, validation, rated matches; its crashes and the runner's death cost nothing."""

import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from arena.access.credentials import create_author_token
from arena.access.viewers import operator, viewer
from arena.accounts.commands import create_account
from arena.archives.packing import pack
from arena.archives.reading import inspect
from arena.db.models import Account, Bot, BotVersion, Match, MatchSeat, MatchState, Role, SetKind, TableSet
from arena.submissions import commands, runs
from tests.sandbox.test_sandbox import missing
from tests.services import hosted_programs
from tests.services.archives import bot_zip
from tests.services.cluster import Cluster, await_until, cluster

pytestmark = pytest.mark.skipif(bool(why := missing()), reason=f"no sandbox on this machine: {why}")

STARTER = Path(__file__).parents[2] / "bots" / "python"
PASSWORD = "correct horse battery staple"
PROGRAM = """
import os, random, sys
from arena.sdk import Bot, run

class Any(Bot):
    version = "what it says itself"
    def choose(self, decision):
        print("chose", file=sys.stderr, flush=True)
        if os.path.exists("/bot/crash.txt") and random.random() < 0.02:
            os._exit(9)
        return random.randrange(len(decision.legal))

run(Any())
"""
"""With a file crash.txt it ends in the middle of matches."""


def hand_in(running: Cluster, name: str, version: str = "1.0", **files: str) -> None:
    found = inspect(
        bot_zip(name, version, PROGRAM, **{path.replace("_txt", ".txt"): text for path, text in files.items()})
    )
    with running.database.write() as session:
        account = session.scalar(select(Bot.team_id).where(Bot.name == name))
        who = operator("test") if account is not None else viewer(session, _account(session))
        commands.submit(session, who, found, quota_megabytes=10)


def _account(session) -> int:
    known = session.scalar(select(Account.id).where(Account.name == "aki"))
    return known or create_account(session, "aki", None, Role.AUTHOR, "test").id


def played(running: Cluster, name: str, kind: SetKind, version: str = "") -> int:
    """Finished matches of a bot."""
    with running.database.read() as session:
        found = (
            select(Match.id)
            .join(MatchSeat, MatchSeat.match_id == Match.id)
            .join(Bot, Bot.id == MatchSeat.bot_id)
            .join(TableSet, TableSet.id == Match.set_id)
            .where(Bot.name == name, Match.state == MatchState.FINISHED, TableSet.kind == kind)
        )
        if version:
            found = found.join(BotVersion, BotVersion.id == MatchSeat.version_id).where(BotVersion.name == version)
        return len(session.scalars(found).all())


def ends(running: Cluster, name: str) -> list[str]:
    with running.database.read() as session:
        return [line.reason for line in runs.runs(session, operator("test"), name) if line.ended_at]


@contextmanager
def hosting(folder):
    with cluster(folder) as running:
        running.start_gateway()
        running.start_workers()
        running.ladder(running.house_team("random", "random"))
        settings = {"runner_idle_seconds": 3, "runner_places": 6}
        yield running, lambda name: running.start(name, "runner", **settings)


def test_a_bot_that_is_handed_in_is_validated_and_ranked(tmp_path):
    with hosting(tmp_path) as (running, runner):
        hand_in(running, "kabuki")
        hand_in(running, "noh", crash_txt="yes")
        first = runner("runner-1")
        await_until(lambda: played(running, "kabuki", SetKind.VALIDATION), "a validation match", running)
        await_until(
            lambda: played(running, "kabuki", SetKind.RATED, "1.0") >= 2, "rated matches as version 1.0", running
        )
        await_until(lambda: "ended with exit code 9" in ends(running, "noh"), "a crash with its reason", running)
        first.signal(signal.SIGKILL)
        runner("runner-2")
        before = played(running, "kabuki", SetKind.RATED)
        await_until(
            lambda: played(running, "kabuki", SetKind.RATED) >= before + 2, "matches with another runner", running
        )
        hand_in(running, "kabuki", "1.1")
        await_until(lambda: played(running, "kabuki", SetKind.RATED, "1.1"), "a match of the new version", running)
        with running.database.read() as session:
            (line,) = runs.runs(session, operator("test"), "kabuki", 1)
            assert (line.version, line.reason) == ("1.1", "")
        await_until(lambda: _figures(running), "figures and stderr", running)


def _figures(running: Cluster) -> bool:
    with running.database.read() as session:
        (line,) = runs.runs(session, operator("test"), "kabuki", 1)
        return line.peak_memory_bytes > 10_000_000 and line.processor_ms > 0 and "chose" in line.stderr


def test_programs_in_other_languages_play_in_the_sandbox(tmp_path):
    languages = [one for one in hosted_programs.SOURCES if not hosted_programs.missing(one)]
    assert {"python", "node", "java", "c++"} <= set(languages), "apt-get install nodejs default-jdk g++"
    with hosting(tmp_path) as (running, runner):
        for number, language in enumerate(languages):
            folder = hosted_programs.folder(tmp_path / "bots", f"bot-{number}", language)
            with running.database.write() as session:
                who = viewer(session, _account(session))
                commands.submit(session, who, inspect(pack(folder)), quota_megabytes=100)
        runner("runner")
        for number, language in enumerate(languages):
            name = f"bot-{number}"
            await_until(lambda name=name: played(running, name, SetKind.VALIDATION), f"{language} played", running)
            with running.database.read() as session:
                assert session.scalars(select(Bot.validated_at).where(Bot.name == name)).one(), language


def test_the_starter_is_uploaded_validated_and_ranked(tmp_path, browser):
    with hosting(tmp_path) as (running, runner):
        announced = tmp_path / "web.address"
        running.start("web", "web", "--web-port", "0", "--announce", str(announced))
        site = await_until(lambda: announced.exists() and announced.read_text(), "the site listens", running)
        runner("runner")
        with running.database.write() as session:
            create_account(session, "aki", PASSWORD, Role.AUTHOR, "test")
        archive = tmp_path / "starter.tar.gz"
        archive.write_bytes(pack(STARTER))
        page = browser.new_context(base_url=site).new_page()
        page.goto("/sign-in")
        page.get_by_label("Name").fill("aki")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.locator("main form button").click()
        page.wait_for_url("**/account")
        page.goto("/account/submissions")
        page.get_by_label("Archive").set_input_files(archive)
        page.get_by_role("button", name="Hand in").click()
        expect(page.get_by_role("status")).to_contain_text("Archive accepted")
        await_until(lambda: played(running, "my-python-bot", SetKind.VALIDATION), "it is validated", running)
        await_until(lambda: played(running, "my-python-bot", SetKind.RATED) >= 2, "it is ranked", running)
        page.goto("/account/bots/my-python-bot/hosting")
        expect(page.get_by_role("heading", name="Latest matches of this run")).to_be_visible(timeout=60_000)
        expect(page.locator("svg.use")).to_be_visible(timeout=60_000)
        page.goto("/seasons/nippon-2/leaderboard")
        expect(page.get_by_role("link", name="my-python-bot")).to_be_visible()


def test_a_terminal_does_the_same(tmp_path):
    with hosting(tmp_path) as (running, runner):
        with running.database.write() as session:
            token = create_author_token(session, session.get_one(Account, _account(session)), "", "test")
        address = (tmp_path / "gateway.address").read_text()
        runner("runner")
        given = {**running.environment, "ARENA_ENDPOINT": address, "ARENA_TOKEN": token}
        done = subprocess.run(
            [sys.executable, "-m", "arena.cli", "submit", str(STARTER)],
            capture_output=True,
            text=True,
            env=given,
            check=False,
        )
        assert "my-python-bot 1.0 is handed in (a new bot) and active" in done.stdout, done.stderr
        await_until(lambda: played(running, "my-python-bot", SetKind.VALIDATION), "it is validated", running)
        await_until(lambda: played(running, "my-python-bot", SetKind.RATED, "1.0") >= 2, "it is ranked", running)
