"""Signing up, in and out."""

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from arena.access import credentials, providers
from arena.access.lookup import account_of_any_case
from arena.accounts.commands import create_account
from arena.db.models import Role
from arena.errors import Invalid
from web import limits, sessions
from web.forms import form, refused
from web.inputs import field, secret, text
from web.pages.two_factor import enter as enter_account
from web.site import local, reading, site, who, writing

pages = Blueprint("sign_in", __name__)


@pages.get("/sign-up")
def sign_up() -> ResponseReturnValue:
    """The form for a new account."""
    if who().account_id is not None and not refused():
        return redirect(url_for("account.overview"), 303)
    return render_template("sign_up.html", shortest=credentials.SHORTEST_PASSWORD, open=site().settings.web_sign_up)


@pages.post("/sign-up")
@form(sign_up, "sign_up", by_account=False)
def make_account() -> ResponseReturnValue:
    """A new account, signed in at once."""
    if not site().settings.web_sign_up:
        abort(403, "On this arena the organisers create accounts.")
    name, password = field("name", 64), secret("password")
    if password != secret("again"):
        raise Invalid("The two passwords differ.")
    with writing() as session:
        account_id = create_account(session, name, password, Role.AUTHOR, name).id
    sessions.sign_in(account_id)
    return redirect(url_for("account.overview"), 303)


@pages.get("/sign-in")
def sign_in() -> ResponseReturnValue:
    """The form to sign in."""
    if who().account_id is not None and not refused():
        return redirect(local(text("next", 500)), 303)
    next_page = field("next") or text("next", 500)
    return render_template(
        "sign_in.html", next=next_page, open=site().settings.web_sign_up, provider=providers.title(site().settings)
    )


@pages.post("/sign-in")
@form(sign_in, "sign_in_address", by_account=False)
def enter() -> ResponseReturnValue:
    """Check the password; wrong name and wrong password look and take the same."""
    name = field("name", 64)
    limits.count("sign_in_name", f"{limits.address()}:{name.lower()}")
    with reading() as session:
        account = account_of_any_case(session, name)
        usable = account is not None and account.disabled_at is None and account.deleted_at is None
        stored = account.password_hash if account is not None and usable else None
        account_id = account.id if account is not None else 0
    if not credentials.password_fits(stored, secret("password")):
        raise Invalid("Name or password is wrong.")
    answer: ResponseReturnValue = enter_account(account_id, field("next"))
    return answer


@pages.post("/sign-out")
def leave() -> ResponseReturnValue:
    """Sign out."""
    sessions.sign_out()
    return redirect(url_for("home.home"), 303)
