"""The journal in Redis: written without gaps, by the highest attempt only, and never trusted without proof."""

import asyncio
from functools import partial

import pytest
from redis.asyncio import Redis as AsyncRedis

from arena.matches.errors import Fenced
from arena.transport import keys
from arena.transport.inboxes import Envelope, inbox, unpacked
from arena.transport.journals import OPEN, JournalWriter, RedisJournal


def carried(redis_process, work):
    """Run *work(writer, redis)* with a writer that runs."""

    async def main():
        redis = AsyncRedis.from_url(redis_process.url)
        writer = JournalWriter(redis, lambda *_: None)
        writer._run_id = "run-1"
        carrying = asyncio.create_task(writer.run())
        try:
            return await work(writer, redis)
        finally:
            carrying.cancel()
            await redis.aclose()

    return asyncio.run(main())


async def opened(redis, fence, run="run-1", *, began=False):
    names = [keys.journal("7"), keys.journal_proof("7")]
    return await redis.register_script(OPEN)(keys=names, args=[fence, run, int(began)])


def test_lines_and_the_question_after_them_arrive_together(redis, redis_process):
    async def work(writer, asynchronous):
        await opened(asynchronous, 1)
        journal = RedisJournal("7", 1, [], writer)
        journal.append("start", {"match": "x"})
        journal.append("move", {"seat": 0})
        writer.send(journal, partial(writer.post.send, "gateway-1"), Envelope("ask", {"bot": "3"}, b"body\nwith lines"))
        await writer.idle()
        return journal.written

    assert carried(redis_process, work) == 2
    assert redis.llen(keys.journal("7")) == 2
    envelope = unpacked(redis.lpop(inbox("gateway-1")))
    assert (envelope.kind, envelope.head, envelope.body) == ("ask", {"bot": "3"}, b"body\nwith lines")


def test_an_attempt_that_was_replaced_can_neither_write_nor_ask(redis, redis_process):
    async def work(writer, asynchronous):
        await opened(asynchronous, 1)
        broken = []
        writer.on_broken = lambda journal, why: broken.append((journal.match_id, why))
        old = RedisJournal("7", 1, [], writer)
        old.append("start", {})
        await writer.idle()
        word, lines = await opened(asynchronous, 2, began=True)
        assert (word, len(lines)) == (b"ok", 1)
        old.append("move", {})
        writer.send(old, partial(writer.post.send, "gateway-1"), Envelope("ask", {}))
        await writer.idle()
        return broken, await opened(asynchronous, 1, began=True)

    broken, (word, _) = carried(redis_process, work)
    assert [(match_id, type(why)) for match_id, why in broken] == [("7", Fenced)]
    assert word == b"fenced"
    assert redis.llen(keys.journal("7")) == 1
    assert redis.llen(inbox("gateway-1")) == 0


def test_the_next_attempt_goes_on_from_the_lines_and_says_so(redis, redis_process):
    async def work(writer, asynchronous):
        await opened(asynchronous, 1)
        first = RedisJournal("7", 1, [], writer)
        first.append("start", {"match": "x"})
        await writer.idle()
        _, lines = await opened(asynchronous, 2, began=True)
        second = RedisJournal("7", 2, lines, writer)
        await writer.idle()
        return [(entry.kind, entry.fence) for entry in second.entries()]

    assert carried(redis_process, work) == [("start", 1), ("claim", 2)]
    assert redis.llen(keys.journal("7")) == 2


@pytest.mark.parametrize("lose", [1, 3])
def test_a_lost_tail_is_written_anew_by_the_attempt_that_lives(redis, redis_process, lose):
    async def work(writer, asynchronous):
        await opened(asynchronous, 1)
        journal = RedisJournal("7", 1, [], writer)
        for number in range(3):
            journal.append("move", {"number": number})
        await writer.idle()
        for _ in range(lose):
            await asynchronous.rpop(keys.journal("7"))
        journal.append("move", {"number": 3})
        await writer.idle()
        return journal.lines

    assert carried(redis_process, work) == redis.lrange(keys.journal("7"), 0, -1)


def test_a_journal_of_another_redis_process_is_not_trusted(redis, redis_process):
    async def work(writer, asynchronous):
        await opened(asynchronous, 1, "run-1")
        journal = RedisJournal("7", 1, [], writer)
        journal.append("start", {})
        await writer.idle()
        other = await opened(asynchronous, 2, "run-2", began=True)
        writer._run_id = "run-2"
        await writer.rewrite(journal)
        return other, await opened(asynchronous, 2, "run-2", began=True)

    (before, _), (after, lines) = carried(redis_process, work)
    assert before == b"unproved"
    assert after == b"ok"
    assert len(lines) == 1


def test_a_journal_that_is_gone_altogether_is_lost_not_new(redis, redis_process):
    async def work(_post, asynchronous):
        return (await opened(asynchronous, 2, began=True))[0], (await opened(asynchronous, 1))[0]

    assert carried(redis_process, work) == (b"lost", b"ok")


def test_writing_the_same_lines_twice_changes_nothing(redis, redis_process):
    async def work(writer, asynchronous):
        await opened(asynchronous, 1)
        journal = RedisJournal("7", 1, [], writer)
        journal.append("start", {})
        await writer.idle()
        journal.written = 0  # as after a connection that broke before the answer came
        writer.wake(journal)
        await writer.idle()

    carried(redis_process, work)
    assert redis.llen(keys.journal("7")) == 1
