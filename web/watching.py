"""What streams follow: the live parts of this site, made by its own pages for the public, and marks that tell when one has changed."""

from collections.abc import Collection
from typing import Any

from flask import Flask
from redis import RedisError

from arena.running.showing import shown_marks
from arena.storage.pages.marks import marks
from web.bridge import begin, environment
from web.kept import FLAG
from web.site import Site
from web.streams import Made, event


def make(app: Flask, path: str) -> Made | None:
    """A live part as the public sees it; None if its page answers with anything but the part."""
    scope = {"method": "GET", "path": path, "query_string": b"", "http_version": "1.1", "scheme": "http", "headers": []}
    answer = begin(app, {**environment(scope, b""), FLAG: True})
    if answer.rest is not None:
        answer.close()
    if answer.status != 200:
        return None
    tag = dict(answer.headers)[b"etag"].decode("latin-1").removeprefix("W/").strip('"')
    return Made(tag, event(tag, answer.first.decode()))


def look(site: Site, paths: Collection[str]) -> dict[str, Any]:
    """A mark for every path; it is another as soon as the part may be."""
    ids = [int(path.rsplit("/", 1)[1]) for path in paths if path.startswith("/live/matches/")]
    slugs = {path.split("/")[3] for path in paths if path.startswith("/live/leagues/")}
    with site.database.read() as session:
        now = marks(session, ids, slugs)
    try:
        positions = shown_marks(site.redis, ids)
    except RedisError:
        positions = {}
    return {path: (now.hidden, _mark(path, now, positions)) for path in paths}


def _mark(path: str, now: Any, positions: dict[int, bytes]) -> Any:
    if path == "/live/matches":
        return now.running, now.finished
    if path.startswith("/live/matches/"):
        number = int(path.rsplit("/", 1)[1])
        return now.matches.get(number), positions.get(number)
    if path.startswith("/live/leagues/"):
        return now.leagues.get(path.split("/")[3]), now.rated, now.finished
    return now.rated, now.finished
