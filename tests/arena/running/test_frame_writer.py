"""A worker writes frames of the matches that somebody watches, and of no others."""

import asyncio
from random import Random

import orjson
import pytest
from redis.asyncio import Redis

from arena.matches import Chosen, MatchSpec, steps
from arena.transport import keys, live_frames
from arena.viewer.changes import applied
from arena.worker.frame_writer import FrameWriter

SPEC = MatchSpec("iki", seats=2, seed=7, hidden_seed=8, players=("secret-one", "secret-two"))


class Match:
    """A match of random choices that goes on when a test says so."""

    def __init__(self):
        self.loop, self.rng, self.record = steps(SPEC), Random(1), None
        self.ask = next(self.loop)

    def go_on(self, decisions=10_000):
        for _ in range(decisions):
            try:
                self.ask = self.loop.send(Chosen(self.rng.randrange(len(self.ask.legal))))
            except StopIteration as over:
                self.record = over.value
                return


@pytest.fixture
def run(redis, redis_process):
    """Run a coroutine function with a writer."""

    def running(use):
        async def within():
            line = Redis.from_url(redis_process.url)
            try:
                await use(FrameWriter(line), Match())
            finally:
                await line.aclose()

        asyncio.run(within())

    return running


def entries(redis):
    return [orjson.loads(entry) for entry in live_frames.read(redis, "12", 0).entries]


def test_nobody_watches_nothing_is_written(run, redis):
    async def use(writer, match):
        match.go_on(20)
        await writer.publish({"12": match.ask}, {"12": SPEC})
        match.go_on()
        await writer.finish("12", match.record)

    run(use)
    assert redis.keys("arena:frames:*") == []


def test_a_watched_match_grows_and_ends(run, redis):
    async def use(writer, match):
        live_frames.watch(redis, ["12"])
        match.go_on(30)
        await writer.publish({"12": match.ask}, {"12": SPEC})
        some = entries(redis)
        match.go_on(30)
        await writer.publish({"12": match.ask}, {"12": SPEC})
        assert entries(redis)[: len(some)] == some and len(entries(redis)) > len(some) > 1
        match.go_on()
        await writer.finish("12", match.record)
        head, *frames, over = entries(redis)
        view = head["first"]
        for step in frames:
            view = applied(view, step["changes"])
        assert view == match.record.final.view(None)
        assert over["over"] == "finished" and over["result"]["scores"] == list(match.record.scores)
        assert 0 < redis.ttl(keys.live_frames("12")) <= keys.LIVE_FRAMES_SECONDS

    run(use)
    text = b"".join(live_frames.read(redis, "12", 0).entries)
    assert b"secret-" not in text, "who plays is for the site to say"
    assert b'"seed"' not in text and b"hidden_seed" not in text


def test_another_worker_begins_the_list_again(run, redis, redis_process):
    async def use(writer, match):
        live_frames.watch(redis, ["12"])
        match.go_on(30)
        await writer.publish({"12": match.ask}, {"12": SPEC})
        first = live_frames.read(redis, "12", 0)
        line = Redis.from_url(redis_process.url)
        await FrameWriter(line).publish({"12": match.ask}, {"12": SPEC})
        await line.aclose()
        second = live_frames.read(redis, "12", 0)
        assert second.run != first.run and second.entries[1:] == first.entries[1:]

    run(use)


def test_a_match_that_is_watched_again_later_begins_again_whole(run, redis):
    async def use(writer, match):
        live_frames.watch(redis, ["12"])
        await writer.publish({"12": match.ask}, {"12": SPEC})
        redis.delete(keys.watched("12"))
        match.go_on(30)
        await writer.publish({"12": match.ask}, {"12": SPEC})
        assert len(entries(redis)) == 1
        live_frames.watch(redis, ["12"])
        match.go_on(30)
        await writer.publish({"12": match.ask}, {"12": SPEC})
        head, *frames = entries(redis)
        view = head["first"]
        for step in frames:
            view = applied(view, step["changes"])
        assert frames and view["month"] > 1

    run(use)
