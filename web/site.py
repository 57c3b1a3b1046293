"""What every page needs: the site, who is asking, and who may open the page."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec
from urllib.parse import urlsplit

from flask import abort, current_app, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from redis import Redis, RedisError
from sqlalchemy.orm import Session

from arena.access.viewers import PUBLIC, Viewer
from arena.db.database import Database
from arena.db.models import Role
from arena.gateway.settings import is_loopback
from arena.settings import Settings
from arena.transport.live_status import LiveStatus, live_statuses
from arena.transport.presence import Present, present
from web.cache_store import CachedPages


@dataclass(frozen=True, slots=True)
class Site:
    """The running site; one per process."""

    settings: Settings
    database: Database
    redis: Redis
    cached_pages: CachedPages = dataclasses.field(default_factory=CachedPages)


def site() -> Site:
    """The site that answers this request."""
    known: Site = current_app.extensions["arena"]
    return known


@contextmanager
def reading() -> Iterator[Session]:
    """One moment of the database."""
    with site().database.read() as session:
        yield session


@contextmanager
def writing() -> Iterator[Session]:
    """One whole change."""
    with site().database.write() as session:
        yield session


def who() -> Viewer:
    """The viewer; found before the view runs."""
    viewer: Viewer = g.get("viewer", PUBLIC)
    return viewer


AUTHORITY_FILE = "arena-ca.pem"
"""What the certificate of a private authority is called where people save it."""


def dial() -> str:
    """What a bot's environment says to reach this arena, besides its token: `ARENA_ENDPOINT=arena.example:443`."""
    settings = site().settings
    words = [f"ARENA_ENDPOINT={settings.dial_address}"]
    if settings.tls_authority:
        words.append(f"ARENA_CA={AUTHORITY_FILE}")
    elif settings.grpc_plain_text and settings.site_address.startswith("http:") and not is_loopback(settings.grpc_host):
        words.append("ARENA_PLAIN_TEXT=1")
    return " ".join(words)


def online(bot_ids: Iterable[int]) -> dict[int, Present]:
    """Which of the bots are connected; none if Redis does not answer, since pages work without it."""
    try:
        return present(site().redis, bot_ids)
    except RedisError:
        return {}


def standing(match_ids: Iterable[int]) -> dict[int, LiveStatus]:
    """Live status of running matches, as far as their workers show it; empty if Redis does not answer."""
    try:
        return live_statuses(site().redis, list(match_ids))
    except RedisError:
        return {}


P = ParamSpec("P")
View = Callable[P, ResponseReturnValue]


def signed_in(view: View[P]) -> View[P]:
    """For people with an account; others are asked to sign in first."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        if who().account_id is None:
            if request.method not in {"GET", "HEAD"}:
                abort(403, "Sign in first.")
            return redirect(url_for("sign_in.sign_in", next=request.path), 303)
        return view(*args, **kwargs)

    return guarded


def _to_two_factor() -> ResponseReturnValue:
    """Not found; people who only lack two-factor sign-in get the page to turn it on."""
    if not g.get("must_have_two_factor", False):
        abort(404)
    return redirect(url_for("two_factor.overview"), 303)


def admins(view: View[P]) -> View[P]:
    """For admins; for everyone else there is nothing here."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        if who().role is not Role.ADMIN:
            return _to_two_factor()
        return view(*args, **kwargs)

    return guarded


def actor() -> str:
    """The name of the person, for the audit log."""
    return who().name


def organisers(view: View[P]) -> View[P]:
    """For organisers and admins; for everyone else there is nothing here."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        if not who().organiser:
            return _to_two_factor()
        return view(*args, **kwargs)

    return guarded


def local(target: str) -> str:
    """A place on this site to go on to; the account page for anything that could lead elsewhere."""
    parts = urlsplit(target)
    safe = target.startswith("/") and not target.startswith("//") and "\\" not in target and target.isprintable()
    return target if safe and not parts.netloc and not parts.scheme else url_for("account.overview")
