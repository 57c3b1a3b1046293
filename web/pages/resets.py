"""Setting a password with a one-time link from an admin or organiser."""

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from arena.storage import people, secrets
from arena.storage.models import Account
from web import limits, resets, sessions
from web.forms import done, field, secret
from web.reading import text
from web.site import reading, site, writing

pages = Blueprint("resets", __name__)

REFERRER = "strict-origin"
"""The key in this page's address must not travel in a Referer. With `no-referrer`, browsers would send the form with `Origin: null`."""
GONE = "This link was used, is too old, or a newer one was made. Ask for another."


def address(key: str) -> str:
    """The whole link. Its key stands in the query, which is never logged."""
    root = site().settings.public_url.rstrip("/") or request.url_root.rstrip("/")
    return f"{root}{url_for('resets.form')}?key={key}"


@pages.get("/reset")
def form() -> ResponseReturnValue:
    """The form of a link."""
    limits.count("reset")
    return _form(text("key"))


def _form(key: str, wrong: str = "", status: int = 200) -> ResponseReturnValue:
    account_id = resets.find(site().redis, key)
    if account_id is None:
        abort(404, GONE)
    with reading() as session:
        name = session.get_one(Account, account_id).name
    page = render_template("reset.html", key=key, name=name, wrong=wrong, shortest=secrets.SHORTEST_PASSWORD)
    return page, status, {"Cache-Control": "no-store", "Referrer-Policy": REFERRER}


@pages.post("/reset")
def use() -> ResponseReturnValue:
    """The new password; the link is used up only once it fits."""
    limits.count("reset")
    key, password = field("key", 100), secret("password")
    if password != secret("again"):
        return _form(key, "The two passwords differ.", 422)
    try:
        secrets.check_password(password)
    except ValueError as wrong:
        return _form(key, str(wrong), 422)
    account_id = resets.use(site().redis, key)
    if account_id is None:
        abort(404, GONE)
    with writing() as session:
        account = session.get_one(Account, account_id)
        if account.deleted_at is not None:
            abort(404, GONE)
        people.reset_password(session, account.name, password, "reset-link")
    sessions.end_all(site().redis, account_id)
    return done("entrance.sign_in", "reset")
