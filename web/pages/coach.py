"""The coach beside a finished match: asked for by people who are signed in, made by a worker, shown when it is done."""

import orjson
from flask import Blueprint, Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from arena.errors import NotFound
from arena.results.coaching import Coaching, ask_coach, coaching
from arena.results.match import match_detail
from web.forms import form
from web.pages.matches import one
from web.site import reading, signed_in, site, who

pages = Blueprint("coach", __name__)


@pages.post("/matches/<number:match_id>/coach")
@signed_in
@form(one, "coach")
def ask(match_id: int) -> ResponseReturnValue:
    """Ask for a report."""
    with reading() as session:
        ask_coach(session, site().redis, who(), match_id)
    return redirect(url_for("matches.one", match_id=match_id, _anchor="coach"), 303)


@pages.get("/live/matches/<number:match_id>/coach")
@signed_in
def live(match_id: int) -> Response:
    """How far it is; once it has ended the whole page is loaded again, since the viewer shows a curve then."""
    with reading() as session:
        detail = match_detail(session, who(), match_id)
    known = coaching(site().redis, match_id)
    answer = Response(render_template("parts/coach.html", match=detail.line, coach=known))
    if not known.open:
        answer.headers["HX-Refresh"] = "true"
    return answer


@pages.get("/matches/<number:match_id>/coach.json")
@signed_in
def report(match_id: int) -> Response:
    """The report for the viewer's curve."""
    with reading() as session:
        match_detail(session, who(), match_id)
    known: Coaching = coaching(site().redis, match_id)
    if known.report is None:
        raise NotFound(f"the coach has not looked at match {match_id}")
    answer = Response(orjson.dumps(known.report), mimetype="application/json")
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
