"""No row of one bot holds up another's: what a bot says about itself may be impossible to store."""

import pytest
from sqlalchemy import select

from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import utcnow
from arena.db.models import Bot, MatchSeat, TableSet
from arena.results import table_sets
from arena.scheduler import ladders
from arena.scheduler.dispatch import Outlets, dispatch
from tests.arena.running.both import address, database, postgres
from tests.arena.running.conftest import show
from tests.arena.storage.history import ladder, new_set

__all__ = ["address", "database", "postgres"]
HOSTILE = ["1\0", "9" * 300, "\x07\x1b[2J", "\u202e1"]


@pytest.fixture
def four(database):
    """A liar and three honest bots, each of a team."""
    names = ("liar", "ai", "bo", "cy")
    with database.write() as session:
        made = [create_bot(session, name, add_team(session, f"t-{name}", "t"), "t") for name in names]
        for bot in made:
            bot.validated_at = utcnow()
        return [bot.id for bot in made]


@pytest.mark.parametrize("version", HOSTILE)
def test_a_version_that_cannot_be_stored_costs_nobody_a_match(database, redis, four, version):
    season = ladder(database, four)
    _, first = new_set(database, season, four[:2])
    _, second = new_set(database, season, four[2:])
    show(redis, four[0], version=version)
    for bot_id in four[1:]:
        show(redis, bot_id)
    sent = dispatch(database, redis, Outlets(lambda *_: None, lambda _: None))
    assert set(sent.matches) == {first[0], second[0]}
    with database.read() as session:
        honest = select(MatchSeat.version_id).where(MatchSeat.match_id == second[0])
        assert None not in session.scalars(honest).all()


def test_a_table_that_cannot_be_made_holds_up_no_other(database, redis, four, monkeypatch):
    ladder(database, four)
    for bot_id in four:
        show(redis, bot_id)
    new_match = table_sets._new_match

    def spoilt(made, rotation, seats):
        match = new_match(made, rotation, seats)
        if any(seat.bot_id == four[0] for seat in seats):
            match.salt = None  # the database refuses it
        return match

    monkeypatch.setattr(table_sets, "_new_match", spoilt)
    made = ladders.tick(database, redis)
    assert len(made) == 1
    with database.read() as session:
        assert session.scalars(select(TableSet.id)).all() == made


def test_a_validation_that_cannot_be_made_holds_up_no_other(database, redis, four, monkeypatch):
    with database.write() as session:
        house = add_team(session, "house", "t", house=True)
        create_bot(session, "tanuki", house, "t", house="random")
        for bot_id in four[:2]:
            session.get_one(Bot, bot_id).validated_at = None
    for bot_id in four[:2]:
        show(redis, bot_id)
    new_match = table_sets._new_match

    def spoilt(made, rotation, seats):
        match = new_match(made, rotation, seats)
        match.salt = None if seats[0].bot_id == four[0] else match.salt
        return match

    monkeypatch.setattr(table_sets, "_new_match", spoilt)
    assert len(ladders.tick(database, redis)) == 1
