"""Public pages are rendered once and cached for some seconds, compressed, in this process.

A view's answer to a visitor who is not signed in is shown to others for SECONDS; a view that knows better says `keep(300)`. A bot's page is
cached until its fingerprint changes; the fingerprints of all cached pages are read together, once a second. Signed-in visitors never
get a cached page, so they see their own changes at once. While one request renders a page that has expired, others get the old
one: a crowd never renders a page twice at once.

What is hidden from the public is checked once a second. When that changes (a season or stage is hidden, frozen or revealed, an account is deleted),
or an organiser rules on a match, the whole cache is emptied. A page that answers 404 when it is rendered again leaves it, too.
"""

import gzip
import time
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask, Response, g, request
from redis import RedisError
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session
from werkzeug.http import parse_etags

from arena.access.viewers import PUBLIC
from arena.bots.fingerprints import bot_fingerprints
from arena.results.queries import hidden_mark
from arena.transport.presence import Present, present
from web import headers
from web.cache_store import Entry
from web.sessions import SESSION
from web.site import Site, site

SECONDS = {
    "home.home": 1,
    "home.live": 1,
    "watch.overview": 1,
    "watch.table": 60,
    "leaderboards.overview": 3,
    "leaderboards.ladder": 3,
    "leaderboards.live": 3,
    "bots.overview": 5,
    "bots.one": 3,
    "matches.overview": 1,
    "matches.one": 1,
    "matches.live": 1,
    "matches.table_set": 1,
    "seasons.overview": 3,
    "seasons.one": 3,
    "seasons.tables": 3,
    "seasons.live": 3,
    "seasons.live_tables": 3,
    "games.game": 60,
}
"""Views, and how many seconds old their answers may be. A ladder moves when a set is done: every few seconds on a busy arena."""
DONE_SECONDS = 300
"""For what is over: it changes only with a ruling, which empties the cache, or when a player is renamed."""
COMMENTED_SECONDS = 15
"""For what is over but can be commented on: how late others see a comment come or go."""
LONGEST_SECONDS = 300
"""For pages with a fingerprint: only a "5 min ago" without a script that counts on grows old on them."""
FLAG = "arena.stream"
"""In the environment of a request that no person made: a part for streams."""
CHANGES = "arena.hidden_changes"
"""In the environment of a request whose answer may be kept: how often what is hidden had changed before it was read."""
LONGEST_KEY = 500
"""Longest address, in letters, that is cached."""
LEVEL = 3
"""Of compression: most of the gain for a third of the time."""


class CacheMiddleware:
    """In front of the application: answers from the cache where it can. Nothing else of the site runs then."""

    def __init__(self, app: Flask) -> None:
        self._app, self._inside = app, app.wsgi_app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """One request."""
        if not headers.sound_host(environ.get("HTTP_HOST", "")):
            start_response(
                "400 BAD REQUEST", [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
            )
            return [b"The Host header names no host.\n"]
        began, key = time.perf_counter(), _key(environ)
        here: Site = self._app.extensions["arena"]
        entry = None
        if key is not None and here.settings.web_keep_seconds:
            environ[CHANGES] = here.cached_pages.check(partial(_hidden, here))
            entry = here.cached_pages.find(key, partial(_fingerprints, here))
        if entry is None:
            return self._inside(environ, start_response)
        name = headers.request_id(environ.get("HTTP_X_REQUEST_ID", ""))
        status, head, body = _answer(environ, entry)
        start_response(
            status,
            [*head, *headers.common(secure=environ["wsgi.url_scheme"] == "https").items(), ("X-Request-Id", name)],
        )
        headers.note(environ["REQUEST_METHOD"], environ["PATH_INFO"], int(status[:3]), began, name)
        return [body]


def install(app: Flask) -> None:
    """Look before every request, keep after it.

    To be installed after the headers and before the sessions: Flask calls what comes after a request in reverse, and cookies must be
    there when it is decided whether a page may be kept.
    """
    app.after_request(_keep)
    app.wsgi_app = CacheMiddleware(app)  # type: ignore[method-assign]


def keep(seconds: float) -> None:
    """Let others see this view's answer for that many seconds."""
    g.keep = seconds


def keep_while_same(session: Session, bot: int, here: Present | None) -> None:
    """What this view answers may be shown to others until something of the bot changes. To be said before its page is read."""
    if g.viewer is PUBLIC and _key(request.environ) is not None and site().settings.web_keep_seconds:
        now = time.monotonic()
        g.keep, g.keep_mark = LONGEST_SECONDS, (bot, (bot_fingerprints(session, [bot]).get(bot), here), now)


def _fingerprints(here: Site, bots: Collection[int]) -> Mapping[int, Any] | None:
    try:
        connected = present(here.redis, bots)
    except RedisError:
        connected = {}
    try:
        with here.database.read() as session:
            fingerprints = bot_fingerprints(session, bots)
    except OperationalError:
        return None
    return {bot: (fingerprints.get(bot), connected.get(bot)) for bot in bots}


def _hidden(here: Site) -> Any:
    try:
        with here.database.read() as session:
            return hidden_mark(session)
    except OperationalError:
        return None


def _key(environ: Mapping[str, Any]) -> str | None:
    """Of a request whose answer could be kept: read only, by somebody who is not signed in."""
    if environ["REQUEST_METHOD"] not in {"GET", "HEAD"} or SESSION in environ.get("HTTP_COOKIE", ""):
        return None
    if FLAG in environ:  # a stream has just heard of a change: it must not be shown what was before
        return None
    host, path, query = environ.get("HTTP_HOST", ""), environ["PATH_INFO"], environ.get("QUERY_STRING", "")
    key = f"{environ['wsgi.url_scheme']} {host} {path}?{query}"
    return key if len(key) <= LONGEST_KEY else None


def _keep(response: Response) -> Response:
    key, seconds = _key(request.environ), _seconds(response)
    if key is None or CHANGES not in request.environ:
        return response
    if seconds <= 0:
        if response.status_code < 500:  # what is not there any more must not be shown to others; after a failure it may
            site().cached_pages.drop(key)
        return response
    response.add_etag()
    tag = response.get_etag()[0] or ""
    body = gzip.compress(response.get_data(), LEVEL, mtime=0)
    entry = Entry(body, tag, response.content_type or "", time.monotonic() + seconds, *g.get("keep_mark", ()))
    site().cached_pages.put(key, entry, request.environ[CHANGES])
    response.headers["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.set_data(body)
        response.headers["Content-Encoding"] = "gzip"
        response.set_etag(tag, weak=True)  # the same page in other bytes
    return response


def _seconds(response: Response) -> float:
    """For how long an answer may be shown to others; 0: not at all."""
    private = g.viewer is not PUBLIC or "Set-Cookie" in response.headers or "Cache-Control" in response.headers
    if private or response.status_code != 200 or not response.is_sequence:
        return 0
    wanted: float = g.get("keep", SECONDS.get(request.endpoint or "", 0))
    return min(wanted, site().settings.web_keep_seconds)


def _answer(environ: Mapping[str, Any], entry: Entry) -> tuple[str, list[tuple[str, str]], bytes]:
    """Status, head and body: compressed or not, or nothing for a client that has it already."""
    packed = "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")
    tag = f'W/"{entry.etag}"' if packed else f'"{entry.etag}"'
    head = [("ETag", tag), ("Vary", "Accept-Encoding, Cookie"), ("Cache-Control", headers.OWN)]
    known = environ.get("HTTP_IF_NONE_MATCH")
    if known and parse_etags(known).contains_weak(entry.etag):
        return "304 NOT MODIFIED", head, b""
    body = entry.body if packed else gzip.decompress(entry.body)
    head += [("Content-Type", entry.kind), ("Content-Length", str(len(body)))]
    if packed:
        head.append(("Content-Encoding", "gzip"))
    return "200 OK", head, body if environ["REQUEST_METHOD"] == "GET" else b""
