"""Versions: every seat names the one that sat down, and a new one is less well known."""

import asyncio
from types import SimpleNamespace

from sqlalchemy import select

from arena.ratings import elo
from arena.running.dispatch import Outlets, dispatch
from arena.running.door import Greeter
from arena.storage.models import BotVersion, Entry, MatchSeat
from arena.storage.people import create_bot, create_team
from tests.arena.running.conftest import show
from tests.arena.storage.history import ladder, new_set


def hello(database, bot_id, version):
    desk = SimpleNamespace(bot_id=str(bot_id), language="python", games={"nippon"}, matches_at_once=1, version=version)
    asyncio.run(Greeter(database)(desk))


def two_bots(database):
    with database.write() as session:
        return [create_bot(session, name, create_team(session, f"t-{name}", "t"), "t").id for name in ("ai", "bo")]


def test_a_seat_names_the_version_that_sat_down(database, redis):
    bots = two_bots(database)
    new_set(database, ladder(database, bots), bots)
    for bot_id, version in zip(bots, ("1.4", ""), strict=True):
        show(redis, bot_id, version=version)
    dispatch(database, redis, Outlets(lambda *_: None, lambda _: None))
    with database.read() as session:
        named = select(BotVersion.name).join(MatchSeat, MatchSeat.version_id == BotVersion.id)
        assert session.scalars(named.order_by(MatchSeat.seat)).all() == ["1.4", "unnamed"]


def test_a_new_version_keeps_its_points_and_widens_its_deviation(database):
    bots = two_bots(database)
    ladder(database, bots)
    known = 60_000
    with database.write() as session:
        for entry in session.scalars(select(Entry)):
            entry.deviation = known
    for version in ("1", "1", "2", "1"):
        hello(database, bots[0], version)
    with database.read() as session:
        found = {entry.bot_id: (entry.rating, entry.deviation) for entry in session.scalars(select(Entry))}
    assert found[bots[0]] == (elo.START, elo.widened(known)), (
        "once: the first was no news, and the last was seen before"
    )
    assert found[bots[1]] == (elo.START, known)
