"""Archives that arrive at the same moment: one new bot, one active version, and no more bytes than the quota."""

import os
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import func, select

from arena.access.viewers import viewer
from arena.accounts.commands import create_account
from arena.archives.reading import inspect
from arena.db.models import Bot, Role, Submission
from arena.errors import ArenaError
from arena.submissions import commands
from tests.services.archives import bot_zip

AT_ONCE = 6


def hand_in_at_once(database, archives, accounts=1, quota=10):
    """All of them at the same moment; what each one answers: whether a bot was made, or why it was refused."""
    with database.write() as session:
        names = [f"author-{number}" for number in range(accounts)]
        ids = [create_account(session, name, None, Role.AUTHOR, "test").id for name in names]
    ready = Barrier(len(archives))

    def hand_in(number, found):
        account = ids[number % accounts]
        ready.wait()
        try:
            with database.write() as session:
                return commands.submit(session, viewer(session, account), found, quota_megabytes=quota).created
        except ArenaError as error:
            return str(error)

    with ThreadPoolExecutor(len(archives)) as threads:
        return list(threads.map(hand_in, range(len(archives)), [inspect(data) for data in archives]))


@pytest.mark.parametrize("accounts", [1, AT_ONCE])
def test_one_new_bot_is_made_once(database, accounts):
    answers = hand_in_at_once(database, [bot_zip("kabuki")] * AT_ONCE, accounts)
    assert answers.count(True) == 1, answers
    with database.read() as session:
        assert session.scalar(select(func.count()).select_from(Bot).where(Bot.name == "kabuki")) == 1
        assert session.scalars(select(Submission.active)).all() == [True]


def test_an_account_gets_no_more_room_than_its_quota(database):
    archives = [bot_zip(f"bot-{number}", weight=os.urandom(2**19).hex()) for number in range(AT_ONCE)]
    answers = hand_in_at_once(database, archives, quota=2)
    assert answers.count(True) == 2 * 2**20 // max(len(data) for data in archives), answers
    with database.read() as session:
        assert session.scalar(select(func.sum(Submission.archive_bytes))) <= 2 * 2**20
