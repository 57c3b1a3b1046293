"""Roster import: a CSV file with teams and bots, looked at first, then carried out whole or not at all."""

import csv
import io
from collections.abc import Sequence
from urllib.parse import quote

from flask import Blueprint, g, render_template
from flask.typing import ResponseReturnValue

from arena.bots import roster
from arena.bots.roster import RosterDone
from arena.errors import Invalid
from arena.seasons.queries import control
from arena.text import cell
from web.access import signed_in
from web.forms import form
from web.inputs import document, field
from web.pages.resets import new_link
from web.site import reading, who, writing

pages = Blueprint("roster", __name__, url_prefix="/organise/seasons")

EXAMPLE = "team,bot,account\nkobo,kobo-one,hanako\nkobo,kobo-two,\ntsuru,crane,taro\n"


@pages.get("/<name:slug>/roster")
@signed_in
def show(slug: str, done: Sequence[RosterDone] = (), made: str = "") -> ResponseReturnValue:
    """The form; after an import what was *done*, and the keys that were *made*."""
    with reading() as session:
        season = control(session, who(), slug)
    done = done or g.get("roster", ())
    text = g.get("document", EXAMPLE)
    page = render_template("roster.html", season=season, text=text, done=done, made=made, data=quote(made))
    return page, 200, {"Cache-Control": "no-store"}


@pages.post("/<name:slug>/roster")
@signed_in
@form(show, "plan")
def load(slug: str) -> ResponseReturnValue:
    """Show what the file would do, or do it: all of it, or nothing if a line is wrong."""
    with reading() as session:
        control(session, who(), slug)
    done, kept = _carried(slug, document("file", "upload"), keep=field("act") == "import")
    broken = sum(bool(row.wrong) for row in done)
    if broken:
        g.roster = done
        raise Invalid(f"Nothing imported: {broken} of {len(done)} lines have errors")
    return show(slug, done, _keys(done) if kept else "")


def _carried(slug: str, text: str, *, keep: bool) -> tuple[list[RosterDone], bool]:
    """What every line does, and whether it was kept. To look first is to do it and take it back: it refuses what the real one would."""
    lines = roster.read(text)
    with writing() as session:
        done = roster.carry_out(session, who(), slug, lines)
        kept = keep and not any(one.wrong for one in done)
        if not kept:
            session.rollback()
    return done, kept


def _keys(done: list[RosterDone]) -> str:
    """What the organiser hands out, as CSV: tokens of new bots, links for new accounts."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("team", "bot", "account", "token", "password_link"))
    for one in done:
        link = new_link(one.account_id) if one.account_id is not None else ""
        writer.writerow(map(cell, (one.line.team, one.line.bot, one.line.account, one.token, link)))
    return out.getvalue()
