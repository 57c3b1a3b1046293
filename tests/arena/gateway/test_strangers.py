"""Callers without a token cannot keep a bot out, however many streams, connections and wrong tokens they bring."""

import asyncio
import subprocess
import sys
from contextlib import suppress

import grpc
import pytest
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from arena.gateway.limits import MOST_KEPT, RateLimits, address_of
from tests.arena.streams import LONG, RawBot, house, on_loop, raw_bot

WATCH = health_pb2.HealthCheckRequest()


async def codes(calls):
    """How the streams ended that were not let in; the others are still open."""
    ended = []
    for call in calls:
        with suppress(TimeoutError, aio.AioRpcError):
            await asyncio.wait_for(call.read(), LONG)
        if call.done():
            ended.append(await call.code())
    return ended


@on_loop
async def test_watched_health_takes_no_place_of_a_bot():
    async with house("ann", streams=100, strangers=20, strangers_per_address=8) as place:
        channels = [
            aio.insecure_channel(place.address, options=[("grpc.use_local_subchannel_pool", 1)]) for _ in range(3)
        ]
        watched = [health_pb2_grpc.HealthStub(channel).Watch(WATCH) for channel in channels for _ in range(70)]
        refused = await codes(watched)
        assert refused == [grpc.StatusCode.RESOURCE_EXHAUSTED] * (210 - 8)
        async with raw_bot(place, "ann") as ann:
            assert ann.welcome.bot_name == "Ann"
        for channel in channels:
            await channel.close()


@on_loop
async def test_a_caller_without_a_token_waits_for_its_refusal():
    """One that calls again as soon as it is refused does so less often."""
    async with (
        house("ann", strangers_per_address=1, refusal_seconds=0.5) as place,
        aio.insecure_channel(place.address) as channel,
    ):
        watched = health_pb2_grpc.HealthStub(channel).Watch(WATCH)
        await watched.read()
        begun = asyncio.get_running_loop().time()
        refused = health_pb2_grpc.HealthStub(channel).Watch(WATCH)
        assert await asyncio.wait_for(refused.code(), LONG) is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert asyncio.get_running_loop().time() - begun >= 0.5
        watched.cancel()


@on_loop
async def test_reflection_is_limited_and_ends():
    async with (
        house("ann", strangers_per_address=3, stranger_seconds=0.5) as place,
        aio.insecure_channel(place.address) as channel,
    ):
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        calls = [stub.ServerReflectionInfo() for _ in range(10)]
        for call in calls:
            with suppress(aio.AioRpcError):
                await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        assert len(await codes(calls)) >= 7
        ends = [await asyncio.wait_for(call.code(), LONG) for call in calls]
        assert ends.count(grpc.StatusCode.UNAVAILABLE) == 3, "those that were let in have had their time"
        again = health_pb2_grpc.HealthStub(channel).Watch(WATCH)
        assert (await again.read()).status == health_pb2.HealthCheckResponse.SERVING, "their places are free again"
        assert await asyncio.wait_for(again.code(), LONG) is grpc.StatusCode.UNAVAILABLE


@on_loop
async def test_connections_that_say_nothing_are_closed():
    async with house("ann", handshake_seconds=1.0, connections=40) as place:
        host, port = place.address.rsplit(":", 1)
        silent = [await asyncio.open_connection(host, int(port)) for _ in range(100)]
        async with asyncio.timeout(LONG):
            for reader, writer in silent:
                with suppress(ConnectionError):
                    while await reader.read(1024):  # until it is closed from the other side
                        pass
                writer.close()
        async with raw_bot(place, "ann") as ann:
            assert ann.welcome.bot_name == "Ann"


@on_loop
async def test_idle_connections_are_closed_and_clients_do_not_notice():
    async with house("ann", idle_seconds=0.5) as place, aio.insecure_channel(place.address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        await stub.Check(WATCH, timeout=LONG)
        async with asyncio.timeout(LONG):
            while (state := channel.get_state()) is grpc.ChannelConnectivity.READY:
                await channel.wait_for_state_change(state)
        assert (await stub.Check(WATCH, timeout=LONG)).status == health_pb2.HealthCheckResponse.SERVING


@on_loop
async def test_wrong_tokens_are_slowed_down_and_right_ones_come_in(monkeypatch):
    waited = []

    async def counted(seconds):
        waited.append(seconds)

    async with house("ann") as place:
        monkeypatch.setattr("arena.gateway.server.asyncio.sleep", counted)
        for _ in range(40):
            assert await place.gateway._looked_up("wrong", "192.0.2.7") is None
        assert len(waited) >= 9
        before = len(waited)
        assert await place.gateway._looked_up("token-ann", "192.0.2.7") is not None
        assert await place.gateway._looked_up("wrong", "192.0.2.8") is None
        assert len(waited) == before + 1, "other addresses do not wait"
        monkeypatch.undo()
        async with raw_bot(place, "ann") as ann:
            assert ann.welcome.bot_name == "Ann"


@on_loop
async def test_a_bot_that_dials_all_the_time_is_held_off():
    async with house("ann", "bob", linger_seconds=0.01) as place:
        place.gateway.dials = RateLimits(3, 0.0, asyncio.get_running_loop().time)
        for _ in range(3):
            async with raw_bot(place, "ann"):
                pass
        async with RawBot(place.address, "ann") as more:
            assert await more.status() == "RESOURCE_EXHAUSTED"
            assert "dials in too often" in await more.call.details()
        async with raw_bot(place, "bob") as bob:
            assert bob.welcome.bot_name == "Bob"


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("ipv4:192.0.2.7:5000", "192.0.2.7"),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:5000", "2001:db8:1:2::/64"),
        ("ipv6:[2001:db8:1:2::9]:5001", "2001:db8:1:2::/64"),
        ("ipv6:[::ffff:192.0.2.7]:5001", "192.0.2.7"),
        ("ipv6:[fe80::1%25eth0]:5001", "fe80::/64"),
        ("unix:", "unix"),
        ("unix:/run/arena.sock", "unix"),
    ],
)
def test_callers_are_counted_by_address(peer, address):
    assert address_of(peer) == address


def test_allowances_stay_small_and_fill_up():
    now = [0.0]
    allowances = RateLimits(2, 1.0, lambda: now[0])
    assert [allowances.take("a") for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert [allowances.take("a") for _ in range(2)] == [True, False]
    for number in range(3 * MOST_KEPT):
        allowances.take(number)
    assert len(allowances._left) <= MOST_KEPT


def test_descriptors_are_raised_at_the_start():
    pytest.importorskip("resource")
    script = (
        "import resource as r; hard = r.getrlimit(r.RLIMIT_NOFILE)[1]; r.setrlimit(r.RLIMIT_NOFILE, (256, hard));"
        "from arena.gateway.server import raise_descriptor_limit; print(raise_descriptor_limit(), r.getrlimit(r.RLIMIT_NOFILE)[0], hard)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    raised, soft, hard = map(int, done.stdout.split())
    assert raised == soft == (65_536 if hard < 0 else min(hard, 65_536))
