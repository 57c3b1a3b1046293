"""Sign-in sessions, and whether a form comes from this site (CSRF).

Sessions are in Redis: the browser holds a random key, Redis the key's hash. A session ends when its person signs out, changes the
password (then all of theirs end), does not come back for two weeks, or after two months in any case. Signing in always starts a new
one, so a key that somebody else has set is useless.
"""

import logging
import time
from dataclasses import dataclass, replace
from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

import orjson
from flask import Flask, Response, abort, g, request
from redis import RedisError

from arena.access.viewers import PUBLIC, viewer
from arena.accounts.second_factor import has_two_factor, is_required
from arena.db.models import Role
from web.site import reading, site

log = logging.getLogger("web")

IDLE_SECONDS = 14 * 24 * 3600
LONGEST_SECONDS = 60 * 24 * 3600
FRESH_SECONDS = 600
SESSION = "meiji_session"
FORM = "meiji_form"
"""For forms of people who are not signed in: the same random word in a cookie and in the form."""
CHANGES = {"POST", "PUT", "PATCH", "DELETE"}


@dataclass(frozen=True, slots=True)
class SignedIn:
    """One session."""

    key: str
    account_id: int
    csrf: str
    began: float


def install(app: Flask) -> None:
    """Before and after every request, and `csrf()` for forms."""
    app.before_request(_identify)
    app.after_request(_set_cookies)
    app.jinja_env.globals["csrf"] = csrf


def csrf() -> str:
    """The word that a form on this page must carry."""
    g.form_made = True
    if g.signed_in is not None:
        return str(g.signed_in.csrf)
    word: str = request.cookies.get(cookie_name(FORM), "")
    if not word:
        word = g.form_word = g.get("form_word") or token_urlsafe(24)
    return word


def sign_in(account_id: int) -> None:
    """The answer to this request carries the key of a new session."""
    sign_out()
    session = SignedIn(token_urlsafe(32), account_id, token_urlsafe(24), time.time())
    body = orjson.dumps({"account": account_id, "csrf": session.csrf, "began": session.began})
    with site().redis.pipeline() as pipe:
        pipe.set(_stored(session.key), body, ex=IDLE_SECONDS)
        pipe.sadd(_of_account(account_id), _stored(session.key))
        pipe.expire(_of_account(account_id), LONGEST_SECONDS)
        pipe.execute()
    g.signed_in = g.session_begun = session


def is_fresh() -> bool:
    """Whether the person signed in a moment ago."""
    return g.signed_in is not None and time.time() - g.signed_in.began < FRESH_SECONDS


def sign_out() -> None:
    """End the session of this request."""
    if g.signed_in is not None:
        site().redis.delete(_stored(g.signed_in.key))
        site().redis.srem(_of_account(g.signed_in.account_id), _stored(g.signed_in.key))
        g.signed_in = None
        g.session_ended = True


def end_all(account_id: int) -> None:
    """Sign an account out everywhere."""
    names: Any = site().redis.smembers(_of_account(account_id))
    site().redis.delete(_of_account(account_id), *names)


def _stored(key: str) -> str:
    return f"arena:session:{sha256(key.encode()).hexdigest()}"


def _of_account(account_id: int) -> str:
    return f"arena:sessions:{account_id}"


def cookie_name(name: str) -> str:
    """What a cookie is called: where TLS is on, no other host may set it."""
    return f"__Host-{name}" if request.is_secure else name


def _identify() -> None:
    g.viewer, g.signed_in, g.no_sessions = PUBLIC, None, False
    g.must_have_two_factor = False
    if request.endpoint in {"static", "favicon", "robots"} or request.path.startswith("/api/"):
        return  # the same for everyone
    key = request.cookies.get(cookie_name(SESSION), "")
    if key:
        try:
            g.signed_in = _find(key)
        except RedisError as error:
            log.warning("sessions cannot be read: %s", error)
            g.no_sessions = True
    if g.signed_in is not None:
        with reading() as session:
            g.viewer = viewer(session, g.signed_in.account_id)
        if g.viewer is PUBLIC:
            g.signed_in = None
        elif is_required(site().settings, g.viewer.role):
            _hold_back()
    if request.method in CHANGES:
        _check_form()


def _hold_back() -> None:
    """People who must turn on two-factor sign-in act as authors until they have."""
    with reading() as session:
        if not has_two_factor(session, g.viewer.account_id):
            g.viewer = replace(g.viewer, role=Role.AUTHOR)
            g.must_have_two_factor = True


def _find(key: str) -> SignedIn | None:
    """The session of a key. Finding it keeps it alive."""
    stored: Any = site().redis.getex(_stored(key), ex=IDLE_SECONDS)
    if stored is None:
        return None
    body = orjson.loads(stored)
    if time.time() - body["began"] > LONGEST_SECONDS:
        site().redis.delete(_stored(key))
        return None
    return SignedIn(key, body["account"], body["csrf"], body["began"])


def _check_form() -> None:
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        abort(400, "The form was sent from another site.")
    wanted = g.signed_in.csrf if g.signed_in is not None else request.cookies.get(cookie_name(FORM), "")
    given = request.form.get("csrf", "")
    if not wanted or not compare_digest(wanted.encode(), given.encode()):
        abort(400, "The form is too old or not from this site. Load the page again, then send it once more.")


def _set_cookies(response: Response) -> Response:
    if g.get("form_made"):
        response.headers["Cache-Control"] = "no-store"
    if g.get("form_word"):
        set_cookie(response, FORM, g.form_word, None)
    if g.get("session_begun"):
        set_cookie(response, SESSION, g.session_begun.key, LONGEST_SECONDS)
        response.delete_cookie(cookie_name(FORM), path="/", secure=request.is_secure, httponly=True, samesite="Lax")
    elif g.get("session_ended"):
        response.delete_cookie(cookie_name(SESSION), path="/", secure=request.is_secure, httponly=True, samesite="Lax")
    return response


def cookie(name: str) -> str:
    """A cookie of ours; empty if the browser has none."""
    return request.cookies.get(cookie_name(name), "")


def set_cookie(response: Response, name: str, value: str, age: int | None) -> None:
    """A cookie that no script sees. An *age* of 0 deletes it."""
    response.set_cookie(
        cookie_name(name), value, max_age=age, path="/", secure=request.is_secure, httponly=True, samesite="Lax"
    )
