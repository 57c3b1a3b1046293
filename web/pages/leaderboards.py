"""Ladders: one per season, with search, order and pages."""

from typing import Any

from flask import Blueprint, render_template

from arena.storage.pages.leaderboard import SORTS, Asked, leaderboard
from arena.storage.pages.seasons import season, seasons
from arena.storage.pages.trends import trends
from web.reading import number, one_of, text
from web.site import online, reading, who

pages = Blueprint("leaderboards", __name__)


@pages.get("/leaderboards")
def overview() -> str:
    """The head of every running ladder."""
    with reading() as session:
        running = [line for line in seasons(session, who()) if line.state in {"running", "finished"}][:8]
        heads = {line.slug: leaderboard(session, who(), line.id, Asked(size=5)) for line in running}
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
    asked = Asked(text("q", 60), one_of("sort", SORTS, "rating"), number("page", 1, high=100_000))
    with reading() as session:
        found = season(session, who(), slug)
        page = leaderboard(session, who(), found.id, asked)
        moved = trends(session, found.id, page.rows) if found.format != "solo" else None
    here = online([rank.bot_id for rank in page.rows if not rank.house])
    return {"season": found, "page": page, "asked": asked, "here": here, "trends": moved}
