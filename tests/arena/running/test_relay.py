"""A worker and a gateway that talk through Redis: what stood still, was lost or came twice costs no bot a match."""

import asyncio
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from redis.asyncio import Redis
from sqlalchemy import select

from arena.db.database import utcnow
from arena.db.models import Match, MatchState, SetKind
from arena.gateway.agent import GatewayAgent
from arena.replays import SigningKey
from arena.results import claims
from arena.results.table_sets import Table, create_set
from arena.scheduler.waiting import Absences
from arena.transport import keys
from arena.transport.inboxes import Envelope, inbox, unpacked
from arena.transport.journals import JournalWriter, RedisJournal
from arena.transport.presence import lost, present
from arena.v1.bots_pb2 import MatchStarted, NoticeCode, Resign
from arena.wire import Question
from arena.worker.relay import RedisRelay
from arena.worker.runner import MatchRunner
from tests.arena.running.conftest import show
from tests.arena.streams import LONG, house, on_loop, raw_bot
from tests.services.servers import RedisServer

KEY = SigningKey.new()


@pytest.fixture
def runner(database, redis, redis_process):
    opened = MatchRunner(database, redis_process.url, KEY, max_seconds=60)
    yield opened
    opened.close()


def new_match(database, bots, clock="60+0"):
    with database.write() as session:
        made = create_set(session, Table(SetKind.RATED, "iki", len(bots), {}, clock, bots))
        return session.scalars(select(Match.id).where(Match.set_id == made.id).order_by(Match.id)).first()


def verdicts(database, match_id):
    with database.read() as session:
        return [seat.verdict for seat in session.get_one(Match, match_id).seats]


class Table2:
    """Two bots at one gateway, which says that it is alive when the test wants it to."""

    def __init__(self, place, agent, ai, bo):
        self.place, self.agent, self.bots = place, agent, (ai, bo)
        self.asked = asyncio.Event()
        self.answering = asyncio.Event()
        self.answering.set()

    async def answer(self, bot):
        """Take the first choice whenever asked; results are passed over."""
        while (message := await bot.read()) is not None:
            if message.WhichOneof("kind") == "decision":
                self.asked.set()
                await self.answering.wait()
                await bot.choose(message.decision)


@asynccontextmanager
async def seated(bots, redis_process, monkeypatch, links=None):
    monkeypatch.setattr("arena.gateway.presence.BEAT_SECONDS", 3600)
    names = [str(bot_id) for bot_id in bots]
    client = Redis.from_url(redis_process.url)
    async with house(*names) as place:
        agent = GatewayAgent(place.connections, client, "g", links=links)
        await agent.start()
        try:
            async with raw_bot(place, names[0]) as ai, raw_bot(place, names[1]) as bo:
                await until(
                    lambda: len(agent.presence._shown) == len(bots) and not agent.presence.tasks
                )  # welcomed, to the end
                yield Table2(place, agent, ai, bo)
        finally:
            await agent.stop()
            await client.aclose()


def joining(bot_id, worker, attempt, started):
    head = {"bot": str(bot_id), "match": started.match_id, "worker": worker, "attempt": attempt}
    return Envelope("join", head, started.SerializeToString())


def begin(work):
    return asyncio.create_task(work)


async def until(holds):
    async with asyncio.timeout(LONG):
        while not holds():  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0.01)


@on_loop
async def test_the_end_of_one_match_leaves_what_was_looked_up_for_the_next(redis, redis_process):
    show(redis, 7)
    client = Redis.from_url(redis_process.url)
    writer = JournalWriter(client, lambda *_: None)
    relay = RedisRelay(client, "w", writer)
    first, second = (RedisJournal(name, 1, [], writer) for name in ("1", "2"))
    assert await relay.prepare(first, ["7"]) == ["7"]
    assert await relay.prepare(second, ["7"]) == ["7"]
    await relay.forget("1", ["7"])  # its last match ends in this moment
    relay.join("7", MatchStarted(match_id="2"), None)
    carrying = begin(writer.run())
    await writer.idle()
    assert [unpacked(raw).kind for raw in redis.lrange(inbox("g"), 0, -1)] == ["join"]
    await relay.forget("2", ["7"])
    assert relay._locations.gateway("7") is None, "nothing is kept of bots without a match"
    carrying.cancel()
    await client.aclose()


@on_loop
async def test_bots_of_a_gateway_that_was_taken_for_dead_play_on(
    database, redis, redis_process, runner, bots, monkeypatch
):
    match_id = new_match(database, bots, clock="3+0")
    async with seated(bots, redis_process, monkeypatch) as table:
        playing = begin(asyncio.to_thread(runner.play, match_id))
        for bot in table.bots:
            begin(table.answer(bot))
        await table.asked.wait()
        redis.delete(keys.gateway("g"), *map(keys.presence, bots))  # it stood still, and its keys lapsed
        await until(lambda: all(one.gateway is None for one in runner._relay._seats.values()))
        await table.agent.presence.show_everything()
        assert await playing == "finished"
    assert verdicts(database, match_id) == ["finished", "finished"]


@on_loop
async def test_a_worker_that_missed_the_word_finds_the_bots_itself(
    database, redis, redis_process, runner, bots, monkeypatch
):
    match_id = new_match(database, bots, clock="3+0")
    async with seated(bots, redis_process, monkeypatch) as table:
        playing = begin(asyncio.to_thread(runner.play, match_id))
        for bot in table.bots:
            begin(table.answer(bot))
        await table.asked.wait()
        redis.delete(keys.gateway("g"))
        await until(lambda: all(one.gateway is None for one in runner._relay._seats.values()))
        redis.set(keys.gateway("g"), 1)  # alive, and its word to the worker was lost
        assert await playing == "finished"
    assert verdicts(database, match_id) == ["finished", "finished"]


@on_loop
async def test_a_match_whose_gateway_stays_silent_is_void_and_nobody_loses(
    database, redis, redis_process, runner, bots, monkeypatch
):
    monkeypatch.setattr("arena.worker.relay.REDIAL_SECONDS", 0.2)
    monkeypatch.setattr("arena.worker.bot_locations.LOOK_SECONDS", 0.02)
    match_id = new_match(database, bots, clock="0.5+0")
    async with seated(bots, redis_process, monkeypatch) as table:
        table.answering.clear()
        playing = begin(asyncio.to_thread(runner.play, match_id))
        for bot in table.bots:
            begin(table.answer(bot))
        await table.asked.wait()
        redis.delete(keys.gateway("g"), *map(keys.presence, bots))
        redis.set(keys.GATEWAYS, 1)  # another one lives
        for connection in table.place.connections.all():  # and this one judges nothing any more
            for seat in connection.seats.values():
                seat.disarm()
        assert (await playing).startswith("void: decision 0")
    with database.read() as session:
        assert session.get_one(Match, match_id).state is MatchState.VOID
        assert verdicts(database, match_id) == [None, None]


@on_loop
async def test_a_worker_that_gets_its_own_match_again_replaces_its_older_attempt(
    database, redis, redis_process, runner, bots, monkeypatch
):
    match_id = new_match(database, bots)
    async with seated(bots, redis_process, monkeypatch) as table:
        table.answering.clear()
        first = begin(asyncio.to_thread(runner.play, match_id))
        for bot in table.bots:
            begin(table.answer(bot))
        await table.asked.wait()
        with database.write() as session:  # the worker stood still, its lease lapsed
            assert claims.release(session, match_id, 1)
        second = begin(asyncio.to_thread(runner.play, match_id))
        assert await first == "fenced"
        table.answering.set()
        assert await second == "finished"
    assert verdicts(database, match_id) == ["finished", "finished"]


@on_loop
async def test_a_bot_that_resigns_when_the_match_starts_has_lost_at_once(
    database, redis, redis_process, runner, bots, monkeypatch
):
    match_id = new_match(database, bots)
    async with seated(bots, redis_process, monkeypatch) as table:
        playing = begin(asyncio.to_thread(runner.play, match_id))
        for bot in table.bots:
            await bot.until("match_started")
            await bot.send(resign=Resign(match_id=str(match_id)))
        assert await playing == "finished"
    assert verdicts(database, match_id) == ["resigned", "resigned"]


@on_loop
async def test_the_next_worker_hears_that_a_bot_has_resigned(database, redis, redis_process, bots, monkeypatch):
    async with seated(bots, redis_process, monkeypatch) as table:
        started = MatchStarted(match_id="5", seat=1)
        table.agent._received(joining(bots[1], "w1", 1, started))
        await table.bots[1].until("match_started")
        await table.bots[1].send(resign=Resign(match_id="5"))
        await until(lambda: redis.llen(inbox("w1")))
        table.agent._received(joining(bots[1], "w2", 2, started))
        await until(lambda: redis.llen(inbox("w2")))
        envelope = unpacked(redis.lindex(inbox("w2"), 0))
        assert (envelope.kind, envelope.head["match"]) == ("resigned", "5")


@on_loop
async def test_a_bot_that_left_one_gateway_for_another_is_not_disconnected_though_nobody_heard_of_it(
    redis, redis_process
):
    show(redis, 7)
    client = Redis.from_url(redis_process.url)
    writer = JournalWriter(client, lambda *_: None)
    relay = RedisRelay(client, "w", writer)
    judge = Judge()
    await relay.prepare(RedisJournal("1", 1, [], writer), ["7"])
    relay.join("7", MatchStarted(match_id="1"), judge)
    relay.ask("7", Question("1", 0, 0, 2, 5000, b""))
    verdict = {"verdict": "disconnected", "detail": "", "sent": ""}
    redis.set(keys.presence(7), redis.get(keys.presence(7)).replace(b'"g"', b'"h"'))
    redis.set(keys.gateway("h"), 1)
    relay.received(Envelope("answer", {"match": "1", "bot": "7", "seat": 0, "epoch": 1, **verdict}))
    await until(lambda: relay._seats["1", "7"].gateway == "h")
    assert judge.answers == []
    redis.delete(keys.presence(7))
    relay.received(Envelope("answer", {"match": "1", "bot": "7", "seat": 0, "epoch": 2, **verdict}))
    await until(lambda: [answer.verdict for answer in judge.answers] == ["disconnected"])
    await relay.forget("1", ["7"])
    await client.aclose()


class Judge:
    """A match's side that writes down what it is told."""

    def __init__(self):
        self.answers = []

    def answered(self, _seat, answer):
        self.answers.append(answer)


@on_loop
async def test_a_bot_is_shown_where_it_dialled_in_last(redis, redis_process, bots, monkeypatch):
    async with seated(bots, redis_process, monkeypatch) as table:
        connection = table.place.connections.of(str(bots[0]))
        shown = redis.get(keys.presence(bots[0]))
        later = shown.replace(b'"gateway":"g"', b'"gateway":"h"').replace(b'"arrival":', b'"arrival":9')
        redis.set(keys.presence(bots[0]), later)
        assert not await table.agent.presence._show(connection)
        assert redis.get(keys.presence(bots[0])) == later, "a gateway that went on after a stall hides no newer session"


@on_loop
async def test_the_older_of_two_sessions_at_two_gateways_is_ended(redis, redis_process, bots, monkeypatch):
    name = str(bots[0])
    async with seated(bots, redis_process, monkeypatch) as table, house(name) as place:
        client = Redis.from_url(redis_process.url)
        second = GatewayAgent(place.connections, client, "h")
        await second.start()
        async with raw_bot(place, name) as newer:
            await until(lambda: b'"gateway":"h"' in (redis.get(keys.presence(name)) or b""))
            await table.agent.presence.show_everything()  # its next beat
            notice = (await table.bots[0].until("notice")).notice
            assert notice.code == NoticeCode.NOTICE_CODE_TAKEN_OVER
            assert await table.bots[0].status() == "ABORTED"
            await second.presence.show_everything()
            assert place.connections.present(name), "the newer one plays on"
            assert b'"gateway":"h"' in redis.get(keys.presence(name))
            assert newer.welcome is not None
        await second.stop()
        await client.aclose()


@on_loop
async def test_what_a_dead_gateway_left_behind_ends_no_session(redis, redis_process, bots, monkeypatch):
    async with seated(bots, redis_process, monkeypatch) as table:
        shown = redis.get(keys.presence(bots[0]))
        later = shown.replace(b'"gateway":"g"', b'"gateway":"h"').replace(b'"arrival":', b'"arrival":9')
        redis.set(keys.presence(bots[0]), later)  # Redis' clock was set back meanwhile
        await table.agent.presence.show_everything()
        assert table.place.connections.present(str(bots[0]))


@on_loop
async def test_a_bot_has_left_when_its_gateway_saw_it_leave(redis, redis_process, bots, monkeypatch):
    async with seated(bots, redis_process, monkeypatch) as table:
        assert lost(redis, bots) == set()
        await table.bots[0].call.done_writing()
        await until(lambda: not present(redis, bots[:1]))
        assert lost(redis, bots) == set(), "it closed its stream"
        redis.delete(keys.presence(bots[1]))  # its gateway stalls or died
        assert lost(redis, bots) == {bots[1]}
        await table.agent.presence.show_everything()
        assert lost(redis, bots) == set()
        table.place.connections.drain()
        await table.agent.stop()
        assert lost(redis, bots) == {bots[1]}, "it was asked to redial"
        assert 0 < redis.ttl(keys.held(bots[1])) <= keys.REDIAL_SECONDS


@on_loop
async def test_a_bot_that_leaves_while_it_is_shown_has_left(redis, redis_process, bots, monkeypatch):
    async with seated(bots, redis_process, monkeypatch) as table:
        connection, show_bot = table.place.connections.of(str(bots[0])), table.agent.presence._show_bot

        async def late(**given):
            await table.bots[0].call.done_writing()
            await until(lambda: not present(redis, bots[:1]))  # hidden, before this beat reaches Redis
            return await show_bot(**given)

        monkeypatch.setattr(table.agent.presence, "_show_bot", late)
        await table.agent.presence._show(connection)
        assert (present(redis, bots[:1]), lost(redis, bots[:1])) == ({}, set())


@on_loop
async def test_a_bot_whose_gateway_stalls_is_not_disconnected_at_the_worker_that_takes_its_match_over(
    redis, redis_process, monkeypatch
):
    monkeypatch.setattr("arena.worker.bot_locations.LOOK_SECONDS", 0.02)
    redis.set(keys.GATEWAYS, 1)  # another one lives
    redis.set(keys.held(7), "g 1")  # and that of the bot was never heard of again
    client = Redis.from_url(redis_process.url)
    broken = []
    writer = JournalWriter(client, lambda _, why: broken.append(str(why)))
    relay = RedisRelay(client, "w", writer)
    judge = Judge()
    await relay.prepare(RedisJournal("1", 1, [], writer), ["7"])
    relay.join("7", MatchStarted(match_id="1"), judge)
    relay.ask("7", Question("1", 0, 0, 2, 50, b""))
    await until(lambda: broken)
    assert (judge.answers, broken) == ([], ["decision 0 of seat 1 got no answer, and no gateway can tell why"])
    await relay.forget("1", ["7"])
    await client.aclose()


def test_a_scheduler_that_stood_still_counts_nobodys_absence(database, redis, bots):
    redis.set(keys.GATEWAYS, 1)
    match_id = new_match(database, bots)
    now, patience = utcnow(), timedelta(seconds=60)
    with database.read() as session:
        match = session.get_one(Match, match_id)
        match.ready_at = now - timedelta(hours=1)

        def waits(at, here=()):
            absences = Absences(redis, here, [bot for bot in bots if bot not in here], at, patience)
            return absences.waited_for(match, bots[0])

        redis.set(keys.CLOSED, (now - timedelta(hours=1)).timestamp())
        Absences(redis, bots, [], now, patience)
        later = now + timedelta(seconds=90)  # stood still meanwhile; the bot redials in this moment
        assert waits(later)
        for seconds in range(0, 70, 10):
            last = waits(later + timedelta(seconds=seconds))
        assert last
        assert not waits(later + timedelta(seconds=70))
        session.expunge_all()


@on_loop
async def test_a_gateway_that_starts_before_redis_answers_waits_for_it(tmp_path):
    server = RedisServer(tmp_path / "redis")
    client = Redis.from_url(server.url)
    async with house("7") as place:
        agent = GatewayAgent(place.connections, client, "g")
        starting = begin(agent.start())
        await asyncio.sleep(0.3)
        assert not starting.done()
        await asyncio.to_thread(server.start)
        try:
            await asyncio.wait_for(starting, LONG)
            with server.client() as books:
                assert books.exists(keys.gateway("g"))
            await agent.stop()
        finally:
            server.stop()
            await client.aclose()


@on_loop
async def test_a_bot_that_left_while_it_was_welcomed_is_not_announced(redis, redis_process, bots, monkeypatch):
    """An envelope without the time of its arrival would fail in the worker that plays its match."""
    async with seated(bots, redis_process, monkeypatch) as table:
        connection = table.place.connections.of(str(bots[0]))
        redis.hset(keys.playing(bots[0]), "1", "w")
        await table.agent.presence._announce(connection)
        await table.agent._post.idle()
        [told] = [unpacked(raw) for raw in redis.lrange(inbox("w"), 0, -1)]
        assert (told.kind, told.head["arrival"] > 0) == ("arrived", True)
        await table.bots[0].call.done_writing()
        await until(lambda: connection.session is None)
        await table.agent.presence._announce(connection)
        await table.agent._post.idle()
        assert redis.llen(inbox("w")) == 1
