"""Worker and gateway on one machine: envelopes go through a socket, and nothing is lost with it; an older attempt has no say."""

import asyncio
import socket

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.event_loop import cancelled
from arena.gateway.agent import WorkerListener
from arena.transport import keys
from arena.transport.inboxes import Envelope, Post
from arena.transport.links import SIZE, Link, LinkServer
from arena.transport.pipe import Pipe
from arena.v1.bots_pb2 import MatchResult, MatchStarted
from arena.worker.runner import MatchRunner
from tests.arena.running.test_relay import KEY, begin, joining, new_match, seated, until, verdicts
from tests.arena.streams import on_loop


@pytest.fixture
def linked(database, redis, redis_process, tmp_path):
    """A worker that reaches gateways by their links."""
    opened = MatchRunner(database, redis_process.url, KEY, max_seconds=60, links=tmp_path)
    yield opened
    opened.close()


def note_posts(monkeypatch):
    """The inboxes that something was put into, as it happens."""
    posted, send = [], Post.send

    def noted(post, to, packed):
        posted.append(to)
        send(post, to, packed)

    monkeypatch.setattr(Post, "send", noted)
    return posted


@on_loop
async def test_what_goes_over_a_link_does_not_go_through_redis(
    database,
    redis,
    redis_process,
    linked,
    bots,
    monkeypatch,
    tmp_path,
):
    posted = note_posts(monkeypatch)
    match_id = new_match(database, bots)
    async with seated(bots, redis_process, monkeypatch, tmp_path) as table:
        answering = [begin(table.answer(bot)) for bot in table.bots]
        assert await asyncio.to_thread(linked.play, match_id) == "finished"
        await cancelled(answering)
    assert verdicts(database, match_id) == ["finished", "finished"]
    assert posted == []


@on_loop
async def test_a_link_that_breaks_costs_nobody_the_match(
    database,
    redis,
    redis_process,
    linked,
    bots,
    monkeypatch,
    tmp_path,
):
    posted = note_posts(monkeypatch)
    match_id = new_match(database, bots)
    async with seated(bots, redis_process, monkeypatch, tmp_path) as table:
        answering = [begin(table.answer(bot)) for bot in table.bots]
        playing = begin(asyncio.to_thread(linked.play, match_id))
        await table.asked.wait()
        for link in list(table.agent._links._links):
            link._transport.abort()
        assert await playing == "finished"
        await cancelled(answering)
    assert verdicts(database, match_id) == ["finished", "finished"]
    assert set(posted) == {"g", linked.name}, "the rest goes through Redis, both ways"


@on_loop
async def test_an_attempt_that_was_replaced_has_no_say(redis, redis_process, bots, monkeypatch):
    async with seated(bots, redis_process, monkeypatch) as table:
        started, bot = MatchStarted(match_id="5", seat=0), str(bots[0])
        table.agent._received(joining(bot, "w2", 2, started))
        seat = table.place.connections.of(bot).seats["5"]
        late = {"bot": bot, "match": "5", "attempt": 1}
        asked = {"seat": 0, "number": 9, "choices": 2, "clock_ms": None, "epoch": 7}
        table.agent._received(joining(bot, "w1", 1, started))
        table.agent._received(Envelope("ask", late | asked, b""))
        table.agent._received(Envelope("leave", late, MatchResult(match_id="5").SerializeToString()))
        table.agent._received(Envelope("drop", late))
        assert table.place.connections.of(bot).seats["5"] is seat
        assert (seat.listener.worker, seat.pending) == ("w2", None)
        table.agent._received(Envelope("ask", late | asked | {"attempt": 2}, b""))
        assert seat.pending.question.number == 9


@on_loop
async def test_a_question_that_comes_twice_is_put_once(redis, redis_process, bots, monkeypatch):
    async with seated(bots, redis_process, monkeypatch) as table:
        bot = str(bots[0])
        table.agent._received(joining(bot, "w", 1, MatchStarted(match_id="5")))
        head = {
            "bot": bot,
            "match": "5",
            "attempt": 1,
            "seat": 0,
            "number": 0,
            "choices": 2,
            "clock_ms": None,
            "epoch": 1,
        }
        table.agent._received(Envelope("ask", head, b""))
        await table.bots[0].choose((await table.bots[0].until("decision")).decision)
        seat = table.place.connections.of(bot).seats["5"]
        await until(lambda: seat.pending is None)
        table.agent._received(Envelope("ask", head, b""))
        assert seat.pending is None


@on_loop
async def test_the_leases_of_a_worker_whose_link_ended_end_at_once(
    redis,
    redis_process,
    bots,
    monkeypatch,
    tmp_path,
):
    async with seated(bots, redis_process, monkeypatch, tmp_path) as table:
        loop = asyncio.get_running_loop()
        _, link = await loop.create_unix_connection(lambda: Link(print, print, print), f"{tmp_path}/g.sock")
        for match_id, bot_id in zip(("5", "6"), bots, strict=True):
            link.send(joining(bot_id, "w", 1, MatchStarted(match_id=match_id)).packed())
            await until(lambda of=match_id, bot=bot_id: of in table.place.connections.of(str(bot)).seats)
        redis.set(keys.lease(5), "w 1")
        redis.set(keys.lease(6), "v 2")  # another worker has taken it over
        link.close()
        await until(lambda: redis.get(keys.lease(5)) is None)
        assert redis.get(keys.lease(6)) == b"v 2"


@on_loop
async def test_a_gateway_that_stops_ends_no_lease(redis, redis_process, bots, monkeypatch, tmp_path):
    async with seated(bots, redis_process, monkeypatch, tmp_path) as table:
        closed = asyncio.Event()
        loop = asyncio.get_running_loop()
        _, link = await loop.create_unix_connection(
            lambda: Link(print, print, lambda _: closed.set()), f"{tmp_path}/g.sock"
        )
        link.send(joining(bots[0], "w", 1, MatchStarted(match_id="5")).packed())
        await until(lambda: table.place.connections.of(str(bots[0])).seats)
        redis.set(keys.lease(5), "w 1")
        ended = []
        table.agent._end_leases = ended.append
        await table.agent.stop()
        await closed.wait()
        assert (ended, redis.get(keys.lease(5))) == ([], b"w 1")


@on_loop
async def test_envelopes_arrive_whole_however_they_are_cut():
    got = []
    link = Link(lambda envelope, _: got.append(envelope), print, print)
    packed = [Envelope("ask", {"number": number}, b"x" * number * 1000).packed() for number in range(5)]
    stream = b"".join(SIZE.pack(len(one)) + one for one in packed)
    for at in range(0, len(stream), 7):
        link.data_received(stream[at : at + 7])
    assert [(one.head["number"], len(one.body)) for one in got] == [(number, number * 1000) for number in range(5)]


@on_loop
async def test_a_gateway_removes_the_sockets_of_dead_ones_only(tmp_path):
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(f"{tmp_path}/dead.sock")
    first, second = (LinkServer(tmp_path, name, print) for name in ("first", "second"))
    await first.start()
    await second.start()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.sock", "second.sock"]
    await first.stop()
    await second.stop()
    assert list(tmp_path.iterdir()) == []


@on_loop
async def test_a_listener_without_an_open_link_answers_through_redis(redis, redis_process, bots, monkeypatch):
    posted = note_posts(monkeypatch)
    async with seated(bots, redis_process, monkeypatch) as table:
        closed = Link(print, print, print)
        WorkerListener(table.agent, "w", "5", str(bots[0]), 1, closed).resigned(0)
        await table.agent._post.idle()
    assert posted == ["w"]


@on_loop
async def test_a_pipe_says_what_failed_and_goes_on(redis_process):
    client = Redis.from_url(redis_process.url)
    pipe, answers = Pipe(client), []
    running = begin(pipe.run())
    pipe.call(answers.append, "SET", "a", 1)
    pipe.call(answers.append, "NONSENSE")
    pipe.call(answers.append, "GET", "a")
    await until(lambda: len(answers) == 3)
    assert (answers[0], answers[2]) == (b"OK", b"1")
    assert "unknown command" in str(answers[1])
    await client.client_kill_filter(_type="normal", skipme=True)
    while len(answers) < 4 or answers[-1] != b"1":
        heard = len(answers)
        pipe.call(answers.append, "GET", "a")
        await until(lambda heard=heard: len(answers) > heard)
    await cancelled([running])
    await client.aclose()


@on_loop
async def test_no_error_of_the_library_ends_a_pipe(redis_process, monkeypatch):
    """redis-py raises AttributeError if its reader finds the end of the connection just before it writes."""
    client = Redis.from_url(redis_process.url)
    pipe, answers = Pipe(client), []
    running = begin(pipe.run())
    pipe.call(answers.append, "SET", "a", 1)
    await until(lambda: len(answers) == 1)
    monkeypatch.setattr(pipe._connection, "send_packed_command", None)
    pipe.call(answers.append, "GET", "a")
    await until(lambda: len(answers) == 2)
    assert isinstance(answers[1], RedisError)
    monkeypatch.undo()
    pipe.call(answers.append, "GET", "a")
    await until(lambda: len(answers) == 3)
    assert answers[2] == b"1"
    await cancelled([running])
    await client.aclose()
