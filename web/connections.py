"""Limits on HTTP connections: time and size of a request's head, and connections per address."""

import asyncio
from collections import Counter, OrderedDict
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from arena.addresses import household

HEAD_SECONDS = 10.0
"""For a whole head of a request to arrive, counted from its first byte or from the opening of the connection."""
LARGEST_HEAD = 32 << 10
"""Bytes of a request's first line and headers."""
MOST_SILENT = 1000
"""Connections that have not asked for anything yet, or wait between two requests; beyond them the oldest is closed."""
SENTENCE = b"Your address has too many connections open.\n"
REFUSAL = (
    b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\nretry-after: 10\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n\r\n%s" % (len(SENTENCE), SENTENCE)
)


class Doors:
    """All connections of one server: how many each address has, and which of them are silent."""

    def __init__(self, most_per_address: int, most_silent: int = MOST_SILENT) -> None:
        self._most_per_address, self._most_silent = most_per_address, most_silent
        self._by_address: Counter[str] = Counter()
        self._silent: OrderedDict[Connection, None] = OrderedDict()

    def open(self, address: str) -> bool:
        """One more connection from there; False: it has too many."""
        if self._most_per_address and address and self._by_address[address] >= self._most_per_address:
            return False
        self._by_address[address] += 1
        return True

    def close(self, address: str) -> None:
        """One connection less from there."""
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def silent(self, connection: "Connection") -> None:
        """It has asked for nothing yet. If there are too many such connections, the one that has been silent longest is closed."""
        self._silent[connection] = None
        self._silent.move_to_end(connection)
        if len(self._silent) > self._most_silent:
            oldest, _ = self._silent.popitem(last=False)
            oldest.give_up()

    def speaks(self, connection: "Connection") -> None:
        """It has asked, or is gone."""
        self._silent.pop(connection, None)


class Connection(HttpToolsProtocol):
    """uvicorn's protocol with limits: without them it waits without end, keeps any number of headers, and lets one address take every connection."""

    def __init__(self, doors: Doors, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._doors = doors
        self._address: str | None = None
        """Under which it is counted; None: it is not, because it was refused or is gone."""
        self._head = 0
        """Bytes of a head that is not whole yet."""
        self._in_head = True
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A visitor has connected."""
        super().connection_made(transport)
        address = household(self.client[0]) if self.client else ""
        if not self._doors.open(address):
            transport.write(REFUSAL)
            transport.close()
            return
        self._address = address
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request."""
        if self._address is None:
            return
        super().data_received(data)
        if self._in_head:
            self._head += len(data)
            if self._head > LARGEST_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of the request is too large.")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        """Its head is whole."""
        self._calm()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """It is answered: silent again until the next request."""
        super().on_response_complete()
        if self._address is not None and not self.pipeline and not self.transport.is_closing():
            self._doors.silent(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The visitor has gone."""
        self._calm()
        if self._address is not None:
            self._doors.close(self._address)
            self._address = None
        super().connection_lost(exc)

    def give_up(self) -> None:
        """Hang up."""
        if not self.transport.is_closing():
            self.transport.close()

    def _await_head(self) -> None:
        self._calm()
        self._in_head = True
        self._doors.silent(self)
        self._patience = self.loop.call_later(HEAD_SECONDS, self.give_up)

    def _calm(self) -> None:
        self._in_head, self._head = False, 0
        self._doors.speaks(self)
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
