"""The site's pages under an asynchronous server.

A request is read whole before a thread sees it, and its answer is written by the event loop, so that nobody holds a thread by reading
or sending slowly. An answer of many pieces (an archive) takes a thread for each piece alone. WSGI between here and Flask.
"""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from wsgiref.types import WSGIApplication

from arena.metrics import figures
from arena.text import visible
from web import uploads

log = logging.getLogger("web")

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

LARGEST_REQUEST = 1 << 20
"""Bytes of a request's body; no form comes near it except archives of bots (web/uploads.py)."""
BODY_SECONDS = 30.0
"""For a whole body to arrive."""
WRITE_SECONDS = 60.0
"""For a reader to take one piece of an answer."""
WAITING = 40
"""Requests per thread that may wait; more are refused at once, so that the others are answered in time."""
BODIES = {b"content-length", b"transfer-encoding"}
"""Headers of requests that have a body."""
BUSY = "Too many people at once. Try again in a moment."
RETRY = (b"retry-after", b"2")


@dataclass(slots=True)
class Answer:
    """What an application answered, as far as it is known."""

    status: int
    headers: list[tuple[bytes, bytes]]
    first: bytes
    rest: Iterator[bytes] | None
    """The pieces after the first; None: there are none, and everything is closed."""
    close: Callable[[], None]


class Bridge:
    """An ASGI application that lets a WSGI application answer in a pool of threads."""

    def __init__(self, app: WSGIApplication, threads: int) -> None:
        self._app = app
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self._most = WAITING * threads
        self._under_way = 0
        """Requests that are whole and wait for a thread, or have one."""
        self._arriving = 0
        """Requests whose bodies are still to come."""
        self._uploads = 0
        """Of these, archives: they may be large."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. Slow senders and readers do not count as waiting for a thread."""
        body = await self._whole(scope, receive, send)
        if body is None:
            return
        if self._under_way >= self._most:
            await plain(send, 503, BUSY, RETRY)
            return
        self._under_way += 1
        try:
            answer = await self.run(begin, self._app, environment(scope, body))
        finally:
            self._under_way -= 1
        await self._hand_over(answer, scope, send)

    async def _whole(self, scope: Scope, receive: Receive, send: Send) -> bytes | None:
        """The body of a request; None: there is none that we wait for, and this was said."""
        if not any(name in BODIES for name, _ in scope["headers"]):
            return b""
        upload = uploads.is_upload(scope)
        if self._arriving >= self._most or (upload and self._uploads >= uploads.MOST_AT_ONCE):
            await plain(send, 503, BUSY, RETRY)
            return None
        most = uploads.LARGEST if upload else LARGEST_REQUEST
        self._arriving += 1
        self._uploads += upload
        try:
            async with asyncio.timeout(uploads.SECONDS if upload else BODY_SECONDS):
                body = await _body(receive, most)
        except TimeoutError:
            await plain(send, 408, "The request took too long to arrive.")
            return None
        except ConnectionError:
            return None
        finally:
            self._arriving -= 1
            self._uploads -= upload
        if body is None:
            await plain(send, 413, f"A request may have {most} bytes.")
        return body

    async def _hand_over(self, answer: Answer, scope: Scope, send: Send) -> None:
        try:
            await _send(send, {"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            piece: bytes | None = answer.first
            while answer.rest is not None and piece is not None:
                await _send(send, {"type": "http.response.body", "body": piece, "more_body": True})
                piece = await self.run(next, answer.rest, None)
            await _send(send, {"type": "http.response.body", "body": piece or b"", "more_body": False})
        except (TimeoutError, OSError):
            log.info("a reader left %s", visible(scope["path"]))
        finally:
            if answer.rest is not None:
                await self.run(answer.close)

    async def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do something in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(wait=True, cancel_futures=True)


async def plain(send: Send, status: int, text: str, *headers: tuple[bytes, bytes]) -> None:
    """A sentence of the server itself."""
    figures.REFUSED.labels(str(status)).inc()
    body = f"{text}\n".encode()
    fixed = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": [*fixed, *headers]})
    await send({"type": "http.response.body", "body": body})


async def _send(send: Send, message: Message) -> None:
    async with asyncio.timeout(WRITE_SECONDS):
        await send(message)


async def _body(receive: Receive, most: int) -> bytes | None:
    """The whole body; None if it is too large."""
    pieces, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError("left before the request was whole")
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
        if size > most:
            return None
        if not message.get("more_body", False):
            return b"".join(pieces)


def begin(app: WSGIApplication, environ: dict[str, Any]) -> Answer:
    """Let the application answer up to its first piece; to the end, if that is all."""
    answered: list[Any] = []

    def start(status: str, headers: list[tuple[str, str]], _wrong: Any = None) -> Callable[[bytes], object]:
        answered[:] = [
            int(status[:3]),
            [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        ]
        return lambda _: None

    pieces = app(environ, start)
    close: Callable[[], None] = getattr(pieces, "close", lambda: None)
    try:
        rest = iter(pieces)
        first = next(rest, b"")
        length = next((int(value) for name, value in answered[1] if name == b"content-length"), None)
        whole = not first or length == len(first)
    except BaseException:
        close()
        raise
    if whole:
        close()
    return Answer(answered[0], answered[1], first, None if whole else rest, close)


def environment(scope: Scope, body: bytes) -> dict[str, Any]:
    """A request as WSGI's environment."""
    server, client = scope.get("server") or ("localhost", 0), scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw, value in scope["headers"]:
        if b"_" in raw or raw == b"content-length":  # an underscore would pass for a dash
            continue
        name = raw.decode("latin-1").upper().replace("-", "_")
        key = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]}{'; ' if name == 'COOKIE' else ','}{text}" if key in environ else text
    return environ
