"""The site under a production server: one process, one event loop, a few threads for pages, and the live parts that streams follow."""

import asyncio
import resource
import signal
import socket
import threading
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from flask import Flask
from redis import RedisError
from sqlalchemy.exc import SQLAlchemyError

from arena.db.database import Database, require_newest
from arena.errors import Invalid, NotFound
from arena.metrics import server as metrics
from arena.metrics.pulse import start_pulse
from arena.results.queries import Marks, marks
from arena.settings import Settings
from arena.tls import check_pair
from arena.transport.live_status import live_fingerprints
from web import live_frames
from web.app import create_app
from web.connections import MOST_SILENT, Connection, Doors
from web.live_frames import Course
from web.page_cache import FLAG
from web.site import Site
from web.streams import Followed, Hub, Made, event
from web.wsgi import Bridge, Receive, Scope, Send, begin, environment


def make(app: Flask, path: str, before: Followed | None = None) -> Followed | None:
    """A live part as the public sees it, or the frames of a match; None if there is none (any more)."""
    if live_frames.is_followed(path):
        try:
            return live_frames.course(app.extensions["arena"], path, before if isinstance(before, Course) else None)
        except NotFound:
            return None
    return _part(app, path)


def _part(app: Flask, path: str) -> Made | None:
    """None if its page answers with anything but the part."""
    scope = {"method": "GET", "path": path, "query_string": b"", "http_version": "1.1", "scheme": "http", "headers": []}
    answer = begin(app, {**environment(scope, b""), FLAG: True})
    if answer.rest is not None:
        answer.close()
    if answer.status != 200:
        return None
    tag = dict(answer.headers)[b"etag"].decode("latin-1").removeprefix("W/").strip('"')
    return Made(tag, event(tag, answer.first.decode()))


def look(site: Site, paths: Collection[str]) -> dict[str, Any]:
    """A mark for every path. It changes whenever the part may have changed."""
    ids = {path: int(path.split("/")[3]) for path in paths if path.startswith("/live/matches/")}
    slugs = {path.split("/")[3] for path in paths if path.startswith("/live/leagues/")}
    with site.database.read() as session:
        now = marks(session, ids.values(), slugs)
    try:
        positions = live_fingerprints(site.redis, list(ids.values()))
    except RedisError:
        positions = {}
    lengths = live_frames.lengths(site, paths)
    return {path: (now.hidden, _mark(path, now, positions), lengths.get(path)) for path in paths}


def _mark(path: str, now: Marks, positions: dict[int, bytes]) -> Any:
    if path == "/live/matches":
        return now.running, now.finished
    if live_frames.is_followed(path):
        return now.matches.get(int(path.split("/")[3])) if path.startswith("/live/matches/") else None
    if path.startswith("/live/matches/"):
        number = int(path.rsplit("/", 1)[1])
        return now.matches.get(number), positions.get(number)
    if path.startswith("/live/leagues/"):
        return now.leagues.get(path.split("/")[3]), now.rated, now.finished
    return now.rated, now.finished


CONNECTIONS = 1000
"""Requests under way at once, besides those who watch a stream and those who have not asked for anything yet."""
STOP_SECONDS = 10
"""For requests at work when the site is stopped."""
KEEP_ALIVE_SECONDS = 20
BACKLOG = 1024


class Front:
    """All of the site: streams on the event loop, pages in threads."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        self._app, self._site = app, app.extensions["arena"]
        self._pages = Bridge(app, settings.web_threads)
        self._studio = ThreadPoolExecutor(1, thread_name_prefix="live")
        self._streams = Hub(
            self._make,
            self._look,
            most=settings.web_streams,
            most_per_address=settings.web_streams_per_address,
            proxies=settings.web_proxies,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["path"].startswith("/streams/"):
            await self._streams(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    async def _make(self, path: str, before: Followed | None) -> Followed | None:
        return await asyncio.get_running_loop().run_in_executor(self._studio, make, self._app, path, before)

    async def _look(self, paths: Collection[str]) -> Mapping[str, Any]:
        return await asyncio.get_running_loop().run_in_executor(self._studio, look, self._site, paths)

    async def end_streams(self) -> None:
        """End the streams: they would not end before the time limit."""
        await self._streams.close()

    def close(self) -> None:
        """End the threads."""
        self._pages.close()
        self._studio.shutdown(wait=True, cancel_futures=True)


class Server(uvicorn.Server):
    """uvicorn's, which ends streams before it waits for the rest."""

    def __init__(self, front: Front, settings: Settings) -> None:
        config = uvicorn.Config(
            front,
            # A proxy is one address for everybody: there, limits per address are the proxy's to set.
            http=partial(Connection, Doors(0 if settings.web_proxies else settings.web_connections_per_address)),  # type: ignore[arg-type]
            loop="uvloop" if _has_uvloop() else "asyncio",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,  # the pages log, with request ids
            proxy_headers=False,
            server_header=False,  # the server's name is nobody's business
            limit_concurrency=_most_connections(settings),
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=STOP_SECONDS,
            ssl_certfile=settings.web_tls_certificate or None,
            ssl_keyfile=settings.web_tls_key or None,
        )
        super().__init__(config)
        self._front = front

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop."""
        await self._front.end_streams()
        await super().shutdown(sockets)


def serve(settings: Settings, announce: Path | None = None) -> None:
    """Answer requests; *announce* gets the address once the port is open. NotMigrated if the tables do not fit this program."""
    secure = _has_tls(settings)
    database = Database(settings.database_address, pool=settings.web_threads + 1)
    try:
        require_newest(database)
    except SQLAlchemyError as error:
        raise SystemExit(f"the database cannot be used: {error}") from None
    _raise_file_limit(_most_connections(settings) + 200)
    front = Front(create_app(settings, database), settings)
    listening = _listen(settings.web_host, settings.web_port)
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _stopped)  # the server raises the signal again once it has stopped
    figures = metrics.start(settings, "web")
    pulse = start_pulse(settings, "web")
    if announce is not None:
        announce.write_text(
            f"{'https' if secure else 'http'}://{settings.web_host}:{listening.getsockname()[1]}", "utf-8"
        )
    try:
        Server(front, settings).run(sockets=[listening])
    finally:
        pulse.stop()
        listening.close()
        front.close()
        database.close()
        if figures is not None:
            figures.close()


def _has_tls(settings: Settings) -> bool:
    try:
        return check_pair(settings.web_tls_certificate, settings.web_tls_key, "web_")
    except Invalid as refusal:
        raise SystemExit(str(refusal)) from None


def _most_connections(settings: Settings) -> int:
    """More get a 503. Silent ones are bounded apart, so that they never keep out who asks."""
    return CONNECTIONS + settings.web_streams + MOST_SILENT


def _stopped(_number: int, _frame: object) -> None:
    """Exit cleanly, with code 0."""


def _listen(host: str, port: int) -> socket.socket:
    listening = socket.create_server(
        (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=BACKLOG
    )
    listening.setblocking(False)
    return listening


def _raise_file_limit(wanted: int) -> None:
    """Every stream is an open file; many systems begin with 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def _has_uvloop() -> bool:
    from importlib.util import find_spec

    return find_spec("uvloop") is not None
