"""Hostile bots and a hostile visitor, as processes: `python -m tests.faults.adversary flooder`.

* `flooder` sends whatever answers nothing as fast as it can, and dials again whenever it is cut off;
* `resigner` gives every match up the moment it starts, three times over;
* `liar` says impossible things about itself and in its notes, another version each time it dials in, and answers out of range now and then;
* `visitor` has no token: it holds gRPC streams and half-open HTTP connections, and asks the site for paths that nobody has.

They run at the lowest priority: real ones have machines of their own, so what they cost the arena is what the arena does about them.
"""

import itertools
import os
import random
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from queue import SimpleQueue
from urllib.parse import quote, urlsplit

import grpc
from grpc_health.v1.health_pb2 import HealthCheckRequest
from grpc_health.v1.health_pb2_grpc import HealthStub

from arena.gateway.server import PLAY
from arena.v1.bots_pb2 import ArenaMessage, BotMessage, Choice, DecisionId, Hello, Pong, Resign
from tests.faults.quick import QuickCluster

HOSTILE_BOTS = ("flooder", "resigner", "liar")
STRANGE = ("\0", "\x1b[2J", "\u202e", "a\u0301" * 400, "x" * 4000, "²", "\r\nadmin: true")
PATHS = (
    "/matches/²",
    "/bots/%00",
    "/?page=" + "9" * 5000,
    "/seasons/../../etc/passwd",
    "/api/v1/matches?limit=-1",
    "/live/matches/1e9",
)


class Stream:
    """One stream to the gateway; *say* may be called from anywhere."""

    def __init__(self, first: Hello) -> None:
        self._channel = grpc.insecure_channel(os.environ["ARENA_ENDPOINT"])
        self._out: SimpleQueue[bytes | None] = SimpleQueue()
        self.say(hello=first)
        token = (("authorization", f"Bearer {os.environ['ARENA_TOKEN']}"),)
        self._call = self._channel.stream_stream(PLAY)(iter(self._out.get, None), metadata=token)

    def say(self, **kind: object) -> None:
        self._out.put(BotMessage(**kind).SerializeToString())

    def say_bytes(self, raw: bytes) -> None:
        self._out.put(raw)

    def messages(self) -> Iterator[ArenaMessage]:
        """What the arena says; pings are answered."""
        try:
            for raw in self._call:
                message = ArenaMessage.FromString(raw)
                if message.WhichOneof("kind") == "ping":
                    self.say(pong=Pong(nonce=message.ping.nonce))
                yield message
        except grpc.RpcError:
            return
        finally:
            self._out.put(None)
            self._channel.close()


def flooder() -> None:
    """One session of it."""
    stream = Stream(Hello(bot_version="1", language="flood", matches_at_once=2))
    over = threading.Event()

    def flood() -> None:
        for number in itertools.count():
            if over.is_set():
                return
            stream.say(resign=Resign(match_id=str(number % 50)))
            stream.say(choice=Choice(decision=DecisionId(match_id="1", number=number, nonce=7), index=number))
            stream.say_bytes(os.urandom(40))
            time.sleep(0.0005)

    threading.Thread(target=flood, daemon=True).start()
    for _ in stream.messages():
        pass
    over.set()


def resigner() -> None:
    """One session of it."""
    stream = Stream(Hello(bot_version="1", language="resign", matches_at_once=2))
    for message in stream.messages():
        if message.WhichOneof("kind") == "match_started":
            for _ in range(3):
                stream.say(resign=Resign(match_id=message.match_started.match_id))


def liar() -> None:
    """One session of it."""
    lie = random.choice(STRANGE)
    stream = Stream(
        Hello(bot_version=f"{lie}{random.random()}", language=lie, games=["tiny", lie], matches_at_once=2**31 - 1)
    )
    for message in stream.messages():
        if message.WhichOneof("kind") == "decision":
            asked = message.decision
            index = 10**6 if random.random() < 0.02 else 0
            stream.say(choice=Choice(decision=asked.id, index=index, note=random.choice(STRANGE), value=float("nan")))


def visitor() -> None:
    """Once round: streams that are held, connections that say half of what they want, and strange addresses."""
    channel = grpc.insecure_channel(os.environ["ARENA_ENDPOINT"])
    watching = [HealthStub(channel).Watch(HealthCheckRequest()) for _ in range(200)]
    site = urlsplit(os.environ["ARENA_SITE"])
    halves = []
    for _ in range(100):
        with suppress(OSError):
            half = socket.create_connection((site.hostname or "", site.port or 80), 2)
            half.sendall(b"GET / HTTP/1.1\r\nHost: ")
            halves.append(half)
    for path in (*PATHS, *(f"/bots/{quote(word[:50])}" for word in STRANGE)):
        with suppress(OSError, urllib.error.URLError, HTTPException):
            urllib.request.urlopen(f"{site.geturl()}{quote(path, safe='/?=&%')}", timeout=5).read()
    time.sleep(2)
    for call in watching:
        call.cancel()
    channel.close()
    for half in halves:
        half.close()


def start(arena: QuickCluster, tokens: dict[str, str], address: str, site: str) -> list[str]:
    """All of them as parts of the arena's folder; their names."""
    for role in (*HOSTILE_BOTS, "visitor"):
        environment = {
            **arena.environment,
            "ARENA_ENDPOINT": address,
            "ARENA_TOKEN": tokens.get(role, ""),
            "ARENA_SITE": site,
        }
        arena._start(role, [sys.executable, "-m", "tests.faults.adversary", role], environment)
    return [*HOSTILE_BOTS, "visitor"]


def main() -> None:
    os.nice(19)
    role = {"flooder": flooder, "resigner": resigner, "liar": liar, "visitor": visitor}[sys.argv[1]]
    while True:
        with suppress(grpc.RpcError, OSError):
            role()
        time.sleep(0.2)


if __name__ == "__main__":
    main()
