"""Why there is no connection, in words an author can act on: gRPC's own are about sockets and handshakes."""

from typing import Any

import grpc

from arena.sdk.endpoints import Endpoint

SECURE, PLAIN = "TLS", "plain text"


def why_not(where: Endpoint, status: Any, details: str) -> str:
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
"""What gRPC says, and what it means."""
