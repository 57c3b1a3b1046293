"""The front page: what is played now, what was just decided, and how to take part."""

from flask import Blueprint, Response, make_response, render_template

from arena.storage.models import MatchState, SeasonState
from arena.storage.pages.matches import Wanted, matches
from arena.storage.pages.seasons import seasons
from web.site import reading, site, who

pages = Blueprint("home", __name__)

LIVE, NEWEST = 8, 10


@pages.get("/")
def home() -> str:
    """The front page."""
    with reading() as session:
        live = matches(session, who(), Wanted(states=(MatchState.RUNNING,), limit=LIVE))
        newest = matches(session, who(), Wanted(states=(MatchState.FINISHED,), named=True, limit=NEWEST))
        running = seasons(session, who(), state=SeasonState.RUNNING)
    settings = site().settings
    return render_template(
        "home.html", live=live, newest=newest, seasons=running, endpoint=f"{settings.grpc_host}:{settings.grpc_port}"
    )


@pages.get("/live/matches")
def live() -> Response:
    """The part of the front page that changes: a piece of HTML for the script."""
    with reading() as session:
        running = matches(session, who(), Wanted(states=(MatchState.RUNNING,), limit=LIVE))
        newest = matches(session, who(), Wanted(states=(MatchState.FINISHED,), named=True, limit=NEWEST))
    return make_response(render_template("parts/live.html", live=running, newest=newest))


@pages.get("/start")
def start() -> str:
    """How to write a bot and connect it."""
    settings = site().settings
    return render_template(
        "start.html", endpoint=f"{settings.grpc_host}:{settings.grpc_port}", sign_up=settings.web_sign_up
    )
