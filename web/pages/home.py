"""The front page: what is played now, what was just decided, and how to take part; and the newest results as an Atom feed."""

import time
from datetime import UTC, datetime

from flask import Blueprint, Response, make_response, render_template, url_for

import engine
from arena.access.viewers import PUBLIC
from arena.db.models import MatchState, SeasonState
from arena.db.paging import Part
from arena.results.queries import JUST_OVER, NOW, Wanted, matches
from arena.seasons.queries import seasons
from web.site import one_of, reading, site, who

pages = Blueprint("home", __name__)

TURN_SECONDS = 600
"""How long the front page shows the table of one game."""


@pages.get("/")
def home() -> str:
    """The front page."""
    with reading() as session:
        live = matches(session, who(), NOW).rows
        newest = matches(session, who(), JUST_OVER).rows
        running = seasons(session, who(), state=SeasonState.RUNNING)
    settings = site().settings
    return render_template(
        "home.html",
        live=live,
        newest=newest,
        seasons=running,
        table=_big_table() if settings.show_tables else None,
        endpoint=f"{settings.grpc_host}:{settings.grpc_port}",
    )


def _big_table() -> str:
    """The game on the big table: the one that the visitor asks for, else each in turn."""
    games = engine.games()
    return one_of("table", tuple(games), games[int(time.time() / TURN_SECONDS) % len(games)])


@pages.get("/live/matches")
def live() -> Response:
    """The part of the front page that changes: a piece of HTML for the script."""
    with reading() as session:
        running = matches(session, who(), NOW).rows
        newest = matches(session, who(), JUST_OVER).rows
    return make_response(render_template("parts/live.html", live=running, newest=newest))


@pages.get("/start")
def start() -> str:
    """How to write a bot and connect it."""
    settings = site().settings
    return render_template(
        "start.html", endpoint=f"{settings.grpc_host}:{settings.grpc_port}", sign_up=settings.web_sign_up
    )


@pages.get("/feed.atom")
def feed() -> Response:
    """Finished rated matches; the same for everyone, also for those who are signed in."""
    with reading() as session:
        newest = matches(session, PUBLIC, Wanted(states=(MatchState.FINISHED,), named=True, part=Part(30))).rows
    updated = max(
        (match.finished_at for match in newest if match.finished_at), default=datetime(2026, 1, 1, tzinfo=UTC)
    )
    root = site().settings.public_url.rstrip("/") or url_for("home.home", _external=True).rstrip("/")
    body = render_template("feed.xml", matches=newest, updated=updated, root=root)
    return Response(body, mimetype="application/atom+xml")
