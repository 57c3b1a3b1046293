"""The gateway's second entrance: for bots that runners host. It serves Play alone, and a hosted bot's token works nowhere else.

With one entrance for all, a hosted bot could print its token, and its author could play with it on a faster machine; or it could use the API
as a letter box and let a machine outside do its thinking.
"""

import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
from grpc import aio

UNIX = "unix:"
STREAMS_PER_CONNECTION = 4
"""A bot needs one, and another while it dials in again."""
SOCKET_MODE = 0o600
OUTSIDE = (
    "a hosted bot's token works only from its sandbox, where the arena started it. To play from your machine, stop hosting the bot "
    "and use a token of the bot"
)
INSIDE = "a hosted bot plays with the token in ARENA_TOKEN, and with no other"


class Inside:
    """Listens at unix:PATH or host:port, in plain text."""

    def __init__(self, where: str, service: str, play: Callable[[Any, Any], Awaitable[None]], options: Any) -> None:
        self.address = ""
        """Where it listens, once it does."""
        self._where = where
        self._link = Path(where.removeprefix(UNIX)) if where.startswith(UNIX) else None
        given = [*options, ("grpc.max_concurrent_streams", STREAMS_PER_CONNECTION)]
        self._server: Any = aio.server(options=given)
        handler = grpc.stream_stream_rpc_method_handler(play)  # no serialisers: messages stay bytes
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {"Play": handler}),))

    async def start(self) -> None:
        """Listen. OSError if that cannot be."""
        own = self._where
        if self._link is not None:
            _make_folder(self._link.parent)
            own = f"{UNIX}{self._own()}"
        try:
            port = self._server.add_insecure_port(own)
        except RuntimeError as error:
            raise OSError(f"cannot listen for hosted bots on {self._where}: {error}") from None
        await self._server.start()
        if self._link is None:
            self.address = f"{self._where.rpartition(':')[0]}:{port}"
        else:
            self.address = self._where
            self._show(self._link)

    def _own(self) -> Path:
        """A gateway that ends deletes its socket: with one path for all it would delete that of the gateway that took over."""
        assert self._link is not None
        return self._link.with_name(f"{self._link.name}.{os.getpid()}")

    def _show(self, link: Path) -> None:
        own = self._own()
        own.chmod(SOCKET_MODE)
        made = link.with_name(f"{link.name}.{os.getpid()}.link")
        made.unlink(missing_ok=True)
        made.symlink_to(own.name)
        made.replace(link)
        for left in link.parent.glob(f"{link.name}.*"):
            if left.suffix[1:].isdigit() and not Path(f"/proc/{left.suffix[1:]}").exists():
                left.unlink(missing_ok=True)  # of a gateway that was killed

    async def stop(self, grace: float) -> None:
        """End every stream after *grace* seconds."""
        await self._server.stop(grace)
        if self._link is not None:
            with suppress(OSError):
                if self._link.readlink() == Path(self._own().name):
                    self._link.unlink()


def _make_folder(folder: Path) -> None:
    """The folder of the socket, in which nobody else may put one of theirs."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_uid not in {os.geteuid(), 0}:
        raise OSError(f"cannot listen for hosted bots in {folder}: it belongs to another user")
