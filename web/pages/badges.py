"""Badges for READMEs and home pages: a bot's rating and rank in a small picture, as the public sees them."""

from flask import Blueprint, Response, abort, render_template

from arena.access.viewers import PUBLIC
from arena.bots.queries import BotEntry, bot, entries, in_leagues
from arena.wording import ordinal
from web.inputs import text
from web.site import reading

pages = Blueprint("badges", __name__, url_prefix="/badges")

SECONDS = 300
"""How long others may keep a badge."""
LETTER = 6.6
"""Pixels of an average letter at 11 pixels; the text is stretched to the width that is left for it."""
ROOM = 12
"""Pixels around a text, both sides together."""


@pages.get("/bots/<name:name>.svg")
def of_bot(name: str) -> Response:
    """One bot, in the season it has played most in, or in `?season=`."""
    wanted = text("season", 64)
    with reading() as session:
        line = bot(session, name)
        chosen = _chosen(entries(session, PUBLIC, line.id), wanted)
        placed = in_leagues(session, PUBLIC, [chosen])[0] if chosen else None
    left, right = line.name, _words(placed)
    widths = [round(LETTER * len(words)) + ROOM for words in (left, right)]
    picture = render_template("badge.svg", left=left, right=right, widths=widths, room=ROOM)
    answer = Response(picture, mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = f"public, max-age={SECONDS}"
    return answer


def _chosen(lines: list[BotEntry], wanted: str) -> BotEntry | None:
    if wanted:
        chosen = next((line for line in lines if line.season == wanted), None)
        return chosen or abort(404, f"the bot is not entered in a season {wanted!r}")
    return max(lines, key=lambda line: (line.season_state == "running", line.sets), default=None)


def _words(entry: BotEntry | None) -> str:
    """`1,512 · 3rd of Nippon ladder`; a bot without a rated set has no rating to show."""
    if entry is None or not entry.sets:
        return "not rated yet"
    rank = f" · {ordinal(entry.rank)}" if entry.rank else ""
    figure = f"{entry.rating:.1f}" if entry.seats == 1 else f"{entry.rating:,.0f}"
    return f"{figure}{rank} · {entry.title}"
