"""At the door of every request: who is asking, and whether a form is really ours (CSRF)."""

import logging
from hmac import compare_digest
from secrets import token_urlsafe
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, request
from redis import RedisError
from werkzeug.routing import BaseConverter

from arena.storage.pages.viewers import PUBLIC, viewer
from web import sessions
from web.site import reading, site

log = logging.getLogger("web")

SESSION = "meiji_session"
FORM = "meiji_form"
"""For forms of people who are not signed in: the same random word in a cookie and in the form."""
CHANGES = {"POST", "PUT", "PATCH", "DELETE"}


class NumberConverter(BaseConverter):
    """An id in an address: what no database could hold is no address."""

    regex = r"[0-9]{1,15}"

    def to_python(self, value: str) -> int:
        """The id."""
        return int(value)


class NameConverter(BaseConverter):
    """A name in an address, as names are allowed to be."""

    regex = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}"


def install(app: Flask) -> None:
    """Before and after every request, and `csrf()` for forms."""
    app.url_map.converters["number"] = NumberConverter
    app.url_map.converters["name"] = NameConverter
    app.before_request(_enter)
    app.after_request(_leave)
    app.jinja_env.globals["csrf"] = csrf


def _cookie(name: str) -> str:
    return f"__Host-{name}" if request.is_secure else name


def _enter() -> None:
    g.viewer, g.signed_in, g.redis_away = PUBLIC, None, False
    if request.endpoint in {"static", "favicon", "robots"} or request.path.startswith("/api/"):
        return  # the same for everyone
    key = request.cookies.get(_cookie(SESSION), "")
    if key:
        try:
            g.signed_in = sessions.find(site().redis, key)
        except RedisError as wrong:
            log.warning("sessions are away: %s", wrong)
            g.redis_away = True
    if g.signed_in is not None:
        with reading() as session:
            g.viewer = viewer(session, g.signed_in.account_id)
        if g.viewer is PUBLIC:
            g.signed_in = None
    if request.method in CHANGES:
        _check_form()


def _check_form() -> None:
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        abort(400, "The form was sent from another site.")
    wanted = g.signed_in.csrf if g.signed_in is not None else request.cookies.get(_cookie(FORM), "")
    given = request.form.get("csrf", "")
    if not wanted or not compare_digest(wanted.encode(), given.encode()):
        abort(400, "The form is too old or not from this site. Load the page again, then send it once more.")


def csrf() -> str:
    """The word that a form on this page must carry."""
    g.form_made = True
    if g.signed_in is not None:
        return str(g.signed_in.csrf)
    found: str = request.cookies.get(_cookie(FORM), "")
    if not found:
        found = g.form_word = g.get("form_word") or token_urlsafe(24)
    return found


def enter(account_id: int) -> None:
    """Sign in: the answer to this request carries a new session's key."""
    leave()
    g.signed_in = g.session_begun = sessions.start(site().redis, account_id)


def leave() -> None:
    """Sign out: the session of this request is over."""
    if g.signed_in is not None:
        sessions.end(site().redis, g.signed_in)
        g.signed_in = None
        g.session_ended = True


def _leave(response: Response) -> Response:
    if g.get("form_made"):
        response.headers["Cache-Control"] = "no-store"
    if g.get("form_word"):
        _set(response, FORM, g.form_word, None)
    if g.get("session_begun"):
        _set(response, SESSION, g.session_begun.key, sessions.LONGEST_SECONDS)
        response.delete_cookie(_cookie(FORM), path="/", secure=request.is_secure, httponly=True, samesite="Lax")
    elif g.get("session_ended"):
        response.delete_cookie(_cookie(SESSION), path="/", secure=request.is_secure, httponly=True, samesite="Lax")
    return response


def _set(response: Response, name: str, value: str, age: int | None) -> None:
    response.set_cookie(
        _cookie(name), value, max_age=age, path="/", secure=request.is_secure, httponly=True, samesite="Lax"
    )
