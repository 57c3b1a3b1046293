"""The e-mail address of an account: optional, confirmed by a link, for notices and for setting a forgotten password."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.access.lookup import account_of_any_case
from arena.access.viewers import Viewer
from arena.accounts.commands import require_password
from arena.db.database import utcnow
from arena.db.models import Account, Delivery, Webhook, audit
from arena.errors import Conflict, Invalid, LimitReached, NotFound
from arena.text import fault
from arena.webhooks import events
from arena.webhooks.commands import EMAIL, delete_webhook
from arena.webhooks.mail import CONFIRM, RESET

LONGEST = 254
ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)
SCHEME = "mailto:"
USUAL = (events.SEASON_STARTED, events.CHAMPION, events.MESSAGE, events.FAULTED)
"""What people hear of unless they choose otherwise."""
SELDOM = timedelta(minutes=5)
"""Between two letters with a link to the same account."""


@dataclass(frozen=True, slots=True)
class EmailLine:
    """An account's address, as its owner sees it."""

    id: int
    address: str
    confirmed: bool
    notices: tuple[str, ...]
    said: str
    """What came of the newest letter, in words; empty: none was sent yet."""


def email_of(session: Session, who: Viewer) -> EmailLine | None:
    """The viewer's address; None if there is none."""
    row = _row(session, who.account_id)
    if row is None:
        return None
    newest = select(Delivery).where(Delivery.webhook_id == row.id).order_by(Delivery.id.desc()).limit(1)
    letter = session.scalars(newest).first()
    said = "" if letter is None else letter.answer or "on its way"
    address = row.url.removeprefix(SCHEME)
    return EmailLine(row.id, address, row.confirmed_at is not None, tuple(row.events), said)


def set_email(session: Session, who: Viewer, address: str, password: str) -> None:
    """Give the account an address, or another one. It counts once the link that is sent there was followed."""
    account = require_password(session, who, password)
    text = address.strip()
    reason = fault(text, LONGEST)
    if reason is not None or not ADDRESS.fullmatch(text):
        raise Invalid("that is not an e-mail address, such as hana@example.org")
    old = _row(session, account.id)
    if old is not None:
        if old.confirmed_at is not None and old.url == f"{SCHEME}{text}":
            raise Conflict("that is your address already, and it is confirmed")
        if _is_recent(session, old.id, CONFIRM):
            raise LimitReached("a link is on its way already; wait five minutes before you ask for another")
    kept = list(USUAL) if old is None else list(old.events)
    if old is None:
        old = Webhook(account_id=account.id, url="", secret="", style=EMAIL, events=kept)
        session.add(old)
    old.url, old.confirmed_at = f"{SCHEME}{text}", None
    session.flush()
    events.note(session, old, CONFIRM, {"text": "A link to confirm the address.", "name": account.name})
    audit(session, who.name, "email_set", f"account:{account.name}")


def confirm_email(session: Session, row_id: int) -> str:
    """Its link was followed. Returns the account's name; NotFound if the address was removed meanwhile."""
    row = session.get(Webhook, row_id)
    if row is None or row.style != EMAIL:
        raise NotFound("this address was removed")
    account = session.get_one(Account, row.account_id)
    row.confirmed_at = row.confirmed_at or utcnow()
    audit(session, account.name, "email_confirmed", f"account:{account.name}")
    return account.name


def choose_notices(session: Session, who: Viewer, wanted: Sequence[str]) -> None:
    """What to write about; nothing at all is a choice, too."""
    row = _own(session, who)
    row.events = [name for name in events.EVENTS if name in wanted]
    audit(session, who.name, "email_notices", f"account:{who.name}", events=row.events)


def try_email(session: Session, who: Viewer) -> None:
    """Write something, to see whether it arrives."""
    row = _own(session, who)
    if row.confirmed_at is None:
        raise Conflict("the address is not confirmed yet: follow the link that was sent to it")
    events.ping(session, row, "/account/email")


def remove_email(session: Session, who: Viewer) -> None:
    """Forget the address, and write no more."""
    delete_webhook(session, who, _own(session, who).id)


def ask_reset(session: Session, asked: str) -> None:
    """Send a link to whom the name or address belongs. Nobody is told whether there was anybody."""
    account = account_of_any_case(session, asked)
    wanted = select(Webhook).where(Webhook.style == EMAIL, Webhook.confirmed_at.is_not(None)).order_by(Webhook.id)
    of_name = wanted.where(Webhook.account_id == (account.id if account is not None else 0))
    of_address = wanted.where(func.lower(Webhook.url) == f"{SCHEME}{asked.lower()}").limit(MOST_OF_ADDRESS)
    for row in session.scalars(of_address if "@" in asked else of_name).all():
        owner = session.get_one(Account, row.account_id)
        usable = owner.disabled_at is None and owner.deleted_at is None
        if usable and not _is_recent(session, row.id, RESET):
            events.note(session, row, RESET, {"text": "A link to set a new password.", "name": owner.name})
            audit(session, owner.name, "reset_link_mailed", f"account:{owner.name}")


MOST_OF_ADDRESS = 5
"""Accounts with the same address that get a link at once."""


def _row(session: Session, account_id: int | None) -> Webhook | None:
    return session.scalar(select(Webhook).where(Webhook.account_id == account_id, Webhook.style == EMAIL))


def _own(session: Session, who: Viewer) -> Webhook:
    row = _row(session, who.account_id)
    if row is None:
        raise NotFound("you have given no e-mail address")
    return row


def _is_recent(session: Session, row_id: int, event: str) -> bool:
    made = select(Delivery.id).where(Delivery.webhook_id == row_id, Delivery.event == event)
    return session.scalar(made.where(Delivery.created_at > utcnow() - SELDOM).limit(1)) is not None
