"""The e-mail address of a person: given, confirmed by a link, and used for notices and for forgotten passwords. Only where the arena sends e-mail."""

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from arena.accounts import email as addresses
from arena.transport import one_time_links
from arena.webhooks.events import EVENTS
from web import limits
from web.forms import change, done, form, refused
from web.inputs import field, fields, secret, text
from web.site import reading, signed_in, site, who, writing

pages = Blueprint("email", __name__)
GONE = "This link has been used, has expired, or was replaced by a newer one. Ask for another on your E-mail page."
PRIVATE = {"Cache-Control": "no-store", "Referrer-Policy": "strict-origin"}
"""A key in the address must not travel in a Referer."""


@pages.before_request
def _only_with_mail() -> None:
    if not site().settings.smtp_host:
        abort(404, "This arena sends no e-mail.")


@pages.get("/account/email")
@signed_in
def overview() -> ResponseReturnValue:
    """My address, and what I hear of."""
    with reading() as session:
        found = addresses.email_of(session, who())
    body = render_template("email.html", found=found, events=EVENTS, usual=addresses.USUAL)
    return body, 200, {"Cache-Control": "no-store"}


@pages.post("/account/email")
@signed_in
@form(overview, "password")
def give() -> ResponseReturnValue:
    """Another address; a link goes to it."""
    with writing() as session:
        addresses.set_email(session, who(), field("address", 300), secret("old"))
    return done("email.overview", "email_sent")


@pages.post("/account/email/notices")
@signed_in
@change(overview, "saved")
def choose(session: Session) -> None:
    """What to write about."""
    addresses.choose_notices(session, who(), fields("event", len(EVENTS), 40))


@pages.post("/account/email/try")
@signed_in
@change(overview, "email_tried")
def try_it(session: Session) -> None:
    """Write something, to see whether it arrives."""
    addresses.try_email(session, who())


@pages.post("/account/email/remove")
@signed_in
@change(overview, "email_removed")
def remove(session: Session) -> None:
    """Forget the address."""
    addresses.remove_email(session, who())


@pages.get("/confirm-address")
def confirm() -> ResponseReturnValue:
    """Where the link leads. A click confirms: programs that look through mail follow links by themselves."""
    if not refused():
        limits.count("reset")
    key = field("key", 100) or text("key")
    if one_time_links.owner_of(site().redis, one_time_links.ADDRESS, key) is None:
        abort(404, GONE)
    return render_template("confirm_address.html", key=key), 200, PRIVATE


@pages.post("/confirm-address")
@form(confirm, "reset", by_account=False)
def confirmed() -> ResponseReturnValue:
    """The address counts from now on."""
    row_id = one_time_links.use_key(site().redis, one_time_links.ADDRESS, field("key", 100))
    if row_id is None:
        abort(404, GONE)
    with writing() as session:
        addresses.confirm_email(session, row_id)
    if who().account_id is None:
        return redirect(url_for("sign_in.sign_in", done="email_confirmed"), 303)
    return done("email.overview", "email_confirmed")


@pages.get("/forgot")
def forgot() -> ResponseReturnValue:
    """Ask for a link to set a new password."""
    return render_template("forgot.html")


@pages.post("/forgot")
@form(forgot, "forgot", by_account=False)
def send_link() -> ResponseReturnValue:
    """The same answer whether or not there is such an account."""
    asked = field("asked", 300)
    with writing() as session:
        addresses.ask_reset(session, asked)
    return done("email.forgot", "link_mailed")
