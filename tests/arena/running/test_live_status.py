"""What people may see of a running match."""

import asyncio
from random import Random

import pytest
from redis.asyncio import Redis

import engine
from arena.matches import Chosen, MatchSpec, steps
from arena.transport import keys
from arena.transport.live_status import EVENTS, LiveStatusWriter, live_fingerprints, live_status_of, live_statuses


def at_decision(game: str, number: int):
    """A match of random choices at its decision of that number."""
    loop, rng = steps(MatchSpec(game, seats=2, seed=7, hidden_seed=8)), Random(1)
    ask = next(loop)
    for _ in range(number):
        ask = loop.send(Chosen(rng.randrange(len(ask.legal))))
    return ask


@pytest.mark.parametrize("game", engine.games())
def test_every_game_shows_how_far_it_is_points_and_public_events(game):
    ask = at_decision(game, 40)
    found = live_status_of(ask)
    assert found.progress.split()[1].isdigit()
    assert len(found.points) == 2
    assert len(found.events) == EVENTS
    assert found.events == ask.log.since(0, None)[-EVENTS:], "as the public may know them, no seat's own"


def test_what_is_shown_lives_in_redis_for_seconds_and_changes_its_mark(redis, redis_process):
    async def show(*asks):
        line = Redis.from_url(redis_process.url)
        writer = LiveStatusWriter(line)
        for ask in asks:
            await writer.publish({"12": ask})
        await line.aclose()

    asyncio.run(show(at_decision("nippon", 10)))
    first = live_fingerprints(redis, [12, 13])
    assert list(first) == [12]
    assert live_statuses(redis, [12])[12] == live_status_of(at_decision("nippon", 10))
    assert 0 < redis.ttl(keys.live_status(12)) <= keys.LIVE_STATUS_SECONDS
    asyncio.run(show(at_decision("nippon", 10), at_decision("nippon", 30)))
    assert live_fingerprints(redis, [12]) != first
