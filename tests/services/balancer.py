"""One address in front of several gateways, as a load balancer gives bots: each connection goes to the live gateway with the fewest."""

import asyncio
import threading
from collections import Counter
from contextlib import suppress


class Balancer:
    """Passes bytes on. Gateways that do not answer are passed over."""

    def __init__(self, gateways: list[str]) -> None:
        self._gateways = gateways
        self._open: Counter[str] = Counter()
        self._passing: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.address = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(60)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)
        self._loop.close()

    async def _listen(self) -> str:
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", 0)
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _close(self) -> None:
        self._server.close()
        for task in self._passing:
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._passing.add(task)
        try:
            await self._pass_on(reader, writer)
        except asyncio.CancelledError:
            pass  # the balancer closes
        finally:
            self._passing.discard(task)
            writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for gateway in sorted(self._gateways, key=lambda one: self._open[one]):
            host, port = gateway.rsplit(":", 1)
            self._open[gateway] += 1  # before connecting: two that come at once must not both find it empty
            try:
                upstream, downstream = await asyncio.open_connection(host, int(port))
            except OSError:
                self._open[gateway] -= 1
                continue
            try:
                ways = [asyncio.create_task(_copy(reader, downstream)), asyncio.create_task(_copy(upstream, writer))]
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)
            finally:
                self._open[gateway] -= 1
                downstream.close()
            return


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
