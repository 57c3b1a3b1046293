"""The class dashboard of a season: a row for every entry, who needs help, and what went wrong. For its organisers and admins."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from arena.seasons.participants import bots_of, faults_in, participants
from web.inputs import one_of, text
from web.site import online, reading, signed_in, who

pages = Blueprint("participants", __name__, url_prefix="/organise/seasons")


@pages.get("/<name:slug>/participants")
@signed_in
def overview(slug: str) -> ResponseReturnValue:
    """Every entry, or only those that need help."""
    with reading() as session:
        here = online(bots_of(session, who(), slug))
        season = participants(session, who(), slug, here)
    only = one_of("show", ("all", "help"), "all") == "help"
    return render_template(
        "participants.html", season=season, rows=season.in_need if only else season.rows, only=only, here=here
    )


@pages.get("/<name:slug>/participants/faults")
@signed_in
def faulted(slug: str) -> ResponseReturnValue:
    """What one bot did wrong in this season."""
    bot = text("bot", 64)
    with reading() as session:
        found = faults_in(session, who(), slug, bot)
    return render_template("participant_faults.html", slug=slug, bot=bot, faulted=found)
