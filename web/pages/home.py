"""The front page: what is played now, what was just decided, and how to take part."""

import time
from pathlib import Path

from flask import Blueprint, Response, abort, make_response, render_template

import engine
from arena.access.viewers import PUBLIC
from arena.accounts.follows import Followed, followed
from arena.db.models import SeasonState
from arena.results.queries import lately, newest_of
from arena.seasons.league_queries import progress
from arena.seasons.queries import seasons
from web.inputs import one_of
from web.site import AUTHORITY_FILE, dial, reading, site, who

pages = Blueprint("home", __name__)

FOLLOWED = 5
"""Newest results of what somebody follows."""
TURN_SECONDS = 600
"""How long the front page shows the table of one game."""


@pages.get("/")
def home() -> str:
    """The front page."""
    with reading() as session:
        now = lately(session, who())
        # Its picture is the one of link previews, which show what the public may see.
        featured = (now if who() == PUBLIC else lately(session, PUBLIC)).featured
        mine = followed(session, who()) if who().account_id is not None else Followed()
        followed_newest = newest_of(
            session, who(), [bot.id for bot in mine.bots], [one.id for one in mine.seasons], FOLLOWED
        )
        running, opening = (
            seasons(session, who(), state=state) for state in (SeasonState.RUNNING, SeasonState.REGISTRATION)
        )
        leagues = [*(one for one in running if not one.open_ladder), *opening]
        gone = progress(session, who(), [one.id for one in leagues])
    settings = site().settings
    return render_template(
        "home.html",
        now=now,
        featured=featured,
        followed=followed_newest,
        leagues=leagues,
        progress=gone,
        ladders=[season for season in running if season.open_ladder],
        table=_big_table() if settings.show_tables else None,
        dial=dial(),
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
        "start.html", dial=dial(), sign_up=settings.web_sign_up, authority=bool(settings.tls_authority)
    )


@pages.get(f"/{AUTHORITY_FILE}")
def authority() -> Response:
    """The certificate of the private authority that programs must trust to dial this arena, where it has one."""
    file = site().settings.tls_authority
    if not file:
        abort(404, "This arena's certificates need no file: programs trust them already.")
    answer = Response(Path(file).read_bytes(), mimetype="application/x-pem-file")
    answer.headers["Content-Disposition"] = f'attachment; filename="{AUTHORITY_FILE}"'
    return answer
