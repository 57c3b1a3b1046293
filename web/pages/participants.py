"""The class dashboard of a season: a row for every entry, who needs help, and what went wrong. For its organisers and admins."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from arena.seasons import messages
from arena.seasons.participants import bots_of, faults_in, participants
from web.forms import change
from web.inputs import field, lines, one_of, text
from web.site import online, reading, signed_in, who

pages = Blueprint("participants", __name__, url_prefix="/organise/seasons")


@pages.get("/<name:slug>/participants")
@signed_in
def overview(slug: str) -> ResponseReturnValue:
    """Every entry, or only those that need help."""
    with reading() as session:
        here = online(bots_of(session, who(), slug))
        season = participants(session, who(), slug, here)
        said = messages.messages(session, who(), slug)
    only = one_of("show", ("all", "help"), "all") == "help"
    return render_template(
        "participants.html",
        season=season,
        rows=season.in_need if only else season.rows,
        only=only,
        here=here,
        said=said,
    )


@pages.post("/<name:slug>/messages")
@signed_in
@change(overview, "sent")
def send(session: Session, slug: str) -> None:
    """A message to everybody who plays, or to the owners of one bot."""
    messages.send_message(session, who(), slug, lines("message", messages.LONGEST + 1), bot=field("to", 64))


@pages.get("/<name:slug>/participants/faults")
@signed_in
def faulted(slug: str) -> ResponseReturnValue:
    """What one bot did wrong in this season."""
    bot = text("bot", 64)
    with reading() as session:
        rows = faults_in(session, who(), slug, bot)
    return render_template("participant_faults.html", slug=slug, bot=bot, faulted=rows)
