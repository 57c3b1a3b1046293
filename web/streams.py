"""Live parts pushed to viewers as server-sent events: `/streams/matches/12` follows `/live/matches/12`.

`/streams/matches/12/frames` follows the frames of a match (web/live_frames.py), which grow.

Streams live on the event loop and hold no thread. One watcher per process looks once a second at what has changed in the
arena, has each part that somebody follows made once, as the public sees it, and hands the same bytes to all its readers. A reader that is slow gets
the newest state next, never a queue of old ones. A visitor who is refused a stream polls the part instead.
"""

import asyncio
import logging
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import parse_qs

from arena.addresses import household
from arena.metrics import figures
from web.wsgi import Receive, Scope, Send, plain

log = logging.getLogger("web")

NAME = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}"
FOLLOWED = re.compile(
    rf"/streams(/(?:matches|matches/[0-9]{{1,15}}(?:/frames)?|watch/{NAME}"
    rf"|seasons/{NAME}|leagues/{NAME}(?:/tables/[0-9]{{1,15}})?))"
)
TICK_SECONDS = 1.0
"""Between two looks at what has changed."""
SWEEP_SECONDS = 30.0
"""Longest time between two renderings of a part, in seconds: the times it names grow old."""
BEAT_SECONDS = 15.0
"""Longest silence on a stream, in seconds, so that no proxy takes it for dead."""
LONGEST_SECONDS = 3600.0
"""Longest life of a stream, in seconds; browsers then open a new one."""
WRITE_SECONDS = 30.0
"""A reader that does not take one event in this time is disconnected."""
RETRY = b"retry: 5000\n\n"


class Followed(Protocol):
    """What a stream shows, as it is now."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""

    def news(self, seen: str) -> tuple[bytes, str]:
        """Events for a reader that has *seen* some, and what it has seen then; no bytes if there is nothing new."""


@dataclass(frozen=True, slots=True)
class Made:
    """A part as it is now."""

    tag: str
    event: bytes
    is_over: bool = False

    def news(self, seen: str) -> tuple[bytes, str]:
        """The whole part, if the reader has another one."""
        return (b"" if seen == self.tag else self.event), self.tag


@dataclass(slots=True, eq=False)
class Reader:
    """One open stream."""

    wake: asyncio.Event = field(default_factory=asyncio.Event)
    seen: str = ""
    beat: bool = False
    over: bool = False


@dataclass(slots=True, eq=False)
class Topic:
    """A part that somebody follows."""

    path: str
    made: Followed
    at: float
    mark: Any = None
    readers: set[Reader] = field(default_factory=set)

    def wake(self) -> None:
        """Tell all readers to look."""
        for reader in self.readers:
            reader.wake.set()


def event(tag: str, html: str) -> bytes:
    """A part in the form of server-sent events."""
    lines = "".join(f"data: {line}\n" for line in html.splitlines())
    return f"event: part\nid: {tag}\n{lines}\n".encode()


Make = Callable[[str, Followed | None], Awaitable[Followed | None]]
"""Makes the part at a path, from what it was before; None if there is none (any more)."""
Look = Callable[[Collection[str]], Awaitable[Mapping[str, Any]]]
"""A fingerprint for each path: the part is rendered again when it changes."""


class Hub:
    """All streams of this process: an ASGI application for everything under /streams/."""

    def __init__(self, make: Make, look: Look, *, most: int, most_per_address: int, proxies: int = 0) -> None:
        self._make, self._look = make, look
        self._most, self._most_per_address, self._proxies = most, most_per_address, proxies
        self._topics: dict[str, Topic] = {}
        self._by_address: Counter[str] = Counter()
        self._open = 0
        self._over = False
        self._watcher: asyncio.Task[None] | None = None
        figures.STREAMS.set_function(lambda: self._open)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one stream to its end, or say why not."""
        path = FOLLOWED.fullmatch(scope["path"])
        if scope["method"] != "GET":
            await plain(send, 405, "Streams are read.", (b"allow", b"GET"))
            return
        if path is None:
            await plain(send, 404, "There is no such stream.")
            return
        address = address_of(scope, self._proxies)
        if self._over or self._open >= self._most:
            await plain(send, 503, "All streams are taken; ask for the page again instead.", (b"retry-after", b"30"))
            return
        if self._by_address[address] >= self._most_per_address:
            await plain(send, 429, "Your address has too many streams open.", (b"retry-after", b"30"))
            return
        self._open += 1
        self._by_address[address] += 1
        try:
            await self._serve(f"/live{path.group(1)}", _last_seen(scope), receive, send)
        finally:
            self._open -= 1
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    async def close(self) -> None:
        """End all streams."""
        self._over = True
        for topic in self._topics.values():
            topic.wake()
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.gather(self._watcher, return_exceptions=True)

    # One stream

    async def _serve(self, path: str, seen: str, receive: Receive, send: Send) -> None:
        topic = await self._topic(path)
        if topic is None:
            await plain(send, 404, "There is no such stream.")
            return
        reader = Reader(seen=seen)
        topic.readers.add(reader)
        leaving = asyncio.create_task(_left(receive, reader))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await _write(send, RETRY)
            await self._follow(topic, reader, send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (TimeoutError, OSError):
            log.debug("a reader left %s", path)
        finally:
            leaving.cancel()
            topic.readers.discard(reader)
            if not topic.readers and self._topics.get(path) is topic:
                del self._topics[path]

    async def _follow(self, topic: Topic, reader: Reader, send: Send) -> None:
        until = time.monotonic() + LONGEST_SECONDS
        while not (reader.over or self._over) and time.monotonic() < until:
            sent = topic.made
            news, reader.seen = sent.news(reader.seen)
            if news:
                await _write(send, news)
            elif sent.is_over:
                return
            elif reader.beat:
                reader.beat = False
                await _write(send, b": here\n\n")
            else:
                await reader.wake.wait()
                reader.wake.clear()

    async def _topic(self, path: str) -> Topic | None:
        if path not in self._topics:
            first = await self._make(path, None)
            if first is None:
                return None
            self._topics.setdefault(path, Topic(path, first, time.monotonic()))
        if self._watcher is None:
            self._watcher = asyncio.create_task(self._watch())
        return self._topics[path]

    # The watcher

    async def _watch(self) -> None:
        beaten = time.monotonic()
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self._look_around()
            except Exception:
                log.exception("live parts could not be made; they are tried again")
            if time.monotonic() - beaten >= BEAT_SECONDS:
                beaten = time.monotonic()
                for topic in self._topics.values():
                    for reader in topic.readers:
                        reader.beat = True
                    topic.wake()

    async def _look_around(self) -> None:
        if not self._topics:
            return
        marks = await self._look(list(self._topics))
        for topic in list(self._topics.values()):
            mark = marks.get(topic.path)
            if mark != topic.mark or time.monotonic() - topic.at > SWEEP_SECONDS:
                topic.mark = mark
                await self._remake(topic)

    async def _remake(self, topic: Topic) -> None:
        latest = await self._make(topic.path, topic.made)
        topic.at = time.monotonic()
        if latest is None:
            for reader in topic.readers:
                reader.over = True
        else:
            topic.made = latest
        topic.wake()


HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # proxies that gather answers would hold events back
    (b"x-content-type-options", b"nosniff"),
]


async def _write(send: Send, body: bytes) -> None:
    async with asyncio.timeout(WRITE_SECONDS):
        await send({"type": "http.response.body", "body": body, "more_body": True})


async def _left(receive: Receive, reader: Reader) -> None:
    """Notice when the reader hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass
    reader.over = True
    reader.wake.set()


def address_of(scope: Scope, proxies: int) -> str:
    """The visitor's address for limits: the one that the outermost trusted proxy has seen."""
    direct = (scope.get("client") or ("", 0))[0]
    forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    line = [one.strip() for value in forwarded for one in value.decode("latin-1").split(",")]
    return household(line[-proxies] if proxies and len(line) >= proxies else direct)


def _last_seen(scope: Scope) -> str:
    """What a reader had seen before its stream broke, as browsers say; or before it was closed, in the address."""
    broken = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"last-event-id"), "")
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")[:200]).get("after", [""])
    return (broken or asked[0])[:80]
