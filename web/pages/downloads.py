"""Files to take along: results of a season or a bot as CSV and JSON, all replays of a season in one archive."""

from collections.abc import Iterator

from flask import Blueprint, Response

from arena.storage.pages import exports
from arena.storage.pages.bots import bot
from arena.storage.pages.seasons import season
from web import limits, tables
from web.site import reading, site, who

pages = Blueprint("downloads", __name__)

KINDS = {"csv": ("text/csv", tables.as_csv), "json": ("application/json", tables.as_json)}


@pages.get("/seasons/<name:slug>/results.<any(csv, json):kind>")
def season_results(slug: str, kind: str) -> Response:
    """Every finished match of a season that the reader may see, the newest first."""
    limits.count("table")
    with reading() as session:
        found = season(session, who(), slug)
    mimetype, written = KINDS[kind]
    return _file(
        written(exports.results(site().database, who(), season_id=found.id)), mimetype, f"{slug}-results.{kind}"
    )


@pages.get("/bots/<name:name>/results.<any(csv, json):kind>")
def bot_results(name: str, kind: str) -> Response:
    """Every finished match of a bot that the reader may see, the newest first."""
    limits.count("table")
    with reading() as session:
        found = bot(session, name)
    mimetype, written = KINDS[kind]
    rows = exports.results(site().database, who(), bot_id=found.id, team=found.team_id)
    return _file(written(rows), mimetype, f"{name}-results.{kind}")


@pages.get("/seasons/<name:slug>/replays.tar")
def season_replays(slug: str) -> Response:
    """All replays of a season that are open, in one archive."""
    limits.count("archive")
    with reading() as session:
        found = season(session, who(), slug)
    pieces = exports.replays(site().database, who(), found.id)
    return _file(tables.as_tar(slug, pieces), "application/x-tar", f"{slug}-replays.tar")


def _file(pieces: Iterator[bytes], mimetype: str, name: str) -> Response:
    answer = Response(pieces, mimetype=mimetype)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
