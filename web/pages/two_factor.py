"""Two-factor sign-in: the second step, and turning it on and off."""

from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

import orjson
import segno
from flask import Blueprint, abort, g, make_response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from arena.accounts import second_factor
from arena.errors import Invalid
from web import limits, sessions
from web.forms import done, form
from web.inputs import field, secret
from web.site import local, reading, signed_in, site, who, writing

pages = Blueprint("two_factor", __name__)

SECONDS = 300
"""Between the first step and the second."""
COOKIE = "meiji_second"
PRIVATE = {"Cache-Control": "no-store"}


def _key(word: str) -> str:
    return f"arena:second:{sha256(word.encode()).hexdigest()}"


def enter(account_id: int, following: str) -> Any:
    """The first step is done: signed in, or on to the second step. No session exists between the two."""
    with reading() as session:
        needs_code = second_factor.has_two_factor(session, account_id)
    if not needs_code:
        sessions.sign_in(account_id)
        return redirect(local(following), 303)
    sessions.sign_out()
    word = token_urlsafe(32)
    site().redis.set(_key(word), orjson.dumps({"account": account_id, "next": local(following)}), ex=SECONDS)
    answer = make_response(redirect(url_for("two_factor.ask"), 303))
    sessions.set_cookie(answer, COOKIE, word, SECONDS)
    return answer


def _waiting() -> tuple[str, dict[str, Any]] | None:
    """The account that has done the first step in this browser, and the key under which that is noted."""
    word = sessions.cookie(COOKIE)
    stored: Any = site().redis.get(_key(word)) if word else None
    return None if stored is None else (_key(word), orjson.loads(stored))


@pages.get("/sign-in/second")
def ask() -> ResponseReturnValue:
    """The form for the code."""
    if _waiting() is None:
        return redirect(url_for("sign_in.sign_in"), 303)
    return render_template("second_step.html"), 200, PRIVATE


@pages.post("/sign-in/second")
@form(ask, "sign_in_address", by_account=False)
def check() -> ResponseReturnValue:
    """The code fits: signed in. Guesses are counted for the account, however often its password is typed again."""
    waiting = _waiting()
    if waiting is None:
        return redirect(url_for("sign_in.sign_in"), 303)
    key, known = waiting
    limits.count("second_factor", known["account"])
    with writing() as session:
        fits = second_factor.check(session, known["account"], field("code", 40))
    if not fits:
        raise Invalid(second_factor.WRONG)
    if not site().redis.delete(key):
        abort(400, "Sign in again.")
    sessions.sign_in(known["account"])
    answer = make_response(redirect(local(known["next"]), 303))
    sessions.set_cookie(answer, COOKIE, "", 0)
    return answer


@pages.get("/account/two-factor")
@signed_in
def overview() -> ResponseReturnValue:
    """Whether it is on, and the forms to change that."""
    with reading() as session:
        factor = second_factor.two_factor(session, who().account_id)
        begun = second_factor.pending(session, who())
    page = render_template(
        "two_factor.html",
        found=factor,
        secret=begun[1] if begun else "",
        code=_drawn(begun[0]) if begun else "",
        must=g.get("must_have_two_factor", False),
    )
    return page, 200, PRIVATE


def _drawn(address: str) -> Markup:
    """A QR code as SVG. It never has an address, so nobody else can load it."""
    drawn = segno.make(address, error="m").svg_inline(scale=5, border=4, dark="#000", light="#fff", omitsize=True)
    return Markup(drawn)  # noqa: S704 (made of shapes alone)


@pages.post("/account/two-factor/begin")
@signed_in
@form(overview, "password")
def begin() -> ResponseReturnValue:
    """A secret to scan."""
    with writing() as session:
        second_factor.begin(session, who(), secret("old"))
    return redirect(url_for("two_factor.overview"), 303)


@pages.post("/account/two-factor/confirm")
@signed_in
@form(overview, "password")
def confirm() -> ResponseReturnValue:
    """The first code fits. Other sessions end: they were begun with a password alone."""
    with writing() as session:
        codes = second_factor.confirm(session, who(), field("code", 40))
    account_id = who().account_id or 0
    sessions.end_all(account_id)
    sessions.sign_in(account_id)
    return _codes(codes)


@pages.post("/account/two-factor/codes")
@signed_in
@form(overview, "password")
def codes() -> ResponseReturnValue:
    """Other recovery codes."""
    limits.count("second_factor", who().account_id)
    with writing() as session:
        new_codes = second_factor.new_recovery_codes(session, who(), secret("old"), field("code", 40))
    return _codes(new_codes)


def _codes(made: list[str]) -> ResponseReturnValue:
    return render_template("recovery_codes.html", codes=made), 200, PRIVATE


@pages.post("/account/two-factor/off")
@signed_in
@form(overview, "password")
def turn_off() -> ResponseReturnValue:
    """The password alone signs in again."""
    limits.count("second_factor", who().account_id)
    with writing() as session:
        second_factor.turn_off(session, who(), secret("old"), field("code", 40))
    return done("two_factor.overview", "two_factor_off")
