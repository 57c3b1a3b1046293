"""The control page of one season: its life, file, invites, entries, rulings, organisers, and the import of a roster. For its organisers and admins."""

import csv
import io
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import quote

from flask import Blueprint, g, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer
from arena.bots import roster
from arena.bots.roster import RosterDone
from arena.db.database import utcnow
from arena.db.models import RulingKind
from arena.errors import Invalid
from arena.seasons import (
    consequences,
    entries,
    invites,
    lifecycle,
    organisers,
    rehearsals,
    rulings,
    start,
    wiping,
    withdrawal,
)
from arena.seasons.creation import next_season, update_season
from arena.seasons.queries import control
from arena.text import cell, local_moment, whole_number
from web.forms import Change, View, change, done, form
from web.inputs import document, field, text
from web.pages.organise import FILE, checked_preview, form_shown, kept_preview, plan_part, sent_text
from web.pages.reset_password import new_link
from web.site import online, reading, signed_in, who, writing

pages = Blueprint("control", __name__, url_prefix="/organise/seasons")


@pages.get("/<name:slug>")
@signed_in
def one(slug: str, invite: str = "") -> ResponseReturnValue:
    """Everything about a season at one look. *invite* is the code of a new invite, shown this once."""
    with reading() as session:
        season = control(session, who(), slug)
    page = render_template(
        "control.html",
        season=season,
        text=g.get("document", season.file),
        preview=g.get("preview") or kept_preview(season),
        here=online([entry.bot_id for entry in season.entries if not entry.house]),
        kinds=list(RulingKind),
        invite=invite,
    )
    return page, 200, {"Cache-Control": "no-store"}


def _changed(word: str) -> Callable[[Change], View]:
    """A change of the season, with its page as the answer. The commands check that the person may run it."""
    return lambda view: signed_in(change(one, word)(view))


@pages.post("/<name:slug>/<any(open, start, pause, resume):act>")
@_changed("saved")
def act(session: Session, slug: str, act: str) -> None:
    """Open, start, pause or resume it."""
    acts: dict[str, Callable[[Session, Viewer, str], Any]] = {
        "open": lifecycle.open_season,
        "start": start.start_season,
        "pause": lifecycle.pause_season,
        "resume": lifecycle.resume_season,
    }
    acts[act](session, who(), slug)


@pages.post("/<name:slug>/rehearse")
@_changed("rehearsed")
def rehearse(session: Session, slug: str) -> ResponseReturnValue:
    """Rehearse it with the bots that are entered now."""
    rehearsal = rehearsals.rehearse_season(session, who(), slug)
    return done("control.one", "rehearsed", slug=rehearsal.slug)


@pages.post("/<name:slug>/wipe")
@_changed("wiped")
def wipe(session: Session, slug: str) -> ResponseReturnValue:
    """Delete a rehearsal and everything that was played in it; the person has been shown what that means."""
    _sure()
    real = control(session, who(), slug).rehearses
    gone = wiping.wipe_rehearsal(session, who(), slug)
    return done("control.one", "wiped" if gone else "wiping", slug=real)


@pages.get("/<name:slug>/confirm/<any(finish, cancel, wipe, remove):act>")
@signed_in
def confirm(slug: str, act: str) -> str:
    """What something final would do, and the form that does it. *bot*: which to remove."""
    bot = text("bot", 64)
    with reading() as session:
        season = control(session, who(), slug)
        found = consequences.of_act(session, who(), slug, act, bot)
    return render_template("confirm.html", season=season, act=act, bot=bot, found=found)


def _sure() -> None:
    if field("sure", 3) != "yes":
        raise Invalid("This is final. Confirm it on its page, which says what would happen.")


@pages.post("/<name:slug>/finish")
@_changed("saved")
def finish(session: Session, slug: str) -> None:
    """End it now, for good; the person has been shown what that means."""
    _sure()
    lifecycle.finish_season(session, who(), slug)


@pages.post("/<name:slug>/cancel")
@_changed("saved")
def cancel(session: Session, slug: str) -> None:
    """End it without a table, with a reason."""
    lifecycle.cancel_season(session, who(), slug, field("why"))


@pages.post("/<name:slug>/file")
@signed_in
@form(one, "plan")
def update(slug: str) -> ResponseReturnValue:
    """Replace its file. Permission and limit are checked before the file is read, and the file before anything is locked."""
    with reading() as session:
        control(session, who(), slug)
    text = document("file", "upload")
    checked_preview(text)
    with writing() as session:
        update_season(session, who(), slug, text, file=FILE, now=utcnow())
    return done("control.one", "saved", slug=slug)


@pages.get("/<name:slug>/edit")
@signed_in
def edit(slug: str) -> ResponseReturnValue:
    """The form of a season that has not started."""
    with reading() as session:
        season = control(session, who(), slug)
    text = g.get("document", season.file)
    found = g.get("preview") or kept_preview(season)
    return render_template("season_edit.html", season=season, text=text, form=form_shown(text), preview=found)


@pages.post("/<name:slug>/edit")
@signed_in
@form(edit, "plan")
def save(slug: str) -> ResponseReturnValue:
    """Save the form, or show its plan. Permission and limit are checked before anything is read."""
    with reading() as session:
        control(session, who(), slug)
    if request.headers.get("X-Part") == "plan":
        return plan_part()
    text = sent_text()
    with writing() as session:
        update_season(session, who(), slug, text, file=FILE, now=utcnow())
    return done("control.one", "saved", slug=slug)


@pages.post("/<name:slug>/next")
@_changed("saved")
def follow(session: Session, slug: str) -> ResponseReturnValue:
    """The next season of its league."""
    season = next_season(session, who(), slug, first=_moment(field("first", 40)), new_slug=field("slug", 40))
    return done("control.one", "saved", slug=season.slug)


def _moment(text: str) -> datetime:
    moment = local_moment(text)
    if moment is None:
        raise Invalid(f"write the start of the first round as 2027-10-01T20:00; got {text!r}")
    return moment


@pages.post("/<name:slug>/invites")
@signed_in
@form(one)
def invite(slug: str) -> ResponseReturnValue:
    """A new invite, whose code is shown this once."""
    uses = whole_number(field("uses", 6), 1, 1000)
    with writing() as session:
        if uses is None:
            raise Invalid(f"an invite is good for 1 to 1000 entries; got {field('uses', 6)!r}")
        _, code = invites.create_invite(session, who(), slug, uses=uses, label=field("label", 64))
    return one(slug, code)


@pages.post("/<name:slug>/invites/<number:invite_id>/revoke")
@_changed("invite")
def revoke(session: Session, slug: str, invite_id: int) -> None:
    """An invite stops working."""
    invites.revoke_invite(session, who(), slug, invite_id)


@pages.post("/<name:slug>/organisers")
@_changed("asked")
def invite_organiser(session: Session, slug: str) -> None:
    """Ask somebody to run the season too."""
    organisers.invite_organiser(session, who(), slug, field("account", 64))


@pages.post("/<name:slug>/organisers/<name:account>/remove")
@_changed("saved")
def remove_organiser(session: Session, slug: str, account: str) -> None:
    """One organiser or invitation less."""
    organisers.remove_organiser(session, who(), slug, account)


@pages.post("/<name:slug>/entries")
@_changed("entered")
def enter(session: Session, slug: str) -> None:
    """Enter a bot by hand."""
    entries.enter(session, who(), slug, field("entrant", 64))


@pages.post("/<name:slug>/entries/<name:bot>/remove")
@_changed("removed")
def remove_entry(session: Session, slug: str, bot: str) -> None:
    """A bot does not play after all; before the start only, afterwards it takes a ruling."""
    _sure()
    withdrawal.leave(session, who(), slug, bot)


@pages.post("/<name:slug>/rulings")
@signed_in
@form(one)
def rule(slug: str) -> ResponseReturnValue:
    """A ruling with its public reason: first what it would do, then, once that is confirmed, the ruling."""
    wanted = field("kind", 16)
    if wanted not in set(RulingKind):
        raise Invalid(f"there is no ruling {wanted!r}; there are: {', '.join(RulingKind)}")
    match_id, earlier = _row_number("match", field("match", 15)), _row_number("ruling", field("ruling", 15))
    kind, reason, bot = RulingKind(wanted), field("reason", 1000), field("bot", 64)
    sure = field("sure", 3) == "yes"
    with writing() as session:
        found = consequences.of_ruling(session, who(), slug, kind, match_id, bot, earlier)
        rulings.rule(session, who(), slug, kind, reason, match_id=match_id, bot=bot, takes_back=earlier)
        if not sure:  # it was only tried out: what would be refused is refused before anybody confirms it
            session.rollback()
            season = control(session, who(), slug)
    if sure:
        return done("control.one", "ruled", slug=slug)
    typed = {"kind": kind.value, "match": match_id or "", "ruling": earlier or "", "bot": bot, "reason": reason}
    return render_template("confirm.html", season=season, act="rule", found=found, typed_in=typed)


def _row_number(name: str, text: str) -> int | None:
    number = whole_number(text, 1, 10**15)
    if text and number is None:
        raise Invalid(f"a ruling names a {name} by its number; got {text!r}")
    return number


@pages.post("/<name:slug>/stages/<number:stage>/reveal")
@_changed("revealed")
def reveal(session: Session, slug: str, stage: int) -> None:
    """Show a frozen stage to everyone."""
    lifecycle.reveal_stage(session, who(), slug, stage)


EXAMPLE = "team,bot,account\nkobo,kobo-one,hanako\nkobo,kobo-two,\ntsuru,crane,taro\n"


@pages.get("/<name:slug>/roster")
@signed_in
def roster_form(slug: str, done: Sequence[RosterDone] = (), keys: str = "") -> ResponseReturnValue:
    """The form; after an import what was *done*, and the keys that were *keys*."""
    with reading() as session:
        season = control(session, who(), slug)
    done = done or g.get("roster", ())
    text = g.get("document", EXAMPLE)
    page = render_template("roster.html", season=season, text=text, done=done, made=keys, data=quote(keys))
    return page, 200, {"Cache-Control": "no-store"}


@pages.post("/<name:slug>/roster")
@signed_in
@form(roster_form, "plan")
def load_roster(slug: str) -> ResponseReturnValue:
    """Show what the file would do, or do it: all of it, or nothing if a line is wrong."""
    with reading() as session:
        control(session, who(), slug)
    done, kept = _carried(slug, document("file", "upload"), keep=field("act") == "import")
    broken = sum(bool(row.wrong) for row in done)
    if broken:
        g.roster = done
        raise Invalid(f"Nothing imported: {broken} of {len(done)} lines have errors")
    return roster_form(slug, done, _keys(done) if kept else "")


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
