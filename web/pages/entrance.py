"""Signing up, in and out."""

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from arena.storage import secrets
from arena.storage.errors import Conflict
from arena.storage.models import Role
from arena.storage.people import account_of_any_case, create_account
from web import guard, limits
from web.access import local
from web.forms import field, said, secret
from web.reading import text
from web.site import reading, site, who, writing

pages = Blueprint("entrance", __name__)


@pages.get("/sign-up")
def sign_up() -> ResponseReturnValue:
    """The form for a new account."""
    if who().account_id is not None:
        return redirect(url_for("account.overview"), 303)
    return _form("sign_up.html")


@pages.post("/sign-up")
def make_account() -> ResponseReturnValue:
    """A new account, signed in at once."""
    if not site().settings.web_sign_up:
        abort(403, "Accounts are made by the organisers here.")
    limits.count("sign_up")
    name, password = field("name", 64), secret("password")
    if password != secret("again"):
        return _form("sign_up.html", "The two passwords differ.", 422)
    try:
        with writing() as session:
            account_id = create_account(session, name, password, Role.AUTHOR, f"site:{name}").id
    except (Conflict, ValueError) as wrong:
        return _form("sign_up.html", str(wrong), 422)
    guard.enter(account_id)
    return redirect(url_for("account.overview"), 303)


@pages.get("/sign-in")
def sign_in() -> ResponseReturnValue:
    """The form to sign in."""
    if who().account_id is not None:
        return redirect(local(text("next", 500)), 303)
    return _form("sign_in.html")


@pages.post("/sign-in")
def enter() -> ResponseReturnValue:
    """Check the password; wrong name and wrong password look and take the same."""
    name = field("name", 64)
    limits.count("sign_in_address")
    limits.count("sign_in_name", f"{limits.address()}:{name.lower()}")
    with reading() as session:
        found = account_of_any_case(session, name)
        usable = found is not None and found.disabled_at is None and found.deleted_at is None
        stored = found.password_hash if found is not None and usable else None
        account_id = found.id if found is not None else 0
    if not secrets.password_fits(stored, secret("password")):
        return _form("sign_in.html", "Name or password is wrong.", 422)
    guard.enter(account_id)
    return redirect(local(field("next")), 303)


@pages.post("/sign-out")
def leave() -> ResponseReturnValue:
    """Sign out."""
    guard.leave()
    return redirect(url_for("home.home"), 303)


def _form(template: str, wrong: str = "", status: int = 200) -> ResponseReturnValue:
    page = render_template(
        template,
        wrong=wrong,
        said=said(),
        name=field("name", 64),
        next=field("next") or text("next", 500),
        shortest=secrets.SHORTEST_PASSWORD,
        open=site().settings.web_sign_up,
    )
    return page, status
