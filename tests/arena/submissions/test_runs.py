"""Runs of hosted bots: which are wanted, tokens that die with their run, and what owners see of it."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from arena.access.credentials import live_token
from arena.access.viewers import operator, viewer
from arena.archives.reading import inspect
from arena.bots.queries import own_bots
from arena.db.database import utcnow
from arena.db.models import Bot, Entry, SetKind, Token, TokenKind
from arena.errors import NotAllowed
from arena.gateway.bot_records import BotRecords
from arena.submissions import commands, runs
from arena.submissions.runs import Figures
from tests.arena.api.conftest import empty_file, world
from tests.services.archives import bot_zip

__all__ = ["empty_file", "world"]


@pytest.fixture
def hosted(world):
    """kabuki is handed in, and is in no season."""
    with world.database.write() as session:
        commands.submit(session, viewer(session, world.accounts["aki"]), inspect(bot_zip("kabuki")), quota_megabytes=1)
        for entry in session.scalars(select(Entry).where(Entry.bot_id == world.bots["kabuki"])).all():
            session.delete(entry)
    return world


def wanted(world):
    with world.database.read() as session:
        return {one.bot: one for one in runs.wanted(session)}


def begun(world):
    one = wanted(world)["kabuki"]
    with world.database.write() as session:
        return runs.begin(session, one, "runner")


def test_a_bot_is_started_only_if_there_is_something_to_play(hosted):
    assert not wanted(hosted)["kabuki"].demanded
    hosted.enter("kabuki")
    assert wanted(hosted)["kabuki"].demanded
    with hosted.database.write() as session:
        session.query(Entry).filter(Entry.bot_id == hosted.bots["kabuki"]).delete()
    hosted.table(SetKind.CHALLENGE, "kabuki", "tanuki", asked_by="aki")
    assert wanted(hosted)["kabuki"].demanded


def test_a_bot_that_may_not_play_is_not_wanted(hosted):
    with hosted.database.write() as session:
        session.get_one(Bot, hosted.bots["kabuki"]).disabled_at = utcnow()
    assert wanted(hosted) == {}


def test_a_token_works_until_the_run_ends_or_nobody_renews_it(hosted):
    started = begun(hosted)

    def live() -> bool:
        with hosted.database.read() as session:
            return live_token(session, started.token, TokenKind.BOT) is not None

    assert live()
    with hosted.database.write() as session:
        session.get_one(Token, started.token_id).expires_at = utcnow() - timedelta(seconds=1)
    assert not live()
    with hosted.database.write() as session:
        runs.report(session, started, Figures())
    assert live()
    with hosted.database.write() as session:
        runs.end(session, started, "ended normally", Figures())
    assert not live()


def new_version(world, version):
    with world.database.write() as session:
        who = viewer(session, world.accounts["aki"])
        commands.submit(session, who, inspect(bot_zip("kabuki", version)), quota_megabytes=1)


def test_a_run_whose_runner_was_killed_ends_when_the_next_one_begins(hosted):
    begun(hosted)
    new_version(hosted, "1.1")
    begun(hosted)
    with hosted.database.read() as session:
        newest, earlier = runs.runs(session, operator("admin"), "kabuki")
    assert (earlier.reason, newest.reason) == (runs.LOST, "")
    assert earlier.ended_at is not None
    assert newest.ended_at is None


def test_the_version_is_that_of_the_archive(hosted):
    started = begun(hosted)
    records = BotRecords(hosted.database)
    assert records._bot_of(started.token).version == "1.0"
    assert records._bot_of(started.token).hosted
    dialled = records._bot_of(hosted.tokens["kabuki"])
    assert not dialled.hosted
    assert "the arena runs version 1.0 of kabuki itself. To dial in, stop hosting it first" in dialled.refused
    with hosted.database.write() as session:
        commands.deactivate(session, operator("test"), "kabuki")
    assert records._bot_of(hosted.tokens["kabuki"]).refused == ""
    assert records._bot_of(hosted.tokens["kabuki"]).version == "", "a bot that dials in says what it is"


def test_tokens_of_runs_are_not_among_the_owners(hosted):
    with hosted.database.read() as session:
        before = len(own_bots(session, viewer(session, hosted.accounts["aki"])).rows[0].tokens)
    begun(hosted)
    with hosted.database.read() as session:
        assert len(own_bots(session, viewer(session, hosted.accounts["aki"])).rows[0].tokens) == before


def test_owners_see_how_runs_went_and_others_do_not(hosted):
    for number in range(runs.KEPT_RUNS + 3):
        if number == 10:
            new_version(hosted, "1.1")
        started = begun(hosted)
        with hosted.database.write() as session:
            runs.end(session, started, f"end {number}", Figures(10, 20, "trace"))
    with hosted.database.read() as session:
        lines = runs.runs(session, operator("admin"), "kabuki", 100)
        assert len(lines) == runs.KEPT_RUNS
        newest = lines[0]
        assert (newest.reason, newest.peak_memory_bytes, newest.processor_ms, newest.stderr) == (
            "end 22",
            10,
            20,
            "trace",
        )
        assert runs.latest_runs(session, viewer(session, hosted.accounts["aki"]), 1) == [newest]
        assert runs.latest_runs(session, viewer(session, hosted.accounts["ben"])) == []
        with pytest.raises(NotAllowed):
            runs.runs(session, viewer(session, hosted.accounts["ben"]), "kabuki")
