"""The bots of a void set hear of it, whoever made it void, and once."""

from datetime import timedelta

import pytest
from redis.asyncio import Redis
from sqlalchemy import select

from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import utcnow
from arena.db.models import Match, SetKind, TableSet
from arena.gateway.agent import GatewayAgent
from arena.results import claims
from arena.results.table_sets import Table, create_set
from arena.scheduler.housekeeping import LOOKED_BACK, announce_void_sets
from arena.sdk.messages import set_line
from arena.transport.presence import present
from tests.arena.running.both import *  # noqa: F403  both databases
from tests.arena.running.test_relay import until
from tests.arena.storage.history import ladder
from tests.arena.streams import house, on_loop, raw_bot


@pytest.fixture
def bots(database):
    with database.write() as session:
        return [create_bot(session, name, add_team(session, f"t-{name}", "test"), "test").id for name in ("ai", "bo")]


def new_set(database, bots, kind=SetKind.RATED, season_id=None, begun=0):
    """A set with that many matches begun; its id, and those of its matches."""
    with database.write() as session:
        table = Table(kind, "nippon", len(bots), {}, "blitz", bots, season_id=season_id)
        set_id = create_set(session, table).id
        ids = list(session.scalars(select(Match.id).where(Match.set_id == set_id).order_by(Match.rotation)))
        for match_id in ids[:begun]:
            assert claims.claim(session, match_id, "worker") is not None
        return set_id, ids


def void(database, set_id, reason):
    with database.write() as session:
        claims.void_set(session, session.get_one(TableSet, set_id), reason)


@on_loop
async def test_the_bots_of_a_void_set_hear_of_it_once(database, redis, redis_process, bots):
    set_id, ids = new_set(database, bots, season_id=ladder(database, bots), begun=1)
    client = Redis.from_url(redis_process.url)
    async with house(*map(str, bots)) as place:
        agent = GatewayAgent(place.connections, client, "g")
        await agent.start()
        async with raw_bot(place, str(bots[0])) as ai, raw_bot(place, str(bots[1])) as bo:
            await until(lambda: len(present(redis, bots)) == 2)
            assert announce_void_sets(database, redis) == []
            void(database, set_id, "begun six times and never finished")
            assert announce_void_sets(database, redis) == [set_id]
            for bot in (ai, bo):
                over = (await bot.until("set_result")).set_result
                assert (over.season, over.kind, over.game) == ("nippon-2", "rated", "nippon")
                assert (over.cancelled, over.reason) == (True, "begun six times and never finished")
                assert [(int(match.match_id), list(match.players)) for match in over.matches] == [
                    (ids[0], ["ai", "bo"])
                ]
                assert not over.HasField("rating")
            assert announce_void_sets(database, redis) == [], "once"
            line = f"nippon set over in nippon-2: void, nothing of it counts (begun six times and never finished); begun: {ids[0]} (ai, bo)"
            assert set_line(over) == line
        await agent.stop()
    await client.aclose()


def test_of_a_ladder_set_that_never_began_nobody_hears_but_of_a_challenge_everybody(database, redis, bots):
    ladder_set, challenge = new_set(database, bots)[0], new_set(database, bots, SetKind.CHALLENGE)[0]
    for set_id in (ladder_set, challenge):
        void(database, set_id, "called off")
    assert announce_void_sets(database, redis) == [challenge]


def test_what_was_void_long_ago_is_not_announced(database, redis, bots):
    set_id, _ = new_set(database, bots, begun=2)
    void(database, set_id, "called off")
    assert announce_void_sets(database, redis, utcnow() + LOOKED_BACK + timedelta(seconds=5)) == []
