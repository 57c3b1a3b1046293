"""A bot that wants to finish is kept until its sets are over."""

import asyncio

import pytest
from redis.asyncio import Redis
from sqlalchemy import select, update

from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import utcnow
from arena.db.models import Match, MatchState, SetKind
from arena.gateway.agent import GatewayAgent
from arena.gateway.finishing import CHALLENGE_PATIENCE, Finishing, has_open_sets
from arena.results.claims import fail
from arena.results.table_sets import Table, create_set
from arena.transport import keys
from arena.transport.presence import present
from arena.v1.bots_pb2 import Finish, MatchStarted
from tests.arena.running.test_relay import joining
from tests.arena.streams import LONG, house, on_loop, raw_bot


@pytest.fixture
def bots(database):
    with database.write() as session:
        return [create_bot(session, name, add_team(session, f"t-{name}", "test"), "test").id for name in ("ai", "bo")]


def new_set(database, bots, kind=SetKind.RATED):
    with database.write() as session:
        made = create_set(session, Table(kind, "nippon", len(bots), {}, "blitz", bots))
        return session.scalars(select(Match.id).where(Match.set_id == made.id).order_by(Match.id)).all()


def change(database, match_id, **fields):
    with database.write() as session:
        session.execute(update(Match).where(Match.id == match_id).values(**fields))


def test_a_set_is_owed_until_its_last_match_is_over(database, bots):
    assert not has_open_sets(database, bots[0])
    first, second = new_set(database, bots)
    assert not has_open_sets(database, bots[0]), "nobody has begun"
    change(database, first, sent_at=utcnow())
    assert has_open_sets(database, bots[0]), "a worker is about to begin"
    change(database, first, state=MatchState.FINISHED, started_at=utcnow())
    assert has_open_sets(database, bots[0])  # the other rotation
    change(database, second, state=MatchState.FINISHED)
    assert not has_open_sets(database, bots[0])


def test_a_challenge_that_has_not_begun_keeps_nobody(database, bots):
    first, _ = new_set(database, bots, SetKind.CHALLENGE)
    assert not has_open_sets(database, bots[0])
    change(database, first, state=MatchState.RUNNING, started_at=utcnow())
    assert has_open_sets(database, bots[0])


def test_a_challenge_that_waits_for_somebody_else_keeps_nobody_for_long(database, bots):
    first, second = new_set(database, bots, SetKind.CHALLENGE)
    change(database, first, state=MatchState.FINISHED, started_at=utcnow())
    change(database, second, started_at=utcnow(), ready_at=utcnow())  # begun, and handed back: the other one left
    assert has_open_sets(database, bots[0])
    change(database, second, ready_at=utcnow() - CHALLENGE_PATIENCE)
    assert not has_open_sets(database, bots[0])
    change(database, second, state=MatchState.RUNNING)
    assert has_open_sets(database, bots[0])


@on_loop
async def test_a_match_whose_end_was_lost_keeps_no_finishing_bot(database, redis, redis_process, bots, monkeypatch):
    monkeypatch.setattr("arena.gateway.finishing.LOOK_SECONDS", 0.05)
    first, _ = new_set(database, bots, SetKind.CHALLENGE)
    name = str(bots[0])
    change(database, first, state=MatchState.RUNNING, started_at=utcnow())
    client = Redis.from_url(redis_process.url)
    async with house(name) as place:
        agent = GatewayAgent(place.connections, client, "g", finishing=Finishing(place.connections, database))
        await agent.start()
        async with raw_bot(place, name) as bot:
            agent._received(joining(name, "w", 1, MatchStarted(match_id=str(first))))
            await bot.send(finish=Finish())
            await until(lambda: [one.finishing for one in present(redis, bots[:1]).values()] == [True])
            with database.write() as session:  # its worker was killed for the last time
                fail(session, session.get_one(Match, first), "begun too often")
            await until(lambda: not place.connections.present(name))
            assert await bot.status() == "OK"
        await agent.stop()
    await client.aclose()


@on_loop
async def test_between_two_rotations_a_finishing_bot_is_kept(database, redis, redis_process, bots, monkeypatch):
    monkeypatch.setattr("arena.gateway.finishing.LOOK_SECONDS", 0.05)
    first, second = new_set(database, bots)
    change(database, first, state=MatchState.RUNNING, started_at=utcnow())
    name, looks = str(bots[0]), []

    class Watched(Finishing):
        async def has_to_stay(self, bot_id):
            looks.append(bot_id)
            return await super().has_to_stay(bot_id)

    client = Redis.from_url(redis_process.url)
    async with house(name) as place:
        agent = GatewayAgent(place.connections, client, "g", finishing=Watched(place.connections, database))
        await agent.start()
        async with raw_bot(place, name) as bot:
            await bot.send(finish=Finish())
            await until(lambda: [one.finishing for one in present(redis, bots[:1]).values()] == [True])
            change(database, first, state=MatchState.FINISHED)
            seen = len(looks)
            await until(lambda: len(looks) > seen + 2)
            assert place.connections.present(name)
            change(database, second, state=MatchState.FINISHED)
            await until(lambda: not place.connections.present(name))
            assert await bot.status() == "OK"
            await until(lambda: not redis.exists(keys.presence(bots[0])))
        await agent.stop()
    await client.aclose()


async def until(holds):
    async with asyncio.timeout(LONG):
        while not holds():  # noqa: ASYNC110  neither Redis nor the database tells of it
            await asyncio.sleep(0.01)
