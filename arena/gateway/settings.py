"""How a gateway listens, and its limits."""

import ipaddress
from dataclasses import dataclass
from pathlib import Path

from arena.errors import Invalid
from arena.settings import Settings as ServiceSettings
from arena.tls import check_pair


class InvalidSettings(Invalid):
    """A setting that cannot be; the sentence names it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where to listen, how to secure it, and how much a bot may ask of us."""

    host: str = "127.0.0.1"
    port: int = 0
    """0: any free port."""
    tls_certificate: Path | None = None
    """PEM file, the whole chain; with *tls_key* the gateway speaks TLS only."""
    tls_key: Path | None = None
    plain_text: bool = False
    """Plain text on other addresses than loopback: behind a proxy that ends TLS, or on a closed network."""
    hosted: str = ""
    """unix:PATH or host:port, in plain text, for bots that runners host, and for nothing else. Their tokens work only here, so that a bot
    cannot hand its token to a faster machine outside. Empty: they come to the same address as all others.
    """
    message_bytes: int = 16 * 1024
    """Largest message of a bot; larger ones are dropped with a notice."""
    hard_message_bytes: int = 256 * 1024
    """A message above this is not even read: the stream ends with RESOURCE_EXHAUSTED."""
    outbox_bytes: int = 8 * 1024 * 1024
    """How much may wait for a bot that does not read."""
    matches_at_once: int = 16
    """The most matches at once that a bot is granted."""
    hello_seconds: float = 20.0
    """How long a stream may stay silent before its Hello."""
    ping_seconds: float = 10.0
    """Between pings that measure the round trip."""
    linger_seconds: float = 1.0
    """How long a stream that we end stays open for the bot to read the last notice and close it itself. A client whose
    write crosses our status would see a misleading error instead."""
    refusal_seconds: float = 2.0
    """How long a bot that dials in too often or has flooded, or a caller too many without a token, waits for its refusal."""
    redial_seconds: float = 30.0
    """How long clocks pause for a bot whose gateway drained."""
    streams: int = 10_000
    """Sessions of one gateway."""
    streams_per_bot: int = 8
    """Streams with the token of one bot. Only one can be its session, but they live for a moment while one takes over from another;
    without this limit one token could take every place there is."""

    strangers: int = 64
    """Calls at once without a token: watching health, reflection. They never take a bot's place."""
    strangers_per_address: int = 8
    """The same from one address (of IPv6: from one /64 network)."""
    stranger_seconds: float = 300.0
    """How long such a call may last."""
    dialling_per_address: int = 64
    """Streams from one address whose token is being looked up."""
    handshake_seconds: float = 10.0
    """How long a connection may take until it speaks HTTP/2."""
    idle_seconds: float = 5.0
    """How long a connection may stay open without a call; clients open another when they need one. Refused callers that keep theirs open would
    otherwise pile up: with 120 s a flood held 1,300 connections, and each leaves a hole in the heap."""
    connections: int = 0
    """Connections of one gateway; 0: as many as there are file descriptors, less some for the gateway itself."""

    def __post_init__(self) -> None:
        try:
            check_pair(self.tls_certificate, self.tls_key)
        except Invalid as refusal:
            raise InvalidSettings(str(refusal)) from None
        if not 0 <= self.port <= 65535:
            raise InvalidSettings(f"port must be from 0 to 65535; got {self.port}")
        if self.tls_certificate is None and not self.plain_text and not is_loopback(self.host):
            raise InvalidSettings(
                f"{self.host} is not loopback: tokens would travel in plain text. "
                "Set tls_certificate and tls_key, or set grpc_plain_text (ARENA_GRPC_PLAIN_TEXT=true) if a proxy "
                "encrypts them or the network is closed"
            )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    if host == "localhost" or host.startswith("unix:"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def gateway_settings(settings: ServiceSettings) -> Settings:
    """The gateway's part of the settings."""
    return Settings(
        host=settings.grpc_host,
        port=settings.grpc_port,
        tls_certificate=Path(settings.tls_certificate) if settings.tls_certificate else None,
        tls_key=Path(settings.tls_key) if settings.tls_key else None,
        plain_text=settings.grpc_plain_text,
        hosted=settings.hosted_address,
    )
