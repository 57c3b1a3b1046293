"""Create, try and delete webhooks. Each change writes its line in the audit log."""

import base64
import json
import re
import secrets
from collections.abc import Iterable, Sequence

from sqlalchemy import String, cast, delete, func, or_, select
from sqlalchemy.orm import Session

from arena.access import lookup
from arena.access.viewers import Viewer, seasons_for
from arena.db.database import stored, utcnow
from arena.db.models import Account, Delivery, Season, Webhook, audit
from arena.errors import Conflict, Invalid, NotFound, existing
from arena.webhooks.addresses import parsed
from arena.webhooks.events import EVENTS, ping

STYLES = {"json": "JSON, signed", "discord": "a chat message, as Discord takes it"}
EMAIL = "email"
"""The style of the row that holds an account's e-mail address (arena/accounts/email.py)."""
MOST_WEBHOOKS = 10
"""Of one account."""
SECRET_BYTES = 32


def create_webhook(
    session: Session,
    who: Viewer,
    url: str,
    events: Sequence[str],
    *,
    style: str = "json",
    season: str = "",
    owner: str = "",
    private: bool = False,
) -> Webhook:
    """Call an address when something happens, from now on. Its secret is in the row that is returned; pages show it once.

    *season*: only about this one. *owner*: for another account, which only admins may. *private*: whether the settings allow addresses inside networks.
    """
    unknown = sorted(set(events) - set(EVENTS))
    if unknown or not events:
        raise Invalid(f"choose one or more of these events: {', '.join(EVENTS)}")
    if style not in STYLES:
        raise Invalid(f"there is no style {style!r}; there are: {', '.join(STYLES)}")
    target = parsed(url, private=private)
    account = _owner(session, who, owner)
    hook = stored(
        session,
        Webhook(
            account_id=account.id,
            url=url,
            secret=f"whsec_{base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()}",
            style=style,
            events=[name for name in EVENTS if name in events],
            season_id=_season(session, who, season).id if season else None,
            confirmed_at=utcnow(),
        ),
    )
    audit(session, who.name, "webhook_created", f"webhook:{hook.id}", host=target.host, account=account.name)
    return hook


def _owner(session: Session, who: Viewer, name: str) -> Account:
    """The account that owns the webhook, locked: two requests at once cannot both take the last place."""
    if name and who.admin:
        account_id = lookup.account(session, name).id
    elif who.account_id is not None and name in {"", who.name}:
        account_id = who.account_id
    else:
        raise Invalid("a webhook needs an account that owns it")
    account = session.scalars(select(Account).where(Account.id == account_id).with_for_update()).one()
    counted = select(func.count()).select_from(Webhook).where(Webhook.account_id == account.id, Webhook.style != EMAIL)
    if (session.scalar(counted) or 0) >= MOST_WEBHOOKS:
        raise Conflict(f"{account.name} has {MOST_WEBHOOKS} webhooks already; delete one first")
    return account


def _season(session: Session, who: Viewer, slug: str) -> Season:
    return existing(
        session.scalar(select(Season).where(Season.slug == slug, seasons_for(who))), f"there is no season {slug!r}"
    )


def own_webhook(session: Session, who: Viewer, webhook_id: int) -> Webhook:
    """The webhook of that number if it is the viewer's; NotFound otherwise. Admins may change every one."""
    hook = session.get(Webhook, webhook_id)
    if hook is None or not (who.admin or hook.account_id == who.account_id):
        raise NotFound(f"you have no webhook {webhook_id}")
    return hook


def try_webhook(session: Session, who: Viewer, webhook_id: int) -> None:
    """Send a webhook something to see whether it arrives."""
    hook = own_webhook(session, who, webhook_id)
    ping(session, hook)
    audit(session, who.name, "webhook_tried", f"webhook:{hook.id}")


def delete_webhook(session: Session, who: Viewer, webhook_id: int) -> None:
    """Stop calling an address, and forget the calls that were made."""
    hook = own_webhook(session, who, webhook_id)
    session.execute(delete(Delivery).where(Delivery.webhook_id == hook.id))
    session.delete(hook)
    session.flush()
    audit(session, who.name, "webhook_deleted", f"webhook:{webhook_id}")


def forget_account(session: Session, account_id: int) -> None:
    """An account is deleted: its webhooks go with it."""
    mine = select(Webhook.id).where(Webhook.account_id == account_id)
    session.execute(delete(Delivery).where(Delivery.webhook_id.in_(mine)))
    session.execute(delete(Webhook).where(Webhook.account_id == account_id))


def forget_names(session: Session, names: Iterable[str]) -> None:
    """Delete calls of other webhooks that name people or bots that are gone, sent or not."""
    gone = sorted(set(names))
    whole = re.compile(rf"(?<![\w.-])({'|'.join(map(re.escape, gone))})(?![\w.-]*\w)")
    facts = cast(Delivery.facts, String)
    for row in session.scalars(select(Delivery).where(or_(*(facts.contains(name, autoescape=True) for name in gone)))):
        if whole.search(json.dumps(row.facts)):
            session.delete(row)
    session.flush()
