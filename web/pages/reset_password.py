"""Setting a password with a one-time link from an admin or organiser. Redis keeps the hash of a link's key for two days."""

from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from redis import Redis

from arena.access import credentials
from arena.accounts import commands
from arena.db.models import Account
from arena.errors import Invalid
from web import limits, sessions
from web.forms import done, form, refused
from web.inputs import field, secret, text
from web.site import reading, site, writing

pages = Blueprint("reset_password", __name__)

SECONDS = 2 * 24 * 3600
LONGEST_KEY = 100


def _link(stored: str) -> str:
    return f"arena:reset:{stored}"


def _of_account(account_id: int) -> str:
    return f"arena:reset-of:{account_id}"


def make_key(redis: Redis, account_id: int) -> str:
    """The key of a new link."""
    key = token_urlsafe(32)
    stored = sha256(key.encode()).hexdigest()
    older: Any = redis.set(_of_account(account_id), stored, ex=SECONDS, get=True)
    if older is not None:
        redis.delete(_link(older.decode()))
    redis.set(_link(stored), account_id, ex=SECONDS)
    return key


def account_of(redis: Redis, key: str) -> int | None:
    """Whose link it is; looking does not use it up."""
    stored: Any = redis.get(_link(sha256(key[:LONGEST_KEY].encode()).hexdigest()))
    return None if stored is None else int(stored)


def use_key(redis: Redis, key: str) -> int | None:
    """Whose link it was. It works only once: of two requests at the same time, one gets None."""
    stored: Any = redis.getdel(_link(sha256(key[:LONGEST_KEY].encode()).hexdigest()))
    if stored is None:
        return None
    redis.delete(_of_account(int(stored)))
    return int(stored)


REFERRER = "strict-origin"
"""The key in this page's address must not travel in a Referer. With `no-referrer`, browsers would send the form with `Origin: null`."""
GONE = "This link has been used, has expired, or was replaced by a newer one. Ask for another."


def new_link(account_id: int) -> str:
    """A new one-time link for that account. Its key is in the query, which is never logged."""
    key = make_key(site().redis, account_id)
    root = site().settings.public_url.rstrip("/") or request.url_root.rstrip("/")
    return f"{root}{url_for('reset_password.reset')}?key={key}"


@pages.get("/reset")
def reset() -> ResponseReturnValue:
    """The form of a link."""
    if not refused():
        limits.count("reset")
    key = field("key", 100) or text("key")
    account_id = account_of(site().redis, key)
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
    account_id = use_key(site().redis, key)
    if account_id is None:
        abort(404, GONE)
    with writing() as session:
        account = session.get_one(Account, account_id)
        if account.deleted_at is not None:
            abort(404, GONE)
        commands.reset_password(session, account.name, password, "reset-link")
    sessions.end_all(account_id)
    return done("sign_in.sign_in", "reset")
