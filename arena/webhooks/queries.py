"""Webhooks as their owners see them, with what became of the newest deliveries."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer
from arena.db.models import Account, Delivery, Season, Webhook
from arena.webhooks.commands import EMAIL

NEWEST = 10
"""Deliveries that are shown of each webhook."""


@dataclass(frozen=True, slots=True)
class DeliveryLine:
    """One event for one webhook."""

    id: int
    event: str
    text: str
    state: str
    attempts: int
    answer: str
    created_at: datetime
    next_at: datetime


@dataclass(frozen=True, slots=True)
class WebhookLine:
    """A webhook without its secret."""

    id: int
    account: str
    url: str
    style: str
    events: tuple[str, ...]
    season: str
    """Empty: all of its account."""
    created_at: datetime
    deliveries: tuple[DeliveryLine, ...]
    """The newest first."""


def webhooks(session: Session, who: Viewer, *, everyone: bool = False) -> list[WebhookLine]:
    """The viewer's webhooks, or with *everyone* those of all accounts, for admins. Two statements."""
    wanted = (
        select(Webhook, Account.name, Season.slug)
        .join(Account, Account.id == Webhook.account_id)
        .outerjoin(Season, Season.id == Webhook.season_id)
        .order_by(Webhook.id)
    )
    if not (everyone and who.admin):
        wanted = wanted.where(Webhook.account_id == who.account_id, Webhook.style != EMAIL)
    rows = session.execute(wanted).all()
    newest = _newest(session, [hook.id for hook, _, _ in rows])
    return [
        WebhookLine(
            hook.id,
            name,
            hook.url,
            hook.style,
            tuple(hook.events),
            slug or "",
            hook.created_at,
            tuple(newest.get(hook.id, ())),
        )
        for hook, name, slug in rows
    ]


def _newest(session: Session, hooks: list[int]) -> dict[int, list[DeliveryLine]]:
    nth = func.row_number().over(partition_by=Delivery.webhook_id, order_by=Delivery.id.desc()).label("nth")
    ranked = select(Delivery.id, nth).where(Delivery.webhook_id.in_(hooks)).subquery()
    rows = session.scalars(
        select(Delivery)
        .where(Delivery.id.in_(select(ranked.c.id).where(ranked.c.nth <= NEWEST)))
        .order_by(Delivery.id.desc())
    )
    newest: dict[int, list[DeliveryLine]] = {}
    for row in rows:
        line = DeliveryLine(
            row.id,
            row.event,
            str(row.facts.get("text", "")),
            row.state.value,
            row.attempts,
            row.answer,
            row.created_at,
            row.next_at,
        )
        newest.setdefault(row.webhook_id, []).append(line)
    return newest
