"""The one way out of a sandbox: a Unix socket in a folder of its own, whose bytes go to the gateway and nowhere else."""

import asyncio
import threading
from contextlib import suppress
from pathlib import Path

from arena.sandbox.roots import SOCKET

PIECE = 65536
CONNECT_SECONDS = 10.0
MOST_CONNECTIONS = 8
"""Of one bot at once; it needs one."""


class Relay:
    """Event loop in a thread, with a socket for each bot."""

    def __init__(self, gateway: str) -> None:
        """*gateway* is host:port, or unix:PATH."""
        self._gateway = gateway
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="relay", daemon=True)
        self._thread.start()

    def open(self, folder: Path) -> asyncio.Server:
        """Listen in *folder*."""
        return asyncio.run_coroutine_threadsafe(self._open(folder), self._loop).result(CONNECT_SECONDS)

    async def _open(self, folder: Path) -> asyncio.Server:
        places = asyncio.Semaphore(MOST_CONNECTIONS)

        async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if places.locked():
                writer.close()
                return
            async with places:
                await self._carry(reader, writer)

        server = await asyncio.start_unix_server(carry, folder / SOCKET, limit=PIECE)
        (folder / SOCKET).chmod(0o666)
        return server

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                there = await self._dial()
        except (OSError, TimeoutError):
            writer.close()
            return
        both = [asyncio.create_task(_copy(reader, there[1])), asyncio.create_task(_copy(there[0], writer))]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            for stream in (writer, there[1]):
                stream.close()

    async def _dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._gateway.startswith("unix:"):
            return await asyncio.open_unix_connection(self._gateway.removeprefix("unix:"), limit=PIECE)
        host, _, port = self._gateway.rpartition(":")
        return await asyncio.open_connection(host, int(port), limit=PIECE)

    def shut(self, server: asyncio.Server) -> None:
        """Listen no more; connections end with their bot."""
        self._loop.call_soon_threadsafe(server.close)

    def close(self) -> None:
        """End everything."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(CONNECT_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)  # transports close in the next turn of the loop


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()
