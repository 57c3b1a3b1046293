"""Who may open a page. What is not for somebody looks as if it did not exist."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec
from urllib.parse import urlsplit

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from arena.db.models import Role
from web.site import who

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


def admins(view: View[P]) -> View[P]:
    """For admins; for everyone else there is nothing here."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        if who().role is not Role.ADMIN:
            abort(404)
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
            abort(404)
        return view(*args, **kwargs)

    return guarded


def local(target: str) -> str:
    """A place on this site to go on to; the account page for anything that could lead elsewhere."""
    parts = urlsplit(target)
    safe = target.startswith("/") and not target.startswith("//") and "\\" not in target and target.isprintable()
    return target if safe and not parts.netloc and not parts.scheme else url_for("account.overview")
