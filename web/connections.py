"""Connections that must say what they want in time and in few words, whoever is behind them."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 20.0
"""For a whole head of a request to arrive, counted from its first byte or from the opening of the connection."""
LARGEST_HEAD = 32 << 10
"""Bytes of a request's first line and headers."""


class Connection(HttpToolsProtocol):
    """uvicorn's, which alone would wait for ever and keep headers without end."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head = 0
        """Bytes of a head that is not whole yet."""
        self._in_head = True
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request."""
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

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._calm()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self._calm()
        self._in_head = True
        self._patience = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _calm(self) -> None:
        self._in_head, self._head = False, 0
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
