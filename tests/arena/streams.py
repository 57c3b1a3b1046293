"""Helpers for tests over real sockets: an event loop per test, a gateway, and a bot that speaks raw messages."""

import asyncio
import functools
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from grpc import aio

from arena.gateway.connections import Connections
from arena.gateway.server import PLAY, Gateway
from arena.gateway.settings import Settings
from arena.gateway.tokens import BotIdentity, KnownTokens
from arena.matches import MatchSpec
from arena.v1.bots_pb2 import ArenaMessage, BotMessage, Choice, Hello, Pong

LONG = 60.0
"""Seconds that anything may take at most: generous, since a busy machine is slow."""


def on_loop(test):
    """An async test runs on a loop of its own, and never hangs."""

    @functools.wraps(test)
    def wrapped(*args, **kwargs):
        async def bounded():
            async with asyncio.timeout(2 * LONG):
                await test(*args, **kwargs)

        asyncio.run(bounded())

    return wrapped


class House:
    """A connections with a gateway in front; bots are named, and their token is `token-<name>`."""

    def __init__(self, connections, tokens, gateway):
        self.connections, self.tokens, self.gateway = connections, tokens, gateway

    @property
    def address(self):
        return self.gateway.address

    async def reopen(self):
        """Drain the gateway and start another on the same port, with the same connections."""
        port = int(self.address.rsplit(":", 1)[1])
        await self.gateway.drain()
        self.gateway = Gateway(self.connections, self.tokens, replace(self.connections.settings, port=port))
        await self.gateway.start()


@asynccontextmanager
async def house(*names, **settings):
    connections = Connections(Settings(**{"ping_seconds": 3600.0, **settings}))
    tokens = KnownTokens({f"token-{name}": BotIdentity(name, name.title()) for name in names})
    made = House(connections, tokens, Gateway(connections, tokens))
    await made.gateway.start()
    try:
        yield made
    finally:
        await made.gateway.drain(grace=0.2)


async def gone(connections, name):
    """Returns once the connections has noticed that a bot is away."""
    async with asyncio.timeout(LONG):
        while connections.present(name):  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0.01)


class RawBot:
    """Speaks the protocol message by message."""

    def __init__(self, address, name, token=None):
        self.channel = aio.insecure_channel(address, options=[("grpc.enable_http_proxy", 0)])
        metadata = (("authorization", f"Bearer {token or f'token-{name}'}"),)
        self.call = self.channel.stream_stream(PLAY)(metadata=metadata)
        self.welcome = None

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.channel.close()

    async def hello(self, **fields):
        """Say hello, and answer the one ping that comes in tests; the welcome."""
        await self.send(hello=Hello(**fields))
        self.welcome = (await self.until("welcome")).welcome
        ping = (await self.until("ping")).ping
        await self.send(pong=Pong(nonce=ping.nonce))
        return self.welcome

    async def send(self, **kind):
        await self.call.write(BotMessage(**kind).SerializeToString())

    async def send_bytes(self, raw):
        await self.call.write(raw)

    async def read(self):
        """The next message, or None at the end of the stream."""
        raw = await asyncio.wait_for(self.call.read(), LONG)
        return None if raw is aio.EOF else ArenaMessage.FromString(raw)

    async def until(self, kind):
        """The next message of that kind; pings are answered, others skipped."""
        while True:
            message = await self.read()
            assert message is not None, f"the stream ended with {await self.call.code()} before {kind}"
            which = message.WhichOneof("kind")
            if which == kind:
                return message

    async def status(self):
        """How the stream ended; nothing is written any more, so that no write can cross it."""
        with suppress(aio.AioRpcError, asyncio.InvalidStateError):
            await self.call.done_writing()
        while True:
            try:
                if await self.read() is None:
                    break
            except aio.AioRpcError:
                break
        return (await asyncio.wait_for(self.call.code(), LONG)).name

    async def decision(self):
        return (await self.until("decision")).decision

    async def choose(self, decision, index=0, **more):
        await self.send(choice=Choice(decision=decision.id, index=index, **more))

    async def play(self):
        """Answer every decision with the first action until the result comes."""
        while True:
            message = await self.read()
            assert message is not None, f"the stream ended with {await self.call.code()}"
            match message.WhichOneof("kind"):
                case "decision":
                    await self.choose(message.decision)
                case "ping":
                    await self.send(pong=Pong(nonce=message.ping.nonce))
                case "match_result":
                    return message.match_result


@asynccontextmanager
async def raw_bot(house, name, **hello):
    async with RawBot(house.address, name) as bot:
        await bot.hello(**hello)
        yield bot


def tiny_spec(seats=2, **fields):
    return MatchSpec(**{"game": "tiny", "seats": seats, "seed": 5, "hidden_seed": 6, "match_id": "m1", **fields})
