"""The gRPC server of a gateway: checks tokens, TLS, health, reflection, drain."""

import asyncio
import logging
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, Self

import grpc
from grpc import aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from arena.errors import Unavailable
from arena.gateway.connections import Connections
from arena.gateway.inside import INSIDE, OUTSIDE, Inside
from arena.gateway.limits import CallSlots, Health, HoldUp, RateLimits, Reflection, TooMany, address_of
from arena.gateway.session import Session
from arena.gateway.settings import Settings
from arena.gateway.tokens import BotIdentity, TokenCheck, bearer, refusal
from arena.v1 import bots_pb2

log = logging.getLogger(__name__)

SERVICE = bots_pb2.DESCRIPTOR.services_by_name["BotGateway"].full_name
PLAY = f"/{SERVICE}/Play"
WRONG_TOKEN_SECONDS = 1.0
MOST_HELD_UP = 64
"""Bots that wait for their refusal, and as many callers without a token. Each takes memory, and leaves a hole when it goes."""
MOST_KNOWN = 10_000
TOO_OFTEN = "this bot dials in too often; once in five seconds is allowed, and 20 times in a row"
KEPT_DESCRIPTORS = 128
"""For Redis, the database, logs and whatever else the gateway opens."""
ENOUGH_DESCRIPTORS = 65_536
"""More connections than one address has ports."""
FEW_DESCRIPTORS = 16_384


Carried = Callable[[str], Awaitable[str]]
"""The bot whose sandbox a connection comes from, by gRPC's name of the peer; empty: nobody knows."""


class Service(Protocol):
    """What is served beside the bots' gateway, on the same port."""

    name: str

    def register(self, server: Any) -> None:
        """Put its methods into a gRPC server."""


class Gateway:
    """A listening gateway. `async with Gateway(connections, tokens) as gateway: … gateway.address`."""

    def __init__(
        self,
        connections: Connections,
        tokens: TokenCheck,
        settings: Settings | None = None,
        services: Sequence[Service] = (),
        carried: Carried | None = None,
    ) -> None:
        self.connections = connections
        self.settings = settings or connections.settings
        self.address = ""
        """host:port once it listens."""
        self._tokens = tokens
        self._services = services
        self._carried = carried
        self._server: Any = aio.server(options=_options(self.settings), maximum_concurrent_rpcs=self.settings.streams)
        options = _options(self.settings)
        self.inside = (
            Inside(self.settings.hosted, SERVICE, self._play_inside, options) if self.settings.hosted else None
        )
        """Where hosted bots come in; None: at the same address as all others."""
        self._strangers = CallSlots(self.settings.strangers, self.settings.strangers_per_address)
        most = min(MOST_HELD_UP, self.settings.streams // 8)  # who waits takes a place of gRPC's
        self._strangers_hold_up = HoldUp(self.settings.refusal_seconds, most)
        self._health = Health(self._strangers, self.settings.stranger_seconds, self._strangers_hold_up)
        self._dialling = CallSlots(self.settings.streams, self.settings.dialling_per_address)
        """Streams whose token is being looked up."""
        clock = asyncio.get_running_loop().time
        self._wrong_tokens = RateLimits(30, 1.0, clock)
        """By address: one that tries more of them waits for each look-up."""
        self.dials = RateLimits(20, 0.2, clock)
        """By bot: a dial costs far more than a message, with a look and a line in the database and two in Redis."""
        self._stopped: asyncio.Task[None] | None = None
        self._open: Counter[str] = Counter()  # streams by bot
        self._known: dict[int, str] = {}
        """Bots by hashes of their tokens. It lets no bot in; it only saves look-ups of those that are refused."""
        self._hold_up = HoldUp(self.settings.refusal_seconds, most)

    async def start(self) -> None:
        """Listen. OSError if the address is taken."""
        handler = grpc.stream_stream_rpc_method_handler(self._play)  # no serialisers: messages stay bytes
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        for service in self._services:
            service.register(self._server)
        names = (SERVICE, *(service.name for service in self._services), health.SERVICE_NAME, reflection.SERVICE_NAME)
        described = Reflection(names, self._strangers, self.settings.stranger_seconds, self._strangers_hold_up)
        reflection_pb2_grpc.add_ServerReflectionServicer_to_server(described, self._server)
        self.address = self._listen()
        await self._server.start()
        if self.inside is not None:
            await self.inside.start()
        await self._report(health_pb2.HealthCheckResponse.SERVING)

    async def drain(self, grace: float = 5.0) -> None:
        """Tell every bot to redial, then stop. The connections keep matches and pending decisions."""
        if self._stopped is None:
            self._stopped = asyncio.get_running_loop().create_task(self._drain(grace))
        await asyncio.shield(self._stopped)

    async def run_until_signalled(self) -> None:
        """Serve until SIGTERM or SIGINT, then drain."""
        loop, asked = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, asked.set)
        try:
            await asked.wait()
            await self.drain()
        finally:
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.remove_signal_handler(number)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.drain()

    async def _drain(self, grace: float) -> None:
        await self._report(health_pb2.HealthCheckResponse.NOT_SERVING)
        self.connections.drain()
        await asyncio.gather(*(server.stop(grace) for server in (self._server, self.inside) if server is not None))

    async def _report(self, status: Any) -> None:
        for name in ("", SERVICE, *(service.name for service in self._services)):
            await self._health.set(name, status)

    def _listen(self) -> str:
        settings = self.settings
        where = settings.host if settings.host.startswith("unix:") else f"{settings.host}:{settings.port}"
        try:
            if settings.tls_certificate is None or settings.tls_key is None:
                port = self._server.add_insecure_port(where)
            else:
                pair = (settings.tls_key.read_bytes(), settings.tls_certificate.read_bytes())
                port = self._server.add_secure_port(where, grpc.ssl_server_credentials([pair]))
        except RuntimeError as error:
            raise OSError(f"cannot listen on {where}: {error}") from None
        return where if settings.host.startswith("unix:") else f"{settings.host}:{port}"

    async def _play(self, _: Any, context: Any) -> None:
        await self._play_from(context, address_of(context.peer()), inside=False)

    async def _play_inside(self, _: Any, context: Any) -> None:
        # All bots of a runner have its address; their ports tell them apart.
        await self._play_from(context, context.peer(), inside=True)

    async def _play_from(self, context: Any, address: str, *, inside: bool) -> None:
        token = bearer(context.invocation_metadata())
        try:
            self._check_known(token)
            identity = await self._looked_up(token, address) if token else None
            if identity is not None:
                self._check(identity.bot_id, token)
        except TooMany as refused:
            await self._hold_up.wait()
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, str(refused))
            return
        if identity is None:
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, refusal(token))
        elif self.inside is not None and identity.hosted != inside:
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, INSIDE if inside else OUTSIDE)
        elif inside and await self._is_anothers(context.peer(), identity):
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, INSIDE)
        elif identity.refused:
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, identity.refused)
        else:
            await self._session(context, identity)

    async def _is_anothers(self, peer: str, identity: BotIdentity) -> bool:
        """Whether the connection comes from the sandbox of another bot."""
        if self._carried is None:
            return False
        try:
            return await self._carried(peer) not in {"", identity.bot_id}
        except Unavailable as error:
            log.warning("%s is let in without a look at where it comes from: %s", identity, error)
            return False

    def _check_known(self, token: str | None) -> None:
        """Refuse a bot that asks too much before its token is looked up again: that costs more than all the rest of a dial."""
        bot_id = self._known.get(hash(token))
        if bot_id is not None:
            self._check_flood(bot_id)
            if self.dials.is_empty(bot_id):
                raise TooMany(TOO_OFTEN)

    def _check(self, bot_id: str, token: str | None) -> None:
        """Refuse a bot that asks too much."""
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[hash(token)] = bot_id
        if self._open[bot_id] >= self.settings.streams_per_bot:
            raise TooMany(
                f"this bot has {self._open[bot_id]} streams open already, of which one at most is its session"
            )
        self._check_flood(bot_id)
        if not self.dials.take(bot_id):
            raise TooMany(TOO_OFTEN)

    def _check_flood(self, bot_id: str) -> None:
        left = self.connections.banned.left(bot_id)
        if left > 0:
            raise TooMany(f"this bot sent too many messages that answer nothing; it is let in again in {left:.0f} s")

    async def _looked_up(self, token: str, address: str) -> BotIdentity | None:
        """The bot of a token. An address that has tried many wrong ones waits for each look-up, without delaying others."""
        with self._dialling.taken(address):
            if self._wrong_tokens.is_empty(address):
                await asyncio.sleep(WRONG_TOKEN_SECONDS)
            identity = await self._tokens.bot_of(token)
        if identity is None:
            self._wrong_tokens.take(address)
        return identity

    async def _session(self, context: Any, identity: BotIdentity) -> None:
        self._open[identity.bot_id] += 1
        try:
            await Session(self.connections, context, identity).serve()
        finally:
            self._open[identity.bot_id] -= 1
            if not self._open[identity.bot_id]:
                del self._open[identity.bot_id]


def _options(settings: Settings) -> list[tuple[str, int]]:
    return [
        ("grpc.so_reuseport", 0),  # a second gateway on the same port must fail, not share it
        ("grpc.max_receive_message_length", settings.hard_message_bytes),
        ("grpc.max_send_message_length", 16 * 1024 * 1024),
        ("grpc.max_concurrent_streams", 128),
        ("grpc.enable_channelz", 0),  # its records of every connection and call, which nobody reads
        ("grpc.http2.lookahead_bytes", settings.message_bytes),  # what may wait in a stream that is not read
        ("grpc.http2.bdp_probe", 0),  # or a flood would widen that
        ("grpc.max_connection_idle_ms", int(settings.idle_seconds * 1000)),
        ("grpc.server_handshake_timeout_ms", int(settings.handshake_seconds * 1000)),
        (
            "grpc.max_allowed_incoming_connections",
            settings.connections or max(64, raise_descriptor_limit() - KEPT_DESCRIPTORS),
        ),
        ("grpc.keepalive_time_ms", 20_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
        ("grpc.http2.max_ping_strikes", 0),  # bots may keep a quiet stream alive as they like
    ]


def raise_descriptor_limit() -> int:
    """Raise this process's soft limit of file descriptors as far as allowed; how many there are now.

    Every connection takes one, and the usual soft limit of 1,024 is soon used up.
    """
    try:
        import resource
    except ImportError:  # not Unix
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    if soft != resource.RLIM_INFINITY and soft < FEW_DESCRIPTORS:
        log.warning("only %d file descriptors: raise the hard limit (ulimit -Hn) to %d or more", soft, FEW_DESCRIPTORS)
    return ENOUGH_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
