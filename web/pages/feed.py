"""Atom feeds: the newest results of the arena, of one bot, and of one season."""

from datetime import UTC, datetime

from flask import Blueprint, Response, render_template, request, url_for

from arena.access.viewers import PUBLIC
from arena.bots.queries import bot
from arena.db.models import MatchState
from arena.db.paging import Part
from arena.results.queries import Wanted, matches
from arena.results.words import in_words
from arena.seasons.queries import season
from web.site import reading, site

pages = Blueprint("feed", __name__)

SIZE = 30
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
"""When a feed without entries was last updated."""


@pages.get("/feed.atom")
def results() -> Response:
    """Finished rated matches; the same for everyone, also for those who are signed in."""
    return _feed("results", url_for("home.home"))


@pages.get("/bots/<name:name>/feed.atom")
def of_bot(name: str) -> Response:
    """What one bot has played."""
    with reading() as session:
        bot_id = bot(session, name).id
    return _feed(name, url_for("bots.one", name=name), bot_id=bot_id)


@pages.get("/seasons/<name:slug>/feed.atom")
def of_season(slug: str) -> Response:
    """What was played in one season."""
    with reading() as session:
        known = season(session, PUBLIC, slug)
    return _feed(known.title, url_for("seasons.one", slug=slug), season_id=known.id)


def _feed(title: str, page: str, *, bot_id: int | None = None, season_id: int | None = None) -> Response:
    wanted = Wanted(states=(MatchState.FINISHED,), named=True, part=Part(SIZE), bot_id=bot_id, season_id=season_id)
    with reading() as session:
        newest = matches(session, PUBLIC, wanted).rows
    updated = max((match.finished_at for match in newest if match.finished_at), default=BEGAN)
    root = site().settings.public_url.rstrip("/") or url_for("home.home", _external=True).rstrip("/")
    body = render_template(
        "feed.xml",
        matches=[(match, in_words(match)) for match in newest],
        updated=updated,
        root=root,
        title=title,
        address=root + request.path,
        page=root + page,
    )
    return Response(body, mimetype="application/atom+xml")
