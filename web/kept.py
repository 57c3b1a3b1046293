"""Pages that are the same for everyone are made once and kept for some seconds, compressed, in this process.

What a view of SECONDS answers to somebody who is not signed in may be shown to others for so long; a view that knows more says
`keep(300)`. A bot's page is kept while its mark is the same: marks are looked at once a second, those of all pages in demand
together. Who is signed in always gets a page of their own, so nobody waits for what they have just changed. While a page that
has become old is made anew, others get the old one: a crowd never makes a page twice at once.
"""

import gzip
import time
from collections.abc import Collection, Mapping
from typing import Any

from flask import Flask, Response, g, request
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from arena.running.presence import Present
from arena.storage.pages.bot_marks import bot_marks
from arena.storage.pages.viewers import PUBLIC
from web.shelf import Entry
from web.site import online, reading, site

SECONDS = {
    "home.home": 1,
    "home.live": 1,
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
    "games.game": 60,
}
"""Views and how old their answers may be. A ladder moves when a set is done: every few seconds on a busy arena."""
DONE_SECONDS = 300
"""For what is over: only a ruling or a renamed player changes it."""
LONGEST_SECONDS = 300
"""For what has a mark: only "5 min ago", where no script counts on, grows old on it."""
FLAG = "arena.stream"
"""In the environment of a request that no person made: a part for streams."""
LONGEST_KEY = 500
"""Letters of an address; longer ones are made anew each time."""
LEVEL = 3
"""Of compression: most of the gain for a third of the time."""


def install(app: Flask) -> None:
    """Look before every request, keep after it. To be installed after the guard: who is asking must be known."""
    app.before_request(_find)
    app.after_request(_keep)


def keep(seconds: float) -> None:
    """What this view answers may be shown to others for so long."""
    g.keep = seconds


def keep_while_same(session: Session, bot: int, here: Present | None) -> None:
    """What this view answers may be shown to others until something of the bot changes. To be said before its page is read."""
    if _key() is not None and site().settings.web_keep_seconds:
        now = time.monotonic()
        g.keep, g.keep_mark = LONGEST_SECONDS, (bot, (bot_marks(session, [bot]).get(bot), here), now)


def _marks(bots: Collection[int]) -> Mapping[int, Any] | None:
    here = online(bots)
    try:
        with reading() as session:
            told = bot_marks(session, bots)
    except OperationalError:
        return None
    return {bot: (told.get(bot), here.get(bot)) for bot in bots}


def _key() -> str | None:
    """Of a request whose answer could be kept: read only, by nobody in particular."""
    if request.method not in {"GET", "HEAD"} or g.viewer is not PUBLIC or g.redis_away:
        return None
    if FLAG in request.environ:  # a stream has just heard of a change: it must not be shown what was before
        return None
    key = f"{request.scheme} {request.host} {request.full_path}"
    return key if len(key) <= LONGEST_KEY else None


def _find() -> Response | None:
    key = _key()
    entry = site().shelf.find(key, _marks) if key is not None else None
    if entry is None:
        return None
    keep(0)  # it is on the shelf already
    return _shown(entry)


def _keep(response: Response) -> Response:
    wanted = g.get("keep", SECONDS.get(request.endpoint or "", 0))
    seconds, key = min(wanted, site().settings.web_keep_seconds), _key()
    private = "Set-Cookie" in response.headers or "Cache-Control" in response.headers
    if seconds <= 0 or key is None or private or response.status_code != 200 or not response.is_sequence:
        return response
    response.add_etag()
    tag = response.get_etag()[0] or ""
    body = gzip.compress(response.get_data(), LEVEL, mtime=0)
    until = time.monotonic() + seconds
    entry = Entry(body, tag, response.content_type or "", until, *g.get("keep_mark", ()))
    site().shelf.put(key, entry)
    return _shown(entry)


def _shown(entry: Entry) -> Response:
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        shown = Response(entry.body, content_type=entry.kind, headers={"Content-Encoding": "gzip"})
        shown.set_etag(entry.etag, weak=True)  # the same page in other bytes
    else:
        shown = Response(gzip.decompress(entry.body), content_type=entry.kind)
        shown.set_etag(entry.etag)
    shown.headers["Vary"] = "Accept-Encoding"
    return shown
