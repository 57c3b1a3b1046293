"""Webhooks of a person: which address is called for what, and what came of the calls."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from arena.seasons.queries import seasons
from arena.webhooks import commands
from arena.webhooks.events import EVENTS
from arena.webhooks.queries import webhooks
from web.forms import change, form
from web.inputs import field, fields
from web.site import reading, signed_in, site, who, writing

pages = Blueprint("webhooks", __name__, url_prefix="/account/webhooks")


@pages.get("")
@signed_in
def overview(made: tuple[str, str] | None = None) -> ResponseReturnValue:
    """My webhooks with their newest deliveries. *made*: address and secret of a new one, shown this once."""
    with reading() as session:
        lines = webhooks(session, who())
        known = [(season.slug, season.title) for season in seasons(session, who())]
    body = render_template(
        "webhooks.html", webhooks=lines, seasons=known, made=made, events=EVENTS, styles=commands.STYLES
    )
    return body, 200, {"Cache-Control": "no-store"}


@pages.post("")
@signed_in
@form(overview)
def create() -> ResponseReturnValue:
    """A new webhook; its secret is shown this once."""
    url = field("url", 600)
    with writing() as session:
        hook = commands.create_webhook(
            session,
            who(),
            url,
            fields("event", len(EVENTS), 40),
            style=field("style", 20),
            season=field("about", 64),
            private=site().settings.webhook_private,
        )
        secret = hook.secret
    return overview((url, secret))


@pages.post("/<number:webhook_id>/try")
@signed_in
@change(overview, "webhook_tried")
def ping(session: Session, webhook_id: int) -> None:
    """Send a test call."""
    commands.try_webhook(session, who(), webhook_id)


@pages.post("/<number:webhook_id>/delete")
@signed_in
@change(overview, "webhook_deleted")
def delete(session: Session, webhook_id: int) -> None:
    """Delete a webhook."""
    commands.delete_webhook(session, who(), webhook_id)
