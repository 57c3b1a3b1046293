"""Bots and seasons that a person follows, with their newest results."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from arena.accounts.follows import follow_bot, follow_season, followed
from arena.results.queries import newest_of
from web.forms import done, form
from web.inputs import field
from web.site import reading, signed_in, who, writing

pages = Blueprint("following", __name__, url_prefix="/account/following")


@pages.get("")
@signed_in
def overview() -> ResponseReturnValue:
    """What I follow, and what it has played."""
    with reading() as session:
        found = followed(session, who())
        newest = newest_of(session, who(), [bot.id for bot in found.bots], [one.id for one in found.seasons])
    return render_template("following.html", found=found, newest=newest)


@pages.post("/bots/<name:name>")
@signed_in
@form(overview)
def bot(name: str) -> ResponseReturnValue:
    """Follow a bot, or do so no longer; back to its page."""
    on = field("on") == "yes"
    with writing() as session:
        follow_bot(session, who(), name, on=on)
    return done("bots.one", "followed" if on else "unfollowed", name=name)


@pages.post("/seasons/<name:slug>")
@signed_in
@form(overview)
def season(slug: str) -> ResponseReturnValue:
    """Follow a season, or do so no longer; back to its page."""
    on = field("on") == "yes"
    with writing() as session:
        follow_season(session, who(), slug, on=on)
    return done("seasons.one", "followed" if on else "unfollowed", slug=slug)
