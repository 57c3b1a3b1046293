"""Admins: how the arena does, accounts, comments, the audit log, and a hand on single matches."""

from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from arena.accounts import commands, second_factor
from arena.accounts.queries import AuditAsked, accounts, actions, audit, owned
from arena.bots import commands as bots
from arena.comments.commands import delete_comment
from arena.comments.queries import newest_comments
from arena.db.database import utcnow
from arena.db.models import Role
from arena.db.paging import token
from arena.errors import Invalid
from arena.metrics.status import read_status
from arena.metrics.tiles import tiles
from arena.results import repair
from web import sessions
from web.forms import change, done, form
from web.inputs import field, maybe_number, older, part, text
from web.pages.reset_password import new_link
from web.site import actor, admins, reading, site, who, writing

pages = Blueprint("admin", __name__, url_prefix="/admin")

MARKS = {"warn": "look", "bad": "bad", "off": "off"}
"""Words beside the colours, for people who cannot tell those apart."""
COMMENTS = 50
"""On one page."""


@pages.get("")
@admins
def status() -> ResponseReturnValue:
    """The state of the arena, and what can be done about single matches."""
    return render_template("admin_status.html", **_status())


@pages.get("/live")
@admins
def live() -> ResponseReturnValue:
    """The part of the page that is read again while it is open; the forms below it keep what is typed."""
    return render_template("parts/status.html", **_status())


def _status() -> dict[str, Any]:
    found = read_status(site().database, site().redis, site().settings.data)
    return {"status": found, "tiles": tiles(found), "marks": MARKS, "read_at": utcnow()}


@pages.post("/matches/<number:match_id>/requeue")
@admins
@change(status, "requeued")
def requeue(session: Session, match_id: int) -> None:
    """Begin a match again."""
    repair.requeue(session, match_id, actor(), field("why"))


@pages.post("/matches/<number:match_id>/void")
@admins
@change(status, "voided")
def void(session: Session, match_id: int) -> None:
    """Void a match, with a reason."""
    repair.void(session, match_id, actor(), field("why"))


@pages.get("/users")
@admins
def users(link: tuple[str, str] | None = None) -> ResponseReturnValue:
    """All accounts. *link* is a name and the one-time link for it, shown this once."""
    search = text("q", 60)
    with reading() as session:
        page = accounts(session, search, part("accounts", [search], str, int))
    following = token("accounts", [search], page.next)
    body = render_template("admin_users.html", page=page, following=following, search=search, link=link)
    return body, 200, {"Cache-Control": "no-store"}


@pages.get("/users/<name:name>")
@admins
def user(name: str) -> ResponseReturnValue:
    """One account, and everything that belongs to it."""
    with reading() as session:
        account = owned(session, name)
        factor = second_factor.two_factor(session, account.account.id)
    return render_template("admin_user.html", owned=account, account=account.account, factor=factor)


@pages.post("/users/<name:name>/anonymise")
@admins
@form(user)
def anonymise(name: str) -> ResponseReturnValue:
    """Delete an account: nothing names its person any more."""
    with writing() as session:
        account_id = commands.anonymise_account(session, who(), name, field("repeated", 64))
    sessions.end_all(account_id)
    return done("admin.users", "anonymised")


@pages.post("/users/<name:name>/two-factor")
@admins
@change(user, "saved")
def reset_two_factor(session: Session, name: str) -> None:
    """Turn two-factor sign-in off for somebody who has lost everything."""
    second_factor.reset_two_factor(session, who(), name)


@pages.post("/users/<name:name>/bots/<name:bot>/disabled")
@admins
@change(user, "saved")
def disable_bot(session: Session, name: str, bot: str) -> None:  # noqa: ARG001 (the page that is shown again)
    """A bot stops playing, or plays again."""
    bots.set_disabled(session, who(), bot, disabled=field("disabled") == "yes")


@pages.post("/users/<name:name>/role")
@admins
@change(users, "saved")
def role(session: Session, name: str) -> None:
    """What an account may do."""
    commands.set_role(session, who(), name, field("role", 16))


@pages.post("/users/<name:name>/disabled")
@admins
@form(users)
def disable(name: str) -> ResponseReturnValue:
    """Disable an account, or enable it again."""
    out = field("disabled") == "yes"
    with writing() as session:
        account_id = commands.set_disabled(session, who(), name, disabled=out)
    if out:
        sessions.end_all(account_id)
    return done("admin.users", "saved")


@pages.post("/users/<name:name>/reset-link")
@admins
@form(users)
def reset_link(name: str) -> ResponseReturnValue:
    """A one-time link to set a password, shown this once. Until it is used the old password stays."""
    with writing() as session:
        account_id = commands.grant_reset_link(session, who(), name)
    return users((name, new_link(account_id)))


@pages.post("/users")
@admins
@form(users)
def make_account() -> ResponseReturnValue:
    """An account for somebody else; its person sets the password with the link that is shown."""
    name = field("name", 64)
    with writing() as session:
        account_id = commands.create_account(session, name, None, _role(), actor()).id
    return users((name, new_link(account_id)))


def _role() -> Role:
    wanted = field("role", 16)
    if wanted not in set(Role):
        raise Invalid(f"there is no role {wanted!r}; there are: {', '.join(Role)}")
    return Role(wanted)


@pages.get("/comments")
@admins
def comments() -> ResponseReturnValue:
    """All comments on matches, the newest first."""
    with reading() as session:
        page = newest_comments(session, who(), older(COMMENTS))
    return render_template(
        "admin_comments.html", comments=page.rows, following=page.next, shown=site().settings.comments
    )


@pages.post("/comments/<number:comment_id>/delete")
@admins
@change(comments, "uncommented")
def delete(session: Session, comment_id: int) -> None:
    """Delete a comment, with a reason."""
    delete_comment(session, who(), comment_id, field("why"))


@pages.get("/audit")
@admins
def audit_log() -> ResponseReturnValue:
    """Who changed what."""
    asked = AuditAsked(text("actor", 100), text("action", 64), text("subject", 160))
    with reading() as session:
        lines = audit(session, asked, maybe_number("before"))
        known = actions(session)
    return render_template("admin_audit.html", lines=lines, asked=asked, actions=known)
