"""A runner tells gateways which bot each of its connections carries, so that a token works from the sandbox of its own bot alone."""

import asyncio
from contextlib import asynccontextmanager, suppress
from functools import partial

import pytest
from redis.asyncio import Redis as AsyncRedis

from arena.gateway.connections import Connections
from arena.gateway.inside import INSIDE
from arena.gateway.server import Gateway
from arena.gateway.settings import Settings
from arena.gateway.tokens import BotIdentity, KnownTokens
from arena.runner.relay import Relay
from arena.sandbox.roots import SOCKET
from arena.sdk import Bot
from arena.sdk.client import Client
from arena.sdk.endpoints import Endpoint
from arena.transport import carried
from tests.arena.gateway.test_server import refused
from tests.arena.running.conftest import redis, redis_process
from tests.arena.streams import LONG, on_loop

__all__ = ["redis", "redis_process"]
AI, BO = 7, 8


@asynccontextmanager
async def two_sandboxes(redis, folder, hosted):
    """A gateway, and the sockets of Ai and Bo."""
    tokens = KnownTokens({f"token-{number}": BotIdentity(str(number), "", hosted=True) for number in (AI, BO)})
    connections = Connections(Settings(host=f"unix:{folder}/outside.sock", hosted=hosted))
    known = AsyncRedis(unix_socket_path=redis.connection_pool.connection_kwargs["path"])
    async with Gateway(connections, tokens, carried=partial(carried.bot_of, known)) as gateway:
        relay = await asyncio.to_thread(Relay, gateway.inside.address, partial(carried.note, redis))
        for number in (AI, BO):
            (folder / str(number)).mkdir()
            await asyncio.to_thread(relay.open, folder / str(number), number)
        try:
            yield gateway, lambda number: f"unix:{folder}/{number}/{SOCKET}"
        finally:
            await asyncio.to_thread(relay.close)
            await known.aclose()


@pytest.mark.parametrize("hosted", ["unix:{}/inside.sock", "127.0.0.1:0", "[::1]:0"])
@on_loop
async def test_a_token_works_from_the_sandbox_of_its_bot_alone(redis, tmp_path, hosted):
    async with two_sandboxes(redis, tmp_path, hosted.format(tmp_path)) as (gateway, door):
        assert await refused(door(AI), f"token-{BO}") == INSIDE
        for number in (AI, BO):
            client = Client(Bot(), Endpoint(door(number), f"token-{number}", plain_text=True))
            playing = asyncio.ensure_future(client.play())
            await asyncio.wait_for(gateway.connections.arrived(str(number)), LONG)
            await client.finish()
            assert await asyncio.wait_for(playing, LONG) == 0


@on_loop
async def test_a_connection_that_nobody_has_noted_is_let_in(redis, tmp_path):
    async with two_sandboxes(redis, tmp_path, f"unix:{tmp_path}/inside.sock") as (gateway, _):
        client = Client(Bot(), Endpoint(gateway.inside.address, f"token-{AI}", plain_text=True))
        playing = asyncio.ensure_future(client.play())
        await asyncio.wait_for(gateway.connections.arrived(str(AI)), LONG)
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
