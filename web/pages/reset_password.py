"""Setting a password with a one-time link: from an admin or organiser, or by e-mail."""

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from arena.access import credentials
from arena.accounts import commands
from arena.db.models import Account
from arena.errors import Invalid
from arena.transport import one_time_links
from web import limits, sessions
from web.forms import done, form, refused
from web.inputs import field, secret, text
from web.site import reading, site, writing

pages = Blueprint("reset_password", __name__)

REFERRER = "strict-origin"
"""The key in this page's address must not travel in a Referer. With `no-referrer`, browsers would send the form with `Origin: null`."""
GONE = "This link has been used, has expired, or was replaced by a newer one. Ask for another."


def new_link(account_id: int) -> str:
    """A new one-time link for that account. Its key is in the query, which is never logged."""
    key = one_time_links.make_key(site().redis, one_time_links.RESET, account_id)
    root = site().settings.public_url.rstrip("/") or request.url_root.rstrip("/")
    return f"{root}{url_for('reset_password.reset')}?key={key}"


@pages.get("/reset")
def reset() -> ResponseReturnValue:
    """The form of a link."""
    if not refused():
        limits.count("reset")
    key = field("key", 100) or text("key")
    account_id = one_time_links.owner_of(site().redis, one_time_links.RESET, key)
    if account_id is None:
        abort(404, GONE)
    with reading() as session:
        name = session.get_one(Account, account_id).name
    page = render_template("reset.html", key=key, name=name, shortest=credentials.SHORTEST_PASSWORD)
    return page, 200, {"Cache-Control": "no-store", "Referrer-Policy": REFERRER}


@pages.post("/reset")
@form(reset, "reset", by_account=False)
def set_password() -> ResponseReturnValue:
    """The new password; the link is used up only once it fits."""
    key, password = field("key", 100), secret("password")
    if password != secret("again"):
        raise Invalid("The two passwords differ.")
    credentials.check_password(password)
    account_id = one_time_links.use_key(site().redis, one_time_links.RESET, key)
    if account_id is None:
        abort(404, GONE)
    with writing() as session:
        account = session.get_one(Account, account_id)
        if account.deleted_at is not None:
            abort(404, GONE)
        commands.reset_password(session, account.name, password, "reset-link")
    sessions.end_all(account_id)
    return done("sign_in.sign_in", "reset")
