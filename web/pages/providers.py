"""Signing in by a provider, and linking it to an account.

State ties the way back to the browser that began (cookie) and to one attempt (Redis, used once), so that nobody can be signed in to somebody else's account
unawares. Linking asks for the password, and comes back into the same session that asked.
"""

from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Any

import orjson
from flask import Blueprint, abort, make_response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from arena.access import providers
from arena.accounts import commands, identities
from arena.errors import ArenaError, Invalid, Unavailable
from web import limits, sessions
from web.errors import http_status
from web.forms import done, form
from web.inputs import secret, text
from web.pages.account import settings as settings_page
from web.pages.two_factor import enter
from web.site import local, reading, signed_in, site, who, writing

pages = Blueprint("providers", __name__)

SECONDS = 600
"""Seconds that one attempt may take, from leaving to coming back."""
LINK_SECONDS = 120
COOKIE = "meiji_provider"
GONE = "This sign-in was begun somewhere else or too long ago. Try again."


def _key(kind: str, word: str) -> str:
    return f"arena:provider:{kind}:{sha256(word.encode()).hexdigest()}"


@pages.get("/sign-in/provider")
def begin() -> ResponseReturnValue:
    """Send the person to the provider."""
    settings = site().settings
    if not settings.sign_in_provider:
        abort(404)
    limits.count("sign_in_address")
    link = text("link", 100)
    if link and not _may_link(link):
        abort(400, GONE)
    attempt = providers.new_attempt(settings)
    known = {
        "nonce": attempt.nonce,
        "verifier": attempt.verifier,
        "next": local(text("next", 500)),
        "link": who().account_id if link else None,
    }
    target = providers.address(settings, attempt)
    site().redis.set(_key("state", attempt.state), orjson.dumps(known), ex=SECONDS)
    answer = make_response(redirect(target, 303))
    answer.headers["Cache-Control"] = "no-store"
    sessions.set_cookie(answer, COOKIE, attempt.state, SECONDS)
    return answer


def _may_link(link: str) -> bool:
    """Whether this account asked for it, with its password, a moment ago."""
    asked: Any = site().redis.getdel(_key("link", link))
    return asked is not None and who().account_id is not None and int(asked) == who().account_id


@pages.get("/sign-in/callback")
def come_back() -> ResponseReturnValue:
    """The person comes back from the provider."""
    settings = site().settings
    if not settings.sign_in_provider:
        abort(404)
    limits.count("sign_in_address")
    known = _known_attempt(text("state", 200))
    issuer = text("iss", 300)
    if issuer and issuer.rstrip("/") != settings.sign_in_issuer.rstrip("/"):
        abort(400, GONE)
    code = text("code", 2000)
    if text("error", 100) or not code:
        return _refused("The provider did not sign you in.", 403)
    attempt = providers.Attempt(
        "", known["nonce"], known["verifier"], f"{settings.site_address}{url_for('providers.come_back')}"
    )
    try:
        person = providers.person(settings, attempt, code)
        return _linked(person, known["link"]) if known["link"] is not None else _entered(person, known["next"])
    except Unavailable:
        raise
    except ArenaError as error:
        return _refused(str(error), http_status(error))


def _known_attempt(state: str) -> dict[str, Any]:
    """What we know of this attempt; 400 if this browser did not begin it, or if it was used."""
    begun = sessions.cookie(COOKIE)
    if not state or not compare_digest(begun.encode(), state.encode()):
        abort(400, GONE)
    stored: Any = site().redis.getdel(_key("state", state))
    if stored is None:
        abort(400, GONE)
    attempt: dict[str, Any] = orjson.loads(stored)
    return attempt


def _entered(person: providers.Person, following: str) -> ResponseReturnValue:
    with writing() as session:
        account_id = identities.sign_in_by(session, person, new_accounts=site().settings.sign_in_new_accounts)
    return _back(enter(account_id, following))


def _linked(person: providers.Person, account_id: int) -> ResponseReturnValue:
    if who().account_id != account_id:
        abort(400, GONE)
    with writing() as session:
        identities.link(session, who(), person)
    return _back(done("account.settings", "linked"))


def _back(answer: Any) -> ResponseReturnValue:
    response = make_response(answer)
    sessions.set_cookie(response, COOKIE, "", 0)
    return response


def _refused(why: str, status: int) -> ResponseReturnValue:
    return _back(make_response(render_template("sign_in_refused.html", why=why), status))


@pages.post("/account/sign-ins")
@signed_in
@form(settings_page, "password")
def ask_link() -> ResponseReturnValue:
    """The password fits: a page whose link leads to the provider. A redirect from a form may not leave this site."""
    if not site().settings.sign_in_provider:
        raise Invalid("no provider is set up here")
    with reading() as session:
        commands.require_password(session, who(), secret("old"))
    link = token_urlsafe(32)
    site().redis.set(_key("link", link), who().account_id or 0, ex=LINK_SECONDS)
    page = render_template("sign_in_link.html", link=link, title=providers.title(site().settings), seconds=LINK_SECONDS)
    return page, 200, {"Cache-Control": "no-store"}


@pages.post("/account/sign-ins/<number:identity_id>/remove")
@signed_in
@form(settings_page, "password")
def remove(identity_id: int) -> ResponseReturnValue:
    """Unlink a provider from the account."""
    with writing() as session:
        identities.unlink(session, who(), identity_id, secret("old"))
    return done("account.settings", "unlinked")
