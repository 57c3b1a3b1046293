"""Archives that are handed in: versions, which one plays, rolling back, deleting, the quota, and who may do it."""

import random

import pytest
from sqlalchemy import select

from arena.access.viewers import PUBLIC, operator, viewer
from arena.accounts.commands import retire
from arena.archives.reading import inspect
from arena.db.models import AuditEntry, Bot, Submission, SubmissionFile, Token
from arena.errors import Conflict, LimitReached, NotAllowed, NotFound
from arena.submissions import commands, queries
from tests.arena.api.conftest import empty_file, world
from tests.services.archives import bot_zip

__all__ = ["empty_file", "world"]


class Hands:
    """One account at the area's commands."""

    def __init__(self, world, name):
        self.world, self.name = world, name

    def __call__(self, command, *arguments, **named):
        with self.world.database.write() as session:
            who = viewer(session, self.world.accounts[self.name])
            return command(session, who, *arguments, **named)

    def submit(self, data, quota=10):
        return self(commands.submit, inspect(data), quota_megabytes=quota)

    def active(self, bot):
        return [line.version for line in self(queries.submissions, bot) if line.active]


@pytest.fixture
def aki(world):
    return Hands(world, "aki")


@pytest.fixture
def ben(world):
    return Hands(world, "ben")


def test_a_new_version_plays_and_an_earlier_one_can_come_back(aki):
    first = aki.submit(bot_zip("kabuki", "1.0"))
    assert not first.created
    aki.submit(bot_zip("kabuki", "1.1"))
    assert aki.active("kabuki") == ["1.1"]
    aki(commands.activate, "kabuki", "1.0")
    assert aki.active("kabuki") == ["1.0"]
    aki(commands.deactivate, "kabuki")
    assert aki.active("kabuki") == []
    assert [line.version for line in aki(queries.submissions, "kabuki")] == ["1.1", "1.0"], "the newest first"


def test_a_bot_that_does_not_exist_is_created_without_a_token(aki, world):
    assert aki.submit(bot_zip("brand-new")).created
    with world.database.read() as session:
        made = session.scalars(select(Bot).where(Bot.name == "brand-new")).one()
        assert made.team.name == "aki"
        assert session.scalars(select(Token).where(Token.bot_id == made.id)).all() == []


def test_a_version_keeps_its_contents(aki):
    data = bot_zip("kabuki", "1.0")
    aki.submit(data)
    aki.submit(data)  # the same archive again is the same version
    with pytest.raises(Conflict, match=r"has a version 1\.0 already, with other contents: raise version"):
        aki.submit(bot_zip("kabuki", "1.0", "print(1)\n"))
    aki(commands.delete_submission, "kabuki", "1.0")
    with pytest.raises(Conflict, match="with other contents"):
        aki.submit(bot_zip("kabuki", "1.0", "print(1)\n"))
    aki.submit(data)
    assert aki.active("kabuki") == ["1.0"]
    assert len(aki(queries.submissions, "kabuki")) == 1


def test_the_archive_comes_back_as_it_was_sent(aki):
    data = bot_zip("kabuki")
    aki.submit(data)
    assert aki(queries.archive, "kabuki", "1.0") == data


def test_a_deleted_archive_is_gone_and_frees_its_room(aki, world):
    aki.submit(bot_zip("kabuki"))
    used = aki(queries.used_bytes)
    assert used > 0
    aki(commands.delete_submission, "kabuki", "1.0")
    assert aki(queries.used_bytes) == 0
    assert aki.active("kabuki") == []
    with world.database.read() as session:
        assert session.scalars(select(SubmissionFile)).all() == []
    for command in (queries.archive, commands.activate, commands.delete_submission):
        with pytest.raises(NotFound, match=r"kabuki has no version '1\.0' here"):
            aki(command, "kabuki", "1.0")


def test_the_quota_counts_all_bots_of_an_account(aki, ben):
    noise = random.Random(1).randbytes(300_000).hex()
    aki.submit(bot_zip("kabuki", "1.0", noise), quota=1)
    with pytest.raises(LimitReached, match=r"of 1 MB, and this one has 0\.\d MB: delete a version first"):
        aki.submit(bot_zip("noh", "1.0", noise), quota=1)
    ben.submit(bot_zip("bunraku", "1.0", noise), quota=1)
    aki(commands.delete_submission, "kabuki", "1.0")
    aki.submit(bot_zip("noh", "1.0", noise), quota=1)


def test_an_arena_without_room_takes_nothing(aki):
    with pytest.raises(Conflict, match="takes no archives"):
        aki.submit(bot_zip("kabuki"), quota=0)


def test_others_see_and_change_nothing(aki, ben, world):
    aki.submit(bot_zip("kabuki"))
    with pytest.raises(NotAllowed, match="kabuki is not one of your bots"):
        ben.submit(bot_zip("kabuki", "2.0"))
    for command in (queries.archive, commands.activate, commands.delete_submission):
        with pytest.raises(NotAllowed, match="not one of your bots"):
            ben(command, "kabuki", "1.0")
    with pytest.raises(NotAllowed):
        ben(queries.submissions, "kabuki")
    assert ben(queries.submissions) == []
    with world.database.read() as session:
        with pytest.raises(NotAllowed):
            queries.archive(session, PUBLIC, "kabuki", "1.0")
        assert queries.archive(session, operator("admin"), "kabuki", "1.0")


def test_a_retired_bot_keeps_no_archive(aki, world):
    aki.submit(bot_zip("kabuki"))
    with world.database.write() as session:
        retire(session, session.get_one(Bot, world.bots["kabuki"]), "test")
    with world.database.read() as session:
        assert session.scalars(select(SubmissionFile)).all() == []
        assert [row.active for row in session.scalars(select(Submission))] == [False]
    with pytest.raises(Conflict, match="kabuki is retired"):
        aki.submit(bot_zip("kabuki", "1.1"))


def test_every_change_has_its_audit_line(aki, world):
    aki.submit(bot_zip("kabuki", "1.0"))
    aki.submit(bot_zip("kabuki", "1.1"))
    aki(commands.activate, "kabuki", "1.0")
    aki(commands.activate, "kabuki", "1.0")
    aki(commands.deactivate, "kabuki")
    aki(commands.delete_submission, "kabuki", "1.1")
    with world.database.read() as session:
        rows = session.scalars(select(AuditEntry).where(AuditEntry.action.startswith("submission_")))
        lines = [(row.action, row.detail["version"], row.actor) for row in rows]
    assert [(action, version) for action, version, _ in lines] == [
        ("submission_added", "1.0"),
        ("submission_added", "1.1"),
        ("submission_activated", "1.0"),
        ("submission_deactivated", "1.0"),
        ("submission_deleted", "1.1"),
    ]
    assert {actor for _, _, actor in lines} == {"aki"}
