"""Parts that live show themselves; what they log as errors is counted and told."""

import logging
from contextlib import closing

import pytest

from arena.metrics.pulse import MOST_AT_ONCE, ErrorLog, Pulse, start_pulse
from arena.settings import Settings
from arena.transport import keys
from arena.transport.parts import LATEST, errors, parts
from tests.services.cluster import await_until
from tests.services.servers import redis_server

log = logging.getLogger("arena.test")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with redis_server(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture
def redis(server):
    with closing(server.client()) as client:
        client.flushall()
        yield client


@pytest.fixture
def settings(server):
    return Settings(redis_url=server.url)


def test_a_process_is_shown_while_it_lives_and_not_after_it_has_stopped(settings, redis):
    pulse = start_pulse(settings, "gateway")
    await_until(lambda: parts(redis), "it is shown", seconds=60)
    shown = parts(redis)[0]
    assert (shown.part, bool(shown.version), bool(shown.engine)) == ("gateway", True, True)
    assert 0 < redis.ttl(keys.part(shown.name)) <= keys.PART_SECONDS, "a killed one disappears by itself"
    pulse.stop()
    assert parts(redis) == []


def test_errors_are_told_with_their_part_and_warnings_are_not(settings, redis):
    pulse = start_pulse(settings, "web")
    log.error("the first\x1b[2J\nline %s", "x" * 1000)
    log.warning("only a warning")
    pulse.stop()  # reports what is left
    found = errors(redis)
    assert (found.count, len(found.latest)) == (1, 1)
    error = found.latest[0]
    assert (error.part, error.message.startswith("the first")) == ("web", True)
    assert len(error.message) < 400
    assert error.message.isprintable(), "nothing moves the cursor of who reads it"


def test_a_flood_of_errors_is_counted_whole_and_told_in_part(settings, redis):
    for _ in range(LATEST // MOST_AT_ONCE + 2):
        pulse = start_pulse(settings, "web")
        for number in range(100):
            log.error("number %s", number)
        pulse.stop()
    found = errors(redis)
    assert found.count == 100 * (LATEST // MOST_AT_ONCE + 2)
    assert len(found.latest) == LATEST
    assert found.latest[0].message == "number 99", "the newest comes first"


def test_errors_wait_while_redis_is_away(server, settings, redis):
    pulse = Pulse(settings, "web")
    handler: ErrorLog = pulse._errors
    handler.handle(log.makeRecord("x", logging.ERROR, "f", 1, "kept", (), None))
    server.kill()
    try:
        pulse._beat()
    finally:
        server.start()
    pulse._beat()
    found = errors(redis)
    assert (found.count, [one.message for one in found.latest]) == (1, ["kept"])
