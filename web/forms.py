"""Forms: each is counted against a limit, answered with a redirect, or shown again with the reason why it was refused."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

from flask import Flask, g, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from arena.errors import ArenaError, Unavailable
from engine import EngineError
from web import limits
from web.errors import http_status
from web.inputs import lines
from web.site import who, writing

View = Callable[..., ResponseReturnValue]
Change = Callable[..., ResponseReturnValue | None]

DONE = {
    "bot": "Bot created.",
    "revoked": "Token revoked. A session that used it ends within seconds.",
    "entered": "Bot entered.",
    "withdrawn": "Bot withdrawn. The matches it has played still count.",
    "retired": "Bot retired.",
    "team": "Team created. You lead it.",
    "invited": "Invitation sent. It waits on their Teams page.",
    "asked": "Invitation sent. It waits on their Organise page.",
    "uninvited": "Invitation withdrawn.",
    "joined": "You are now a member.",
    "declined": "Invitation declined.",
    "organising": "You are now one of the season's organisers.",
    "unmember": "Member removed.",
    "saved": "Saved.",
    "rehearsed": "The rehearsal has begun. Nothing in it counts.",
    "wiped": "The rehearsal is wiped. Nothing of it is left.",
    "wiping": "The rehearsal is called off. It is deleted within a minute, once its bots are notified.",
    "removed": "Bot removed. It may be entered again until the season starts.",
    "sent": "Message sent. Participants read it on the season's page and on their own.",
    "anonymised": "The account is anonymised. Its bots are retired, and nobody can sign in with it.",
    "cancelled": "Cancelled. Matches that have begun are played to the end.",
    "challenged": "The matches are queued. They start as soon as all their bots have a free place.",
    "followed": "You follow it now. Its results come together under Following.",
    "unfollowed": "You follow it no longer.",
    "email_sent": "A link is on its way to the address. Follow it to confirm.",
    "email_confirmed": "Your address is confirmed.",
    "email_tried": "A test letter is on its way.",
    "email_removed": "The address is forgotten.",
    "link_mailed": "If there is such an account with a confirmed address, a link is on its way. It works once, within two days.",
    "reset": "Your password is set. Sign in with it.",
    "password": "Your password is changed, and you are signed out everywhere else.",
    "linked": "Linked. You can sign in with it from now on.",
    "unlinked": "Link removed.",
    "two_factor_off": "Two-factor is off. Your password alone signs you in.",
    "invite": "Invite revoked. Bots that used it stay entered.",
    "ruled": "The ruling is recorded. Tables and ratings follow it.",
    "revealed": "The stage is now visible to everyone.",
    "submitted": "Archive accepted. This version plays from now on.",
    "activated": "This version plays from now on.",
    "deactivated": "The arena no longer runs this bot; it may dial in.",
    "submission_deleted": "Archive deleted.",
    "webhook_tried": "A test call is on its way. Its line will show whether it arrived.",
    "webhook_deleted": "Webhook deleted.",
    "commented": "Comment added.",
    "uncommented": "Comment deleted.",
    "requeued": "Match resumed from its last recorded move.",
    "voided": "The match is void and will be played again.",
}
"""What a page says after a form was taken. The address names it, so nothing has to be kept."""


def install(app: Flask) -> None:
    """`refused()`, `said()` and `typed()` for templates."""
    app.jinja_env.globals.update(refused=refused, said=said, typed=typed)


def form(page: View, limit: str = "change", *, by_account: bool = True) -> Callable[[View], View]:
    """A view that takes a form. A refusal shows *page* again, with the sentence and everything that was typed.

    *page* is a view that gets those values of the address that it has parameters for. *limit* is counted for the account, or for
    the address if *by_account* is false.
    """
    wanted = list(signature(page).parameters)

    def decorate(view: View) -> View:
        @wraps(view)
        def taken(**values: Any) -> ResponseReturnValue:
            limits.count(limit, who().account_id if by_account else None)
            try:
                return view(**values)
            except Unavailable:
                raise
            except (ArenaError, EngineError) as error:
                g.refused = str(error)
                code = http_status(error)
            answer = make_response(page(**{name: values[name] for name in wanted if name in values}))
            answer.status_code = code
            return answer

        return taken

    return decorate


def change(page: View, word: str, limit: str = "change") -> Callable[[Change], View]:
    """A form that makes one change: the view gets the session to write with.

    Afterwards the person is sent to *page*, which shows the sentence of *word* in DONE, unless the view answers otherwise.
    """

    def decorate(view: Change) -> View:
        @wraps(view)
        def changed(**values: Any) -> ResponseReturnValue:
            with writing() as session:
                answer = view(session, **values)
            names = {name: values[name] for name in signature(page).parameters if name in values}
            return done(f"{request.blueprint}.{page.__name__}", word, **names) if answer is None else answer

        return form(page, limit)(changed)

    return decorate


def done(endpoint: str, word: str, **values: Any) -> ResponseReturnValue:
    """On to a page that says what was done."""
    return redirect(url_for(endpoint, done=word, **values), 303)


def refused() -> str:
    """Why the form on this page was refused; empty if none was."""
    return str(g.get("refused", ""))


def said() -> str:
    """The sentence for what was just done, if any."""
    return "" if refused() else DONE.get(request.args.get("done", ""), "")


def typed(name: str, default: str = "", /, **address: str) -> str:
    """What was typed into a field of the form that was refused, else *default*.

    Where a page has the same form several times, *address* tells them apart: values that the form's address must have.
    """
    mine = address.items() <= (request.view_args or {}).items()
    return lines(name, 1000) if refused() and mine and name in request.form else default
