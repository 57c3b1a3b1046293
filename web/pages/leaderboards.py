"""Ladders: one per season, with search, order and pages."""

from typing import Any

from flask import Blueprint, render_template

from arena.db.paging import Part, token
from arena.seasons.leaderboard import SORTS, Asked, key_kinds, leaderboard, trends
from arena.seasons.queries import season, seasons
from web.inputs import one_of, part, text
from web.site import online, reading, who

pages = Blueprint("leaderboards", __name__)


@pages.get("/leaderboards")
def overview() -> str:
    """The head of every running ladder."""
    with reading() as session:
        running = [line for line in seasons(session, who()) if line.state in {"running", "finished"}][:8]
        heads = {line.slug: leaderboard(session, who(), line.id, Asked(part=Part(5))) for line in running}
    here = online({rank.bot_id for page in heads.values() for rank in page.rows if not rank.house})
    return render_template("leaderboards.html", seasons=running, heads=heads, here=here)


@pages.get("/seasons/<name:slug>/leaderboard")
def ladder(slug: str) -> str:
    """One ladder."""
    return render_template("leaderboard.html", sorts=SORTS, **_part(slug))


@pages.get("/live/seasons/<name:slug>")
def live(slug: str) -> str:
    """The table alone, for the script."""
    return render_template("parts/ladder.html", **_part(slug))


def _part(slug: str) -> dict[str, Any]:
    """The part of a ladder that the query asks for. Its statements are as many for every size."""
    search, sort = text("q", 60), one_of("sort", SORTS, "rating")
    asked = Asked(search, sort, part("leaderboard", [slug, search, sort], *key_kinds(sort)))
    with reading() as session:
        known = season(session, who(), slug)
        page = leaderboard(session, who(), known.id, asked)
        moved = trends(session, known.id, page.rows) if known.format != "solo" else None
    here = online([rank.bot_id for rank in page.rows if not rank.house])
    following = token("leaderboard", [slug, search, sort], page.next)
    return {"season": known, "page": page, "following": following, "asked": asked, "here": here, "trends": moved}
