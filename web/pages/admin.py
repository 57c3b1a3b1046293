"""Admins: how the arena does, accounts, the audit log, and a hand on single matches."""

from collections.abc import Callable

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from arena.running.status import look
from arena.storage import mending, people
from arena.storage.audit import log
from arena.storage.base import utcnow
from arena.storage.errors import Conflict
from arena.storage.models import Role
from arena.storage.pages.admin import AuditAsked, accounts, actions, audit
from web import limits, resets, sessions
from web.access import actor, admins
from web.forms import done, field, said
from web.pages.resets import address
from web.reading import maybe_number, number, text
from web.site import reading, site, who, writing

pages = Blueprint("admin", __name__, url_prefix="/admin")


@pages.get("")
@admins
def status() -> ResponseReturnValue:
    """Queues, gateways, running and stuck matches."""
    return _status()


def _status(wrong: str = "", code: int = 200) -> ResponseReturnValue:
    found = look(site().database, site().redis)
    return render_template("admin_status.html", status=found, wrong=wrong, said=said()), code


@pages.post("/matches/<number:match_id>/requeue")
@admins
def requeue(match_id: int) -> ResponseReturnValue:
    """Begin a match again."""
    return _mended(mending.requeue, match_id, "requeued")


@pages.post("/matches/<number:match_id>/void")
@admins
def void(match_id: int) -> ResponseReturnValue:
    """Void a match, with a reason."""
    return _mended(mending.void, match_id, "voided")


def _mended(change: Callable[[Session, int, str, str], object], match_id: int, word: str) -> ResponseReturnValue:
    limits.count("change", who().account_id)
    try:
        with writing() as session:
            change(session, match_id, actor(), field("why"))
    except Conflict as wrong:
        return _status(str(wrong), 422)
    return done("admin.status", word)


@pages.get("/users")
@admins
def users() -> ResponseReturnValue:
    """All accounts."""
    return _users()


def _users(wrong: str = "", code: int = 200, link: tuple[str, str] | None = None) -> ResponseReturnValue:
    with reading() as session:
        page = accounts(session, text("q", 60), number("page", 1, high=100_000))
    body = render_template(
        "admin_users.html", page=page, search=text("q", 60), wrong=wrong, said=said(), link=link, name=field("name", 64)
    )
    return body, code, {"Cache-Control": "no-store"}


@pages.post("/users/<name:name>/role")
@admins
def role(name: str) -> ResponseReturnValue:
    """What an account may do."""
    limits.count("change", who().account_id)
    wanted = field("role", 16)
    if wanted not in set(Role):
        return _users(f"there is no role {wanted!r}", 422)
    if name == who().name:
        return _users("you cannot change your own role: somebody must stay admin", 422)
    with writing() as session:
        people.account(session, name).role = Role(wanted)
        log(session, actor(), "role_changed", f"account:{name}", role=wanted)
    return done("admin.users", "user")


@pages.post("/users/<name:name>/disabled")
@admins
def disable(name: str) -> ResponseReturnValue:
    """Shut an account out, or let it in again."""
    limits.count("change", who().account_id)
    if name == who().name:
        return _users("you cannot disable yourself", 422)
    out = field("disabled") == "yes"
    with writing() as session:
        account = people.account(session, name)
        account.disabled_at = utcnow() if out else None
        account_id = account.id
        log(session, actor(), "account_disabled" if out else "account_enabled", f"account:{name}")
    if out:
        sessions.end_all(site().redis, account_id)
    return done("admin.users", "user")


@pages.post("/users/<name:name>/reset-link")
@admins
def reset_link(name: str) -> ResponseReturnValue:
    """A one-time link with which somebody sets a password, shown this once. Until it is used the old password stays."""
    limits.count("change", who().account_id)
    with writing() as session:
        account = people.account(session, name)
        if account.deleted_at is not None:
            return _users(f"{name} is deleted", 422)
        account_id = account.id
        log(session, actor(), "reset_link_made", f"account:{name}")
    return _users(link=(name, address(resets.make(site().redis, account_id))))


@pages.post("/users")
@admins
def make_account() -> ResponseReturnValue:
    """An account for somebody, who sets the password with the link that is shown."""
    limits.count("change", who().account_id)
    name, wanted = field("name", 64), field("role", 16)
    if wanted not in set(Role):
        return _users(f"there is no role {wanted!r}", 422)
    try:
        with writing() as session:
            account_id = people.create_account(session, name, None, Role(wanted), actor()).id
    except Conflict as wrong:
        return _users(str(wrong), 422)
    return _users(link=(name, address(resets.make(site().redis, account_id))))


@pages.get("/audit")
@admins
def audit_log() -> ResponseReturnValue:
    """Who changed what."""
    asked = AuditAsked(text("actor", 100), text("action", 64), text("subject", 160))
    with reading() as session:
        lines = audit(session, asked, maybe_number("before"))
        known = actions(session)
    return render_template("admin_audit.html", lines=lines, asked=asked, actions=known)
