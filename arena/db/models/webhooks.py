"""Webhooks: addresses that the arena calls or writes to when something happens, and the calls it made."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from arena.db.database import Base, Id, Name, Word, utcnow


class Webhook(Base):
    """An address that the arena calls for an account, or its e-mail address, and the events it is called for."""

    __tablename__ = "webhooks"
    __table_args__ = (Index(None, "account_id"),)
    id: Mapped[Id]
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    url: Mapped[str] = mapped_column(String(500))
    secret: Mapped[str] = mapped_column(String(80))
    """Signs every delivery; kept as it is, because the arena needs it each time."""
    style: Mapped[Name]
    """What bodies look like: `json`, `discord` for chats that show a text, or `email` for the account's own address (`mailto:…`)."""
    events: Mapped[list[str]]
    season_id: Mapped[int | None] = mapped_column(ForeignKey("seasons.id"))
    """Only about this season; None: about every season that its account plays in or runs."""
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    confirmed_at: Mapped[datetime | None]
    """Until somebody has followed the link that was sent to it, an e-mail address gets nothing else."""


class DeliveryState(Word):
    """Waiting until it is delivered, or until the last attempt has failed."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


class Delivery(Base):
    """One event for one webhook. Written in the transaction that made the event happen."""

    __tablename__ = "webhook_deliveries"
    __table_args__ = (Index(None, "webhook_id", "id"), Index(None, "state", "next_at"))
    id: Mapped[Id]
    webhook_id: Mapped[int] = mapped_column(ForeignKey("webhooks.id"))
    event: Mapped[Name]
    about: Mapped[str] = mapped_column(String(100), default="")
    """What the event is about, such as `bot:7 season:3`: calls about the same thing are not repeated too often."""
    facts: Mapped[dict[str, Any]]
    state: Mapped[DeliveryState] = mapped_column(default=DeliveryState.WAITING)
    attempts: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[datetime] = mapped_column(default=utcnow)
    """When it is tried next; while one process sends it, when another may take over."""
    answer: Mapped[str] = mapped_column(String(200), default="")
    """The result of the last attempt, in words."""
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    ended_at: Mapped[datetime | None]
    webhook: Mapped[Webhook] = relationship()
