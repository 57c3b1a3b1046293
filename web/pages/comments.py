"""Comments on matches: written and deleted on the page of their match."""

from typing import Any

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from arena.comments.commands import LONGEST, delete_comment, write_comment
from arena.errors import NotAllowed
from arena.text import whole_number
from web.forms import form
from web.inputs import LARGEST, field, lines, text
from web.pages.matches import one
from web.site import signed_in, site, who, writing

pages = Blueprint("comments", __name__)

LOOKS = ("eyes", "speed", "curve", "theme")
"""What the viewer has in its address besides the step: a form keeps it."""


@pages.post("/matches/<number:match_id>")
@signed_in
@form(one, "comment")
def write(match_id: int) -> ResponseReturnValue:
    """Write a comment. The address is that of the match, so that a refused form can be reloaded as its page."""
    if not site().settings.comments:
        raise NotAllowed("comments are switched off on this arena")
    step = whole_number(field("step", 10), 0, LARGEST)
    with writing() as session:
        written = write_comment(session, who(), match_id, step, lines("comment", LONGEST + 1))
        step = written.step
    return _back(match_id, step, "commented")


@pages.post("/matches/<number:match_id>/comments/<number:comment_id>/delete")
@signed_in
@form(one)
def remove(match_id: int, comment_id: int) -> ResponseReturnValue:
    """Delete a comment."""
    with writing() as session:
        step = delete_comment(session, who(), comment_id, field("why")).step
    return _back(match_id, step, "uncommented")


def _back(match_id: int, step: int, word: str) -> ResponseReturnValue:
    looks: dict[str, Any] = {name: text(name) for name in LOOKS if text(name)}
    return redirect(url_for("matches.one", match_id=match_id, step=step, done=word, **looks, _anchor="comments"), 303)
