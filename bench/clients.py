"""Clients that ask a site for pages as fast as they get them, each over one connection that stays open."""

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Load:
    """What some seconds of asking gave."""

    answers: int
    seconds: float
    bytes: int
    processor: float
    """Seconds of processor time the server's process took."""

    @property
    def rate(self) -> float:
        """Pages per second."""
        return self.answers / self.seconds

    @property
    def cost(self) -> float:
        """Milliseconds of processor time per page."""
        return 1000 * self.processor / max(1, self.answers)


def ask(base: str, paths: Sequence[str], clients: int, seconds: float, pid: int) -> Load:
    """So many clients at once, for so long; every answer must be 200."""
    return asyncio.run(_ask(base, paths, clients, seconds, pid))


def once(base: str, paths: Sequence[str], clients: int, pid: int) -> Load:
    """Every page once, by so many clients at once."""
    address = urlsplit(base)

    async def walk() -> list[tuple[int, int]]:
        parts = [paths[number::clients] for number in range(clients)]
        jobs = [_client(address.hostname or "", address.port or 80, part, 0, None) for part in parts if part]
        return await asyncio.gather(*jobs)

    began, used = time.monotonic(), _processor(pid)
    counted = asyncio.run(walk())
    return Load(
        sum(one[0] for one in counted),
        time.monotonic() - began,
        sum(one[1] for one in counted),
        _processor(pid) - used,
    )


async def _ask(base: str, paths: Sequence[str], clients: int, seconds: float, pid: int) -> Load:
    address = urlsplit(base)
    until = time.monotonic() + seconds
    began, used = time.monotonic(), _processor(pid)
    jobs = [_client(address.hostname or "", address.port or 80, paths, number, until) for number in range(clients)]
    counted = await asyncio.gather(*jobs)
    spent = time.monotonic() - began
    answers, size = sum(one[0] for one in counted), sum(one[1] for one in counted)
    return Load(answers, spent, size, _processor(pid) - used)


async def _client(host: str, port: int, paths: Sequence[str], number: int, until: float | None) -> tuple[int, int]:
    """Until that moment; None: each page once."""
    reader, writer = await asyncio.open_connection(host, port)
    answers = size = 0
    at = number * 7919  # clients begin at different pages
    try:
        while answers < len(paths) if until is None else time.monotonic() < until:
            path = paths[at % len(paths)]
            at += 1
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n\r\n".encode())
            size += await _answer(reader, path)
            answers += 1
    finally:
        writer.close()
    return answers, size


async def _answer(reader: asyncio.StreamReader, path: str) -> int:
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise SystemExit(f"{path} answered {head.splitlines()[0].decode()}")
    lines = {name.lower(): value for name, _, value in (line.partition(b": ") for line in head.splitlines()[1:])}
    if b"content-length" in lines:
        return len(await reader.readexactly(int(lines[b"content-length"])))
    size = 0  # in chunks
    while length := int(await reader.readline(), 16):
        size += len(await reader.readexactly(length + 2)) - 2
    await reader.readline()
    return size


def _processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS
