"""What other sites show of this one: a match in a frame, and the pictures of link previews. Everyone gets what the public may see."""

from flask import Blueprint, Response, make_response, render_template

from arena.access.viewers import PUBLIC
from arena.bots import queries
from arena.db.paging import Part
from arena.results.match import match_detail, replay_file
from arena.seasons.leaderboard import Asked, leaderboard
from arena.seasons.match_frames import watched_match
from arena.seasons.queries import season
from arena.viewer.audiences import PUBLIC_NAME
from web import headers
from web.first_boards import first_board, opens_at_start
from web.inputs import one_of
from web.preview_pictures import card, match_picture
from web.site import reading, site

pages = Blueprint("previews", __name__)

THEMES = ("light", "dark")
SHOWN = 4
"""Lines of a card."""
SECONDS = 60
"""How long others may keep a picture."""


@pages.get("/embed/matches/<number:match_id>")
def embed(match_id: int) -> Response:
    """A match for a frame on another site; `?theme=light` or `dark`, and the viewer's `?step=`, `?speed=` and so on."""
    with reading() as session:
        detail = match_detail(session, PUBLIC, match_id)
        replay = replay_file(session, PUBLIC, match_id)[0] if detail.replay_sha256 else None
    board = first_board(site().settings, detail.line, replay) if replay is not None and opens_at_start() else None
    page = render_template("embed.html", match=detail.line, board=board, theme=one_of("theme", ("", *THEMES), ""))
    return headers.framed(make_response(page))


@pages.get("/matches/<number:match_id>/picture.png")
def match(match_id: int) -> Response:
    """The last board of a finished match."""
    with reading() as session:
        watched = watched_match(session, PUBLIC, match_id, PUBLIC_NAME)
    return _png(match_picture(site(), watched, f"Match {match_id}"))


@pages.get("/bots/<name:name>/picture.png")
def bot(name: str) -> Response:
    """A bot with its ratings."""
    with reading() as session:
        line = queries.bot(session, name)
        entries = queries.entries(session, PUBLIC, line.id)
    shown = [entry for entry in entries if entry.interval and entry.sets][:SHOWN]
    lines = [(entry.title, f"{entry.rating:,.0f} ± {entry.interval:,.0f}") for entry in shown]
    return _png(card(site(), line.name, f"A bot by {line.owner}", lines))


@pages.get("/seasons/<name:slug>/picture.png")
def of_season(slug: str) -> Response:
    """A season; a ladder with its leaders."""
    with reading() as session:
        known = season(session, PUBLIC, slug)
        leaders = leaderboard(session, PUBLIC, known.id, Asked(part=Part(SHOWN))).rows if known.open_ladder else []
    table = f"{known.game.title()} for {known.seats}" if known.seats > 1 else f"{known.game.title()} solo"
    lines = [(rank.bot, f"{rank.rating:,.0f}") for rank in leaders]
    return _png(card(site(), known.title, f"{table}, {known.entries} bots, {known.state}", lines))


def _png(picture: bytes) -> Response:
    answer = Response(picture, mimetype="image/png")
    answer.headers["Cache-Control"] = f"public, max-age={SECONDS}"
    return answer
