"""The front page: what is played now, what was just decided, and how to take part."""

import time

from flask import Blueprint, Response, make_response, render_template

import engine
from arena.access.viewers import PUBLIC
from arena.db.models import SeasonState
from arena.results.queries import lately
from arena.seasons.queries import seasons
from web.inputs import one_of
from web.site import reading, site, who

pages = Blueprint("home", __name__)

TURN_SECONDS = 600
"""How long the front page shows the table of one game."""


@pages.get("/")
def home() -> str:
    """The front page."""
    with reading() as session:
        now = lately(session, who())
        # Its picture is the one of link previews, which show what the public may see.
        featured = (now if who() == PUBLIC else lately(session, PUBLIC)).featured
        running, opening = (
            seasons(session, who(), state=state) for state in (SeasonState.RUNNING, SeasonState.REGISTRATION)
        )
    settings = site().settings
    return render_template(
        "home.html",
        now=now,
        featured=featured,
        leagues=[*(season for season in running if not season.open_ladder), *opening],
        ladders=[season for season in running if season.open_ladder],
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
        now = lately(session, who())
    return make_response(render_template("parts/live.html", now=now))


@pages.get("/start")
def start() -> str:
    """How to write a bot and connect it."""
    settings = site().settings
    return render_template(
        "start.html", endpoint=f"{settings.grpc_host}:{settings.grpc_port}", sign_up=settings.web_sign_up
    )
