"""The newest results as an Atom feed."""

from datetime import UTC, datetime

from flask import Blueprint, Response, render_template, url_for

from arena.access.viewers import PUBLIC
from arena.db.models import MatchState
from arena.db.paging import Part
from arena.results.queries import Wanted, matches
from web.site import reading, site

pages = Blueprint("feed", __name__)


@pages.get("/feed.atom")
def results() -> Response:
    """Finished rated matches; the same for everyone, also for those who are signed in."""
    with reading() as session:
        newest = matches(session, PUBLIC, Wanted(states=(MatchState.FINISHED,), named=True, part=Part(30))).rows
    updated = max(
        (match.finished_at for match in newest if match.finished_at), default=datetime(2026, 1, 1, tzinfo=UTC)
    )
    root = site().settings.public_url.rstrip("/") or url_for("home.home", _external=True).rstrip("/")
    body = render_template("feed.xml", matches=newest, updated=updated, root=root)
    return Response(body, mimetype="application/atom+xml")
