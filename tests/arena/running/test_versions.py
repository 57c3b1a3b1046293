"""Versions: every seat names the one that sat down, and a new one is less well known."""

import asyncio

from sqlalchemy import select, update

from arena.accounts.teams import add_team
from arena.bots.commands import MOST_NEW_VERSIONS, create_bot
from arena.db.database import utcnow
from arena.db.models import Bot, BotVersion, Entry, Match, MatchSeat, MatchState
from arena.gateway.bot_records import BotRecords
from arena.gateway.seats import Connection
from arena.ladders.rating import WIDENED_EVERY
from arena.ratings import elo
from arena.scheduler.dispatch import Outlets, dispatch
from tests.arena.running.both import address, database, postgres
from tests.arena.running.conftest import show
from tests.arena.storage.history import ladder, new_set

__all__ = ["address", "database", "postgres"]
KNOWN = 60_000
"""A deviation, in thousandths of a point."""


def hello(database, bot_id, version):
    connection = Connection(str(bot_id), language="python", games=frozenset({"nippon"}), version=version)
    asyncio.run(BotRecords(database).note_hello(connection))


def two_bots(database):
    with database.write() as session:
        return [create_bot(session, name, add_team(session, f"t-{name}", "t"), "t").id for name in ("ai", "bo")]


def test_a_seat_names_the_version_that_sat_down(database, redis):
    bots = two_bots(database)
    new_set(database, ladder(database, bots), bots)
    for bot_id, version in zip(bots, ("1.4", ""), strict=True):
        show(redis, bot_id, version=version)
    dispatch(database, redis, Outlets(lambda *_: None, lambda _: None))
    with database.read() as session:
        named = select(BotVersion.name).join(MatchSeat, MatchSeat.version_id == BotVersion.id)
        assert session.scalars(named.order_by(MatchSeat.seat)).all() == ["1.4", "unnamed"]


def sit_down(database, redis, season, bots, *versions):
    """Both bots get a table and sit down with these versions."""
    new_set(database, season, bots)
    for bot_id, version in zip(bots, versions, strict=True):
        hello(database, bot_id, version)
        show(redis, bot_id, at_once=16, version=version)
    dispatch(database, redis, Outlets(lambda *_: None, lambda _: None))


def known_bots(database):
    """Two bots of which much is known; the season and they."""
    bots = two_bots(database)
    season = ladder(database, bots)
    with database.write() as session:
        for entry in session.scalars(select(Entry)):
            entry.deviation = KNOWN
    return season, bots


def deviations(database):
    with database.read() as session:
        assert set(session.scalars(select(Entry.rating))) == {elo.START}
        return {entry.bot_id: entry.deviation for entry in session.scalars(select(Entry))}


def test_a_new_version_keeps_its_points_and_widens_its_deviation_once_it_plays(database, redis):
    season, bots = known_bots(database)
    sit_down(database, redis, season, bots, "1", "1")
    assert set(deviations(database).values()) == {KNOWN}, "the first is no news"
    hello(database, bots[0], "2")
    assert set(deviations(database).values()) == {KNOWN}, "it has not played yet"
    sit_down(database, redis, season, bots, "2", "1")
    assert deviations(database) == {bots[0]: elo.widened(KNOWN), bots[1]: KNOWN}
    for version in ("1", "2", "3", "4"):
        sit_down(database, redis, season, bots, version, "1")
    assert deviations(database)[bots[0]] == elo.widened(KNOWN), "at most once an hour"
    with database.write() as session:
        session.get_one(Bot, bots[0]).widened_at -= WIDENED_EVERY
    sit_down(database, redis, season, bots, "5", "1")
    assert deviations(database)[bots[0]] == elo.widened(elo.widened(KNOWN))


def test_versions_that_never_play_leave_one_row(database):
    _, bots = known_bots(database)
    for number in range(300):
        hello(database, bots[0], f"build-{number}")
    assert versions(database) == ["build-299"]
    assert set(deviations(database).values()) == {KNOWN}, "dialling in again buys no table"


def test_a_bot_gets_so_many_new_versions_a_day(database, redis):
    season, bots = known_bots(database)
    for number in range(MOST_NEW_VERSIONS + 3):
        sit_down(database, redis, season, bots, f"{number}", "1")
        with database.write() as session:  # played, for what this test is about
            session.execute(update(Match).values(state=MatchState.FINISHED, finished_at=utcnow()))
    with database.read() as session:
        found = session.scalars(select(BotVersion.name).where(BotVersion.bot_id == bots[0])).all()
    assert len(found) == MOST_NEW_VERSIONS + 1
    assert "unnamed" in found


def versions(database):
    with database.read() as session:
        return list(session.scalars(select(BotVersion.name).order_by(BotVersion.id)))
