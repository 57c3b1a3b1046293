"""What the viewer in the browser reads: frames of matches, and the printed tables of games."""

import gzip

import orjson
from flask import Blueprint, Response, render_template, request

import engine
from arena.errors import NotFound
from arena.results.match import noted_steps
from arena.results.queries import lately
from arena.seasons.match_frames import watched_match
from arena.viewer.catalog import catalog
from web.api.declaration import respond
from web.frame_files import packed_frames
from web.inputs import text
from web.live_frames import Course, course, show_tables
from web.site import reading, site, who

pages = Blueprint("watch", __name__)

CATALOG_SECONDS = 3600
IMMUTABLE = "private, max-age=31536000, immutable"


@pages.get("/watch")
def overview() -> str:
    """Where to watch: the show tables, what is played now, and what was just decided."""
    with reading() as session:
        now = lately(session, who())
    tables = show_tables(site(), engine.games()) if site().settings.show_tables else []
    return render_template("watch.html", tables=tables, now=now)


@pages.get("/watch/<name:game>")
def table(game: str) -> str:
    """The show table of a game."""
    name = engine.game(game).name
    if not site().settings.show_tables:
        raise NotFound("this arena has no show tables")
    return render_template("table.html", game=name)


@pages.get("/matches/<number:match_id>/frames/<name:audience>.json")
def frames(match_id: int, audience: str) -> Response:
    """The frames of a finished match for one audience. With `?v=` and the key of its present frames they never change."""
    with reading() as session:
        match = watched_match(session, who(), match_id, audience)
    answer = packed_json(packed_frames(site().settings, match))
    answer.set_etag(match.key, weak=True)  # packed and unpacked alike
    answer.headers["Cache-Control"] = IMMUTABLE if text("v") == match.key else "private, no-cache"
    return answer


@pages.get("/matches/<number:match_id>/notes.json")
def notes(match_id: int) -> Response:
    """What the viewer's own bots noted, by step; an empty list for everybody else."""
    with reading() as session:
        noted = noted_steps(session, who(), match_id)
    answer = Response(orjson.dumps({"notes": noted}), mimetype="application/json")
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@pages.get("/live/matches/<number:match_id>/frames")
def live_match(match_id: int) -> Response:
    """What was played of a running match since `?after=`, for those who have no stream."""
    return _since(course(site(), f"/live/matches/{match_id}/frames", who=who()))


@pages.get("/live/watch/<name:game>")
def live_table(game: str) -> Response:
    """The same of a game's show table."""
    return _since(course(site(), f"/live/watch/{engine.game(game).name}"))


def _since(found: Course) -> Response:
    entries = found.after(text("after"))[1]
    by_kind = {kind: [data for other, data in entries if other == kind] for kind in ("start", "step", "over")}
    start, over = (next(iter(by_kind[kind][-1:]), None) for kind in ("start", "over"))
    answer = Response(
        orjson.dumps({"id": found.tag, "start": start, "steps": by_kind["step"], "over": over}),
        mimetype="application/json",
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.get("/games/<name:name>/catalog.json")
def game_catalog(name: str) -> Response:
    """The printed tables of a game."""
    return respond(catalog(engine.game(name).name), CATALOG_SECONDS)


def packed_json(body: bytes) -> Response:
    """JSON that is compressed already; unpacked for the few who cannot read that."""
    takes_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    answer = Response(body if takes_gzip else gzip.decompress(body), mimetype="application/json")
    if takes_gzip:
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Vary"] = "Accept-Encoding"
    return answer
