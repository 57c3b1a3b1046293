"""Roster import: a CSV file with teams and bots, looked at first, then carried out whole or not at all."""

import csv
import io
from urllib.parse import quote

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from arena.storage.errors import StorageError
from arena.storage.leagues import roster
from arena.storage.leagues.organisers import check_may_run
from arena.storage.leagues.roster import RosterDone
from arena.storage.pages.organising import control
from arena.text import cell
from web import limits, resets
from web.access import actor, signed_in
from web.documents import document
from web.forms import field
from web.pages.resets import address
from web.site import reading, site, who, writing

pages = Blueprint("roster", __name__, url_prefix="/organise/seasons")

EXAMPLE = "team,bot,account\nkobo,kobo-one,hanako\nkobo,kobo-two,\ntsuru,crane,taro\n"


@pages.get("/<name:slug>/roster")
@signed_in
def form(slug: str) -> ResponseReturnValue:
    """The form."""
    return _page(slug, EXAMPLE)


def _page(
    slug: str, text: str, done: list[RosterDone] | None = None, wrong: str = "", made: str = ""
) -> ResponseReturnValue:
    with reading() as session:
        season = control(session, who(), slug)
    page = render_template(
        "roster.html", season=season, text=text, done=done, wrong=wrong, said="", made=made, data=quote(made)
    )
    return page, 422 if wrong else 200, {"Cache-Control": "no-store"}


@pages.post("/<name:slug>/roster")
@signed_in
def load(slug: str) -> ResponseReturnValue:
    """Show what the file would do, or do it: all of it, or nothing if a line is wrong."""
    limits.count("plan", who().account_id)
    text = ""
    try:
        with reading() as session:
            control(session, who(), slug)
        text = document("file", "upload")
        done, kept = _carried(slug, text, keep=field("act") == "import")
    except StorageError as wrong:
        return _page(slug, text, None, str(wrong))
    broken = sum(bool(one.wrong) for one in done)
    lost = f"{broken} of {len(done)} lines cannot be: nothing was imported" if broken else ""
    return _page(slug, text, done, lost, _keys(done) if kept else "")


def _carried(slug: str, text: str, *, keep: bool) -> tuple[list[RosterDone], bool]:
    """What every line does, and whether it was kept. To look first is to do it and take it back: it refuses what the real one would."""
    lines = roster.read(text)
    with writing() as session:
        check_may_run(session, who(), slug)
        done = roster.carry_out(session, who(), slug, lines, actor())
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
        link = address(resets.make(site().redis, one.account_id)) if one.account_id is not None else ""
        writer.writerow(map(cell, (one.line.team, one.line.bot, one.line.account, one.token, link)))
    return out.getvalue()
