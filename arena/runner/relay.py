"""The one way out of a sandbox: a Unix socket in a separate folder, whose bytes go to the gateway and nowhere else."""

import asyncio
import logging
import socket
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import cast

from arena.event_loop import new_loop
from arena.sandbox.roots import SOCKET

log = logging.getLogger(__name__)

PIECE = 65536
CONNECT_SECONDS = 10.0
Note = Callable[[int, object], None]
"""Told before the first byte passes: the bot, and the name of the runner's end towards the gateway."""
MOST_CONNECTIONS = 4
"""Of one bot at once; it needs one, and another while it dials in again."""
QUICK_DIALS, DIAL_SECONDS = 10, 2.0
"""So many connections of a bot are taken at once; each further one waits until this long after the one before."""
BYTES_A_SECOND = 2**20
"""Of one connection, from the bot; after a burst of as many. A choice takes about 30."""


class Relay:
    """Event loop in a thread, with a socket for each bot."""

    def __init__(self, gateway: str, note: Note | None = None) -> None:
        """*gateway* is host:port, or unix:PATH."""
        self._gateway, self._note = gateway, note
        self._doors: dict[Path, _Door] = {}
        """Of each bot, by its folder."""
        self._loop = new_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="relay", daemon=True)
        self._thread.start()

    def open(self, folder: Path, bot_id: int = 0) -> None:
        """Listen in *folder*, for that bot."""
        asyncio.run_coroutine_threadsafe(self._open(folder, bot_id), self._loop).result(CONNECT_SECONDS)

    async def _open(self, folder: Path, bot_id: int) -> None:
        self._doors[folder] = _Door(folder / SOCKET, partial(self._dial, bot_id))

    async def _dial(self, bot_id: int, end: "_End") -> None:
        async with asyncio.timeout(CONNECT_SECONDS):
            if self._gateway.startswith("unix:"):
                own = await self._named(self._gateway.removeprefix("unix:"))
                transport, _ = await self._loop.create_unix_connection(lambda: end, sock=own)
            else:
                host, _, port = self._gateway.rpartition(":")
                transport, _ = await self._loop.create_connection(lambda: end, host.strip("[]"), int(port))
            if self._note is not None:
                await self._loop.run_in_executor(None, self._note, bot_id, transport.get_extra_info("sockname"))

    async def _named(self, path: str) -> socket.socket:
        """A connection whose end has a name of its own, which the gateway can see."""
        made = socket.socket(socket.AF_UNIX)
        try:
            made.setblocking(False)
            made.bind(
                f"\0arena-{token_hex(8)}"
            )  # the kernel's own names are few: runners of two machines could have one
            await self._loop.sock_connect(made, path)
        except BaseException:
            made.close()
            raise
        return made

    def shut(self, folder: Path) -> None:
        """Stop listening in *folder*, and close what is open: its bot has ended."""
        self._loop.call_soon_threadsafe(self._shut, folder)

    def _shut(self, folder: Path) -> None:
        door = self._doors.pop(folder, None)
        if door is not None:
            door.close()

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
        for door in self._doors.values():
            door.close()
        await asyncio.sleep(0)  # transports close in the next turn of the loop


class _Door:
    """The socket of one bot. It takes a connection only when there is a place and it is its turn: one that dials without end waits in the kernel."""

    def __init__(self, path: Path, dial: "Dial") -> None:
        self._dial = dial
        self._ends: set[_Inside] = set()
        self._places = asyncio.Semaphore(MOST_CONNECTIONS)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(path))
        path.chmod(0o666)
        self._socket.listen(MOST_CONNECTIONS)
        self._socket.setblocking(False)
        self._taking = asyncio.get_running_loop().create_task(self._take())

    async def _take(self) -> None:
        turns = _Turns()
        with self._socket:
            while True:
                await turns.wait()
                await self._places.acquire()
                try:
                    await self._take_one()
                except OSError as error:  # this process has no files left, perhaps
                    log.warning("a bot's connection could not be taken: %s", error)
                    self._places.release()

    async def _take_one(self) -> None:
        loop = asyncio.get_running_loop()
        taken, _ = await loop.sock_accept(self._socket)
        await loop.connect_accepted_socket(lambda: _Inside(self._dial, self._ends, self._places.release), taken)

    def close(self) -> None:
        """End everything."""
        self._taking.cancel()
        for end in list(self._ends):
            if end.transport is not None:
                end.transport.abort()


class _Turns:
    """When a bot may dial: one that does nothing else would keep the runner and the gateway busy."""

    def __init__(self) -> None:
        self._free_at = float("-inf")

    async def wait(self) -> None:
        """Until it is this dial's turn."""
        now = asyncio.get_running_loop().time()
        self._free_at = max(self._free_at, now - QUICK_DIALS * DIAL_SECONDS) + DIAL_SECONDS
        await asyncio.sleep(max(0.0, self._free_at - now))


class _End(asyncio.Protocol):
    """One end of a connection that is carried: what comes in goes out at the other end, at its pace."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: _End | None = None
        self._pauses: set[str] = set()
        self._early = b""
        """What came in before the other end was there."""
        self._has_met = False

    def pause(self, why: str) -> None:
        """Do not read until every reason to pause is gone."""
        if not self._pauses and self.transport is not None:
            self.transport.pause_reading()
        self._pauses.add(why)

    def resume(self, why: str) -> None:
        """One reason is gone."""
        self._pauses.discard(why)
        if not self._pauses and self.transport is not None and not self.transport.is_closing():
            self.transport.resume_reading()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ready to carry."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's are not of that class
        self.transport.set_write_buffer_limits(PIECE)

    def met(self, other: asyncio.Transport) -> None:
        """The other end is there, and may get what came in."""
        self._has_met = True
        if self._early:
            other.write(self._early)
            self._early = b""
        self.resume("alone")

    def data_received(self, data: bytes) -> None:
        """Pass it on."""
        if self.other is None or self.other.transport is None or not self._has_met:
            self._early += data  # uvloop ignores a pause before the first piece
            self.pause("alone")
        else:
            self.other.transport.write(data)

    def pause_writing(self) -> None:
        """It is full: stop reading the other end."""
        if self.other is not None:
            self.other.pause("full")

    def resume_writing(self) -> None:
        """It takes more again."""
        if self.other is not None:
            self.other.resume("full")

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 (asyncio's signature)
        """Both ends end together."""
        if self.other is not None and self.other.transport is not None:
            self.other.transport.close()


Dial = Callable[[_End], Awaitable[None]]


class _Inside(_End):
    """The end of the bot. It dials the gateway for it."""

    def __init__(self, dial: Dial, ends: set["_Inside"], leave: Callable[[], None]) -> None:
        super().__init__()
        self._dial, self._ends, self._leave = dial, ends, leave
        self._dialling: asyncio.Task[None] | None = None
        self._paid_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Dial."""
        super().connection_made(transport)
        assert self.transport is not None
        self._ends.add(self)
        self._dialling = asyncio.get_running_loop().create_task(self._connect(self.transport))

    async def _connect(self, transport: asyncio.Transport) -> None:
        self.other = _End()
        self.other.other, self.other._has_met = self, True  # this end is there
        try:
            await self._dial(self.other)
        except (OSError, TimeoutError):
            transport.close()
            return
        assert self.other.transport is not None
        if transport.is_closing():
            self.other.transport.close()
        else:
            self.met(self.other.transport)

    def data_received(self, data: bytes) -> None:
        """Pass it on, and pause reading if it is too much."""
        super().data_received(data)
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._paid_at = max(self._paid_at, now) + len(data) / BYTES_A_SECOND
        if self._paid_at - now > 1.0 and "pace" not in self._pauses:
            self.pause("pace")
            loop.call_later(self._paid_at - now - 1.0, self.resume, "pace")

    def connection_lost(self, exc: Exception | None) -> None:
        """Its place is free again."""
        self._ends.discard(self)
        self._leave()
        super().connection_lost(exc)
