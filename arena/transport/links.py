"""Links between workers and gateways on one machine: envelopes go through a Unix socket instead of Redis.

Each gateway listens in the folder that the settings name; a worker that shares the folder connects once it plays with a bot there. What goes over a
link may be lost with it, as in an inbox: the side that finds it closed says again through Redis what may not have arrived. A link also ends the moment
the process on its other side dies, which Redis tells only after seconds.
"""

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from struct import Struct
from typing import Any

from arena.transport.inboxes import Envelope, unpacked

log = logging.getLogger(__name__)

SIZE = Struct("<I")

Received = Callable[[Envelope, "Link"], None]


class Link(asyncio.Protocol):
    """One end of a link. What is sent in one turn of the event loop leaves together."""

    def __init__(self, received: Received, opened: Callable[["Link"], None], closed: Callable[["Link"], None]) -> None:
        self._received, self._opened, self._closed = received, opened, closed
        self._transport: Any = None
        self._loop = asyncio.get_running_loop()
        self._out: list[bytes] = []
        self._rest = b""
        self.peer = ""
        """The gateway or worker on the other side, as far as it is known."""

    @property
    def is_open(self) -> bool:
        """Whether what is sent now has a chance to arrive."""
        return self._transport is not None

    def send(self, packed: bytes) -> None:
        """Send an envelope; never waits. Nothing happens if the link is closed."""
        if self._transport is None:
            return
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out += (SIZE.pack(len(packed)), packed)

    def close(self) -> None:
        """Send what waits, and close."""
        self._flush()
        if self._transport is not None:
            self._transport.close()

    def _flush(self) -> None:
        out, self._out = self._out, []
        if out and self._transport is not None:
            self._transport.write(b"".join(out))

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._opened(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._transport = None
        self._closed(self)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        at, end = 0, len(data)
        while end - at >= SIZE.size:
            following = at + SIZE.size + SIZE.unpack_from(data, at)[0]
            if following > end:
                break
            self._take(data[at + SIZE.size : following])
            at = following
        self._rest = data[at:]

    def _take(self, packed: bytes) -> None:
        try:
            self._received(unpacked(packed), self)
        except Exception:
            log.exception("an envelope from %s could not be carried out", self.peer or "a worker")


def _nothing(_link: Link) -> None:
    pass


class LinkServer:
    """A gateway's side."""

    def __init__(self, folder: Path, name: str, received: Received, closed: Callable[[Link], None] = _nothing) -> None:
        self._path = folder / f"{name}.sock"
        self._received, self._closed = received, closed
        self._links: set[Link] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen. Where that is impossible, everything goes through Redis."""
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            await asyncio.to_thread(_remove_dead, self._path.parent)
            self._server = await asyncio.get_running_loop().create_unix_server(self._link, str(self._path))
        except OSError as error:
            log.warning("no links to workers on this machine, their envelopes go through Redis: %s", error)

    def _link(self) -> Link:
        return Link(self._received, self._links.add, self._lost)

    def _lost(self, link: Link) -> None:
        if link in self._links:
            self._links.remove(link)
            self._closed(link)

    async def stop(self) -> None:
        """Close all links; nobody has lost them then."""
        self._path.unlink(missing_ok=True)
        if self._server is not None:
            self._server.close()
        links, self._links = self._links, set()
        for link in links:
            link.close()


def _remove_dead(folder: Path) -> None:
    """Remove what gateways that were killed have left."""
    for path in folder.glob("*.sock"):
        with suppress(OSError), socket.socket(socket.AF_UNIX) as probe:  # one that is busy, or gone already
            probe.settimeout(1)
            try:
                probe.connect(str(path))
            except ConnectionRefusedError:
                path.unlink(missing_ok=True)


class Links:
    """A worker's side: its links by the name of the gateway."""

    def __init__(self, folder: Path | None, received: Received, closed: Callable[[Link], None]) -> None:
        """Without a *folder* there are none. *closed* is called with a link that has ended."""
        self._folder, self._received, self._closed = folder, received, closed
        self._links: dict[str, Link] = {}

    def to(self, gateway: str) -> Link | None:
        """The link to a gateway, if there is one."""
        return self._links.get(gateway)

    async def reach(self, gateway: str) -> None:
        """Connect to a gateway, if it is on this machine and not connected yet."""
        if self._folder is None or gateway in self._links:
            return
        with suppress(OSError):  # it is elsewhere, or gone
            path = str(self._folder / f"{gateway}.sock")
            _, link = await asyncio.get_running_loop().create_unix_connection(self._new, path)
            if gateway in self._links:  # another match was faster
                link.close()
            elif link.is_open:
                link.peer, self._links[gateway] = gateway, link

    def _new(self) -> Link:
        return Link(self._received, _nothing, self._lost)

    def _lost(self, link: Link) -> None:
        if self._links.get(link.peer) is link:
            del self._links[link.peer]
            self._closed(link)

    def close(self) -> None:
        """Close all."""
        for link in list(self._links.values()):
            link.close()
