"""A tick that makes several tables and a result that is recorded meanwhile wait for each other; neither dies in a deadlock."""

import threading
from datetime import timedelta

import pytest
from sqlalchemy import event, select, text

from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import Database, upgrade, utcnow
from arena.db.models import Entry, TableSet
from arena.ladders.rating import hold_entries
from arena.scheduler import ladders
from tests.arena.running.both import postgres
from tests.arena.running.conftest import show
from tests.arena.storage.conftest import new_postgres_database
from tests.arena.storage.history import ladder

__all__ = ["postgres"]


@pytest.fixture
def database(postgres):
    opened = Database(new_postgres_database(postgres))
    upgrade(opened)
    yield opened
    opened.close()


def four_bots(database, redis):
    """On a ladder of two seats. The last two are near each other and have waited longest: theirs is the first table."""
    with database.write() as session:
        bots = [
            create_bot(session, name, add_team(session, f"t-{name}", "test"), "test")
            for name in ("ai", "bo", "chi", "dai")
        ]
        for bot in bots:
            bot.validated_at = utcnow()
        ids = [bot.id for bot in bots]
    season = ladder(database, ids)
    with database.write() as session:
        for place, entry in enumerate(session.scalars(select(Entry).order_by(Entry.id))):
            entry.rating += 400_000 * (place // 2)
            entry.joined_at = utcnow() - timedelta(minutes=10 * (1 + place // 2))
    for bot_id in ids:
        show(redis, bot_id)
    return season, ids


class Result:
    """Holds the entries of a set, as a result does, in the middle of somebody else's transaction."""

    def __init__(self, database, season, bots):
        self._work = threading.Thread(target=self._hold, args=(database, season, bots))
        self._pid = threading.Event()
        self.over = False

    def begin(self, connection, statement):
        """Once the first table is made: on return the result waits for an entry, or has them all."""
        if "UPDATE entries SET last_set_at" in statement and not self._work.ident:
            self._work.start()
            self._pid.wait(10)
            waits = text("SELECT count(*) FROM pg_locks WHERE pid = :pid AND NOT granted")
            while not self.over and not connection.execute(waits, {"pid": self.pid}).scalar():
                pass

    def join(self):
        self._work.join(20)

    def _hold(self, database, season, bots):
        with database.write() as session:
            self.pid = session.scalar(text("SELECT pg_backend_pid()"))
            self._pid.set()
            hold_entries(session, season, bots)
        self.over = True


def test_a_tick_with_two_tables_and_a_result_between_them(database, redis):
    season, (first, _, third, _) = four_bots(database, redis)
    result = Result(database, season, [first, third])

    def between(connection, cursor, statement, parameters, context, many):
        result.begin(connection, statement)

    event.listen(database.engine, "after_cursor_execute", between)
    ladders.tick(database, redis)
    event.remove(database.engine, "after_cursor_execute", between)
    result.join()
    assert result.over, "the result was kept"
    with database.read() as session:
        assert len(session.scalars(select(TableSet)).all()) == 2, "both tables were made"
