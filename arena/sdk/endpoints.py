"""Where to dial, how securely, and why a dial failed, in words that help an author."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
from grpc import aio

from arena.errors import Invalid
from arena.gateway.settings import is_loopback
from arena.gateway.tokens import AUTHOR_IN_BOT, is_author_token, is_bot_token
from arena.wording import BOT_IN_COMMAND

OPTIONS = (
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 20_000),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    ("grpc.enable_http_proxy", 0),
)


class Unconfigured(Invalid):
    """The bot does not know where to dial or who it is; the sentence says what to set."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address with the token to use there."""

    address: str
    token: str
    plain_text: bool = False
    """Off loopback, TLS is used unless this is set."""
    authority: Path | None = None
    """PEM file of a private certificate authority."""

    def channel(self) -> Any:
        """A new channel to it."""
        return self._channel(aio)

    def blocking_channel(self) -> Any:
        """The same for programs without an event loop."""
        return self._channel(grpc)

    @property
    def is_plain(self) -> bool:
        """Whether it is dialled in plain text: on this machine, and where that is set. A certificate authority means TLS."""
        host = self.address.rsplit(":", 1)[0]
        return self.authority is None and (self.plain_text or is_loopback(host) or self.address.startswith("unix:"))

    def _channel(self, kind: Any) -> Any:
        if self.is_plain:
            return kind.insecure_channel(self.address, options=OPTIONS)
        roots = self.authority.read_bytes() if self.authority else None
        return kind.secure_channel(self.address, grpc.ssl_channel_credentials(roots), options=OPTIONS)


def check_bot_token(token: str, name: str = "ARENA_TOKEN") -> None:
    """Unconfigured if the token, which *name* holds, is an author's."""
    if is_author_token(token):
        raise Unconfigured(f"{name} is {AUTHOR_IN_BOT}")


def check_author_token(token: str, name: str = "ARENA_TOKEN") -> None:
    """Unconfigured if the token, which *name* holds, is a bot's."""
    if is_bot_token(token):
        raise Unconfigured(f"{name} is {BOT_IN_COMMAND}")


def endpoint(address: str | None = None, token: str | None = None) -> Endpoint:
    """From arguments, else from ARENA_ENDPOINT, ARENA_TOKEN, ARENA_PLAIN_TEXT and ARENA_CA."""
    address = address or os.environ.get("ARENA_ENDPOINT", "")
    token = token or os.environ.get("ARENA_TOKEN", "")
    if not address:
        raise Unconfigured("where to dial? Set ARENA_ENDPOINT to host:port, or start the bot through `arena local`")
    if not token:
        raise Unconfigured("which bot is this? Set ARENA_TOKEN to the bot's token")
    return Endpoint(address, token, bool(os.environ.get("ARENA_PLAIN_TEXT")), _authority())


def _authority() -> Path | None:
    name = os.environ.get("ARENA_CA")
    if not name:
        return None
    try:
        Path(name).read_bytes()
    except OSError as error:
        raise Unconfigured(f"ARENA_CA names {name}, which cannot be read: {error.strerror}") from None
    return Path(name)


SECURE, PLAIN = "TLS", "plain text"


def dial_error(where: Endpoint, status: Any, details: str) -> str:
    """A sentence on why a dial failed, with what to try."""
    if status is grpc.StatusCode.UNIMPLEMENTED:
        return "a gRPC server answers, but it is not an arena's gateway: is the address right?"
    if status is not grpc.StatusCode.UNAVAILABLE:
        return details or str(status)
    for sign, sentence in _SIGNS:
        if sign in details:
            return sentence.format(address=where.address, way=PLAIN if where.is_plain else SECURE)
    return f"{details} (this bot dials with {PLAIN if where.is_plain else SECURE})"


_SIGNS = (
    (
        "Connection refused",
        "nothing listens there (connection refused). Is the arena running, and is this its gRPC port? `arena up` uses 50051",
    ),
    ("No such file or directory", "there is no such socket. Is the arena running?"),
    (
        "WRONG_VERSION_NUMBER",
        "the server speaks plain text, but this bot dials with TLS: set ARENA_PLAIN_TEXT=1, or dial the port that has TLS",
    ),
    (
        "CERTIFICATE_VERIFY_FAILED",
        "the server's certificate is not trusted. For a private authority set ARENA_CA to its PEM file",
    ),
    (
        "Expected SETTINGS frame",
        "a web server answers there, not a gateway. Bots dial the arena's gRPC port; `arena up` uses 50051",
    ),
    (
        "Socket closed",
        "the server hung up at once; this bot dials in {way}. If it expects TLS, unset ARENA_PLAIN_TEXT or set ARENA_CA",
    ),
    ("Domain name not found", "the host name is unknown. Is ARENA_ENDPOINT spelt right? It is host:port"),
    ("errors resolving", "the host name cannot be looked up. Is ARENA_ENDPOINT spelt right? It is host:port"),
)
"""Part of gRPC's message, and what it means."""
