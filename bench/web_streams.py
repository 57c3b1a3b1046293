"""Pages beside open live streams: how fast a page answers with none, and with hundreds of streams that all get every change.

    python -m bench.web_streams --address http://127.0.0.1:8000 [--streams 500]

The site must allow that many from one address: ARENA_WEB_STREAMS_PER_ADDRESS=1000. `bench.web` calls `beside_streams`.
"""

import argparse
import asyncio
import http.client
import statistics
import time
from dataclasses import dataclass
from threading import Event, Thread
from typing import Self
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Beside:
    """Milliseconds of one page, asked for one after the other."""

    streams: int
    opened: int
    """How many of them were open to the end."""
    events: int
    """What they got meanwhile, all together."""
    alone_ms: float
    beside_ms: float
    beside_slowest_ms: float


class Watchers:
    """Open streams that read whatever comes, on an event loop in a thread of their own."""

    def __init__(self, host: str, port: int, path: str, count: int) -> None:
        self.events = self.open = 0
        self._place, self._path, self._count = (host, port), path, count
        self._ready = Event()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(120)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(60)

    def _run(self) -> None:
        self._loop.run_until_complete(self._watch())
        self._loop.close()

    async def _watch(self) -> None:
        self._over = asyncio.Event()
        tasks = [asyncio.create_task(self._one()) for _ in range(self._count)]
        deadline = time.monotonic() + 100
        while self.open < self._count and time.monotonic() < deadline and not all(task.done() for task in tasks):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        self._ready.set()
        await self._over.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _one(self) -> None:
        reader, writer = await asyncio.open_connection(*self._place)
        try:
            writer.write(f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".encode())
            if b" 200 " not in await reader.readline():
                return
            self.open += 1
            while line := await reader.readline():
                self.events += line.startswith(b"event: part")
            self.open -= 1
        finally:
            writer.close()


def page_ms(host: str, port: int, path: str, times: int) -> list[float]:
    """How long each of some requests took."""
    line = http.client.HTTPConnection(host, port, timeout=120)
    took = []
    for _ in range(times):
        began = time.perf_counter()
        line.request("GET", path)
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        took.append(1000 * (time.perf_counter() - began))
    line.close()
    return took


def beside_streams(address: str, streams: int = 500, page: str = "/leaderboards", times: int = 40) -> Beside:
    """Measure a page of a running site, without streams and beside them."""
    parts = urlsplit(address)
    host, port = str(parts.hostname), int(parts.port or 80)
    alone = page_ms(host, port, page, times)
    with Watchers(host, port, "/streams/matches", streams) as watching:
        beside = page_ms(host, port, page, times)
        opened, events = watching.open, watching.events
    return Beside(streams, opened, events, statistics.median(alone), statistics.median(beside), max(beside))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", default="http://127.0.0.1:8000")
    parser.add_argument("--streams", type=int, default=500)
    given = parser.parse_args()
    found = beside_streams(given.address, given.streams)
    print(f"streams open          {found.opened} of {found.streams} ({found.events} events)")
    print(f"a page, median        {found.alone_ms:.1f} ms alone, {found.beside_ms:.1f} ms beside the streams")
    print(f"slowest beside them   {found.beside_slowest_ms:.1f} ms")


if __name__ == "__main__":
    main()
