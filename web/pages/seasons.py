"""Seasons: all of them, and one with its standings, newest matches and how it is played."""

from flask import Blueprint, render_template

from arena.matches.clocks import preset
from arena.storage.models import MatchState
from arena.storage.pages.leaderboard import Asked, leaderboard
from arena.storage.pages.matches import Wanted, matches
from arena.storage.pages.seasons import season, seasons
from web.site import online, reading, who

pages = Blueprint("seasons", __name__)

STANDINGS = 20


@pages.get("/seasons")
def overview() -> str:
    """All seasons."""
    with reading() as session:
        return render_template("seasons.html", seasons=seasons(session, who()))


@pages.get("/seasons/<name:slug>")
def one(slug: str) -> str:
    """One season."""
    with reading() as session:
        found = season(session, who(), slug)
        page = leaderboard(session, who(), found.id, Asked(size=STANDINGS))
        newest = matches(session, who(), Wanted(season_id=found.id, states=(MatchState.FINISHED,), limit=10))
    here = online([rank.bot_id for rank in page.rows if not rank.house])
    return render_template("season.html", season=found, page=page, newest=newest, here=here, clock=preset(found.clock))
