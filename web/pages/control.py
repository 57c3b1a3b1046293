"""The control room of one season: its life, file, invites, entries, rulings, organisers. For its organisers and admins."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from arena.storage.base import utcnow
from arena.storage.errors import Invalid, StorageError
from arena.storage.leagues import ending, entering, invites, life, organisers, revealing, ruling, starting
from arena.storage.leagues.creating import update_season
from arena.storage.leagues.following import next_season
from arena.storage.models import RulingKind
from arena.storage.pages.organising import control
from arena.text import local_moment, whole_number
from web import limits
from web.access import actor, signed_in
from web.documents import document
from web.forms import done, field, said
from web.pages.organise import FILE, kept_preview, preview
from web.site import online, reading, who, writing

pages = Blueprint("control", __name__, url_prefix="/organise/seasons")

OF_MATCHES = (RulingKind.VOID, RulingKind.REPLAY, RulingKind.FORFEIT)
KEPT = ("act", "kind", "match", "bot", "reason", "why", "label", "uses", "account", "entrant", "first", "slug")
"""Fields that are shown again when something was refused."""


@pages.get("/<name:slug>")
@signed_in
def one(slug: str) -> ResponseReturnValue:
    """Everything about a season at one look."""
    return _page(slug)


def _page(slug: str, wrong: str = "", code: int = 200, **more: Any) -> ResponseReturnValue:
    with reading() as session:
        found = control(session, who(), slug)
    told = {
        "season": found,
        "text": found.file,
        "here": online([entry.bot_id for entry in found.entries if not entry.house]),
        "typed": {name: field(name, 1000) for name in KEPT},
        "kinds": list(RulingKind),
        "lines": (),
        "invite": "",
    }
    if "preview" not in more:
        told["preview"] = kept_preview(found)
    page = render_template("control.html", wrong=wrong, said=said(), **{**told, **more})
    return page, code, {"Cache-Control": "no-store"}


def _change(slug: str, word: str, change: Callable[[Session], Any], **more: Any) -> ResponseReturnValue:
    limits.count("change", who().account_id)
    try:
        with writing() as session:
            _must_run(session, slug)
            made = change(session)
    except StorageError as wrong:
        return _page(slug, str(wrong), 422, **more)  # which is a 404 for those who do not run the season
    return done("control.one", word, slug=made if isinstance(made, str) else slug)


def _must_run(session: Session, slug: str) -> None:
    organisers.check_may_run(session, who(), slug)


@pages.post("/<name:slug>/<any(open, start, pause, resume):act>")
@signed_in
def act(slug: str, act: str) -> ResponseReturnValue:
    """Open, start, pause or resume it."""
    acts: dict[str, Callable[[Session, str, str], Any]] = {
        "open": life.open_season,
        "start": starting.start_season,
        "pause": life.pause_season,
        "resume": life.resume_season,
    }
    return _change(slug, "season", lambda session: _none(acts[act](session, slug, actor())))


def _none(_: object) -> None:
    """What a change returns is of no use here."""


@pages.post("/<name:slug>/finish")
@signed_in
def finish(slug: str) -> ResponseReturnValue:
    """End it now, for good; only for somebody who has said twice that they mean it."""

    def change(session: Session) -> None:
        if field("sure", 3) != "yes":
            raise Invalid(
                "Tick the box to finish the season: its open tables are called off, and its final tables never change."
            )
        ending.finish_season(session, slug, actor())

    return _change(slug, "season", change)


@pages.post("/<name:slug>/cancel")
@signed_in
def cancel(slug: str) -> ResponseReturnValue:
    """End it without a table, with a reason."""
    return _change(slug, "season", lambda session: _none(ending.cancel_season(session, slug, field("why"), actor())))


@pages.post("/<name:slug>/file")
@signed_in
def update(slug: str) -> ResponseReturnValue:
    """Read its file again. Whether they may, and how often, comes before the first look at what was sent."""
    with reading() as session:
        control(session, who(), slug)
    limits.count("plan", who().account_id)
    try:
        text = document("file", "upload")
    except StorageError as wrong:
        return _page(slug, str(wrong), 422)
    found = preview(text)
    more = {"text": text, "preview": found, "lines": found.lines}
    if found.wrong:
        return _page(slug, found.wrong, 422, **more)

    def change(session: Session) -> None:
        update_season(session, slug, text, actor(), file=FILE, now=utcnow(), who=who())

    return _change(slug, "season", change, **more)


@pages.post("/<name:slug>/next")
@signed_in
def follow(slug: str) -> ResponseReturnValue:
    """The next season of its league."""

    def change(session: Session) -> str:
        made = next_season(session, slug, actor(), first=_moment(field("first", 40)), new_slug=field("slug", 40))
        return made.slug

    return _change(slug, "season", change)


def _moment(text: str) -> datetime:
    found = local_moment(text)
    if found is None:
        raise Invalid(f"the start of the first round is written as 2027-10-01T20:00; got {text!r}")
    return found


@pages.post("/<name:slug>/invites")
@signed_in
def invite(slug: str) -> ResponseReturnValue:
    """A new invite, whose code is shown this once."""
    limits.count("change", who().account_id)
    uses = whole_number(field("uses", 6), 1, 1000)
    try:
        if uses is None:
            raise Invalid(f"an invite is good for 1 to 1000 entries; got {field('uses', 6)!r}")
        with writing() as session:
            _must_run(session, slug)
            _, code = invites.create_invite(session, slug, actor(), uses=uses, label=field("label", 64))
    except StorageError as wrong:
        return _page(slug, str(wrong), 422)
    return _page(slug, invite=code, typed={})


@pages.post("/<name:slug>/invites/<number:invite_id>/revoke")
@signed_in
def revoke(slug: str, invite_id: int) -> ResponseReturnValue:
    """An invite opens nothing any more."""
    return _change(slug, "invite", lambda session: _none(invites.revoke_invite(session, slug, invite_id, actor())))


@pages.post("/<name:slug>/organisers")
@signed_in
def take_in(slug: str) -> ResponseReturnValue:
    """One more organiser."""
    return _change(
        slug, "organiser", lambda session: organisers.add_organiser(session, slug, field("account", 64), actor())
    )


@pages.post("/<name:slug>/organisers/<name:account>/remove")
@signed_in
def put_out(slug: str, account: str) -> ResponseReturnValue:
    """An organiser less."""
    return _change(slug, "organiser", lambda session: organisers.remove_organiser(session, slug, account, actor()))


@pages.post("/<name:slug>/entries")
@signed_in
def enter(slug: str) -> ResponseReturnValue:
    """Enter a bot by hand."""
    return _change(
        slug,
        "entered",
        lambda session: _none(entering.enter_by_hand(session, slug, field("entrant", 64), actor(), who())),
    )


@pages.post("/<name:slug>/rulings")
@signed_in
def rule(slug: str) -> ResponseReturnValue:
    """A ruling with its public reason."""

    def change(session: Session) -> None:
        wanted = field("kind", 16)
        if wanted not in set(RulingKind):
            raise Invalid(f"there is no ruling {wanted!r}; there are: {', '.join(RulingKind)}")
        kind = RulingKind(wanted)
        reason, bot, match = field("reason", 1000), field("bot", 64), whole_number(field("match", 15), 1, 10**15)
        if kind in OF_MATCHES:
            if match is None:
                raise Invalid(f"a ruling to {kind.value} names a match by its number; got {field('match', 15)!r}")
            ruling.rule_match(session, slug, kind, match, reason, actor(), bot=bot)
        else:
            ruling.rule_entry(session, slug, kind, bot, reason, actor())

    return _change(slug, "ruled", change)


@pages.post("/<name:slug>/stages/<number:stage>/reveal")
@signed_in
def reveal(slug: str, stage: int) -> ResponseReturnValue:
    """Show a frozen stage to everyone."""
    return _change(slug, "revealed", lambda session: _none(revealing.reveal_stage(session, slug, stage, actor())))
