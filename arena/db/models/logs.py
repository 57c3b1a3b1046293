"""Logs that are only ever added to: ratings, faults, and who changed what."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from arena.db.base import Base, Id, Name, utcnow


class RatingEntry(Base):
    """One step of one rating. The sum of a bot's changes is its rating: `arena ratings recompute` checks it."""

    __tablename__ = "rating_log"
    __table_args__ = (
        UniqueConstraint("season_id", "set_id", "bot_id", "kind", "ruling"),
        Index(None, "season_id", "bot_id", "id"),
        Index(None, "set_id"),
    )
    id: Mapped[Id]
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"))
    set_id: Mapped[int | None] = mapped_column(ForeignKey("table_sets.id"))
    bot_id: Mapped[int] = mapped_column(ForeignKey("bots.id"))
    kind: Mapped[Name]
    """`start`, `set`, `taken_back` (the opposite of what the set had moved) or `rated_again` (as it counts since a ruling)."""
    ruling: Mapped[int] = mapped_column(default=0)
    """The last ruling that was taken into account; 0: none."""
    change: Mapped[int]
    """In thousandths of an Elo point; the changes of one set add up to 0."""
    rating: Mapped[int]
    """After the change."""
    deviation: Mapped[int | None]
    """How uncertain the rating was after the change, in thousandths of a point: the band of the curve."""
    at: Mapped[datetime] = mapped_column(default=utcnow)


class FaultEntry(Base):
    """A fault of a bot, with what its author needs to find it."""

    __tablename__ = "fault_log"
    __table_args__ = (Index(None, "bot_id", "id"), Index(None, "match_id"))
    id: Mapped[Id]
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"))
    seat: Mapped[int]
    bot_id: Mapped[int] = mapped_column(ForeignKey("bots.id"))
    decision: Mapped[int]
    """The number of the seat's own decision, from 0."""
    made: Mapped[int | None]
    """The number of the decision in the match, from 0; None: not known, in faults of an earlier version."""
    verdict: Mapped[Name]
    detail: Mapped[str] = mapped_column(Text, default="")
    legal: Mapped[list[str]] = mapped_column(default=list)
    sent: Mapped[str] = mapped_column(Text, default="")
    at: Mapped[datetime] = mapped_column(default=utcnow)


class AuditEntry(Base):
    """Who changed what, and when."""

    __tablename__ = "audit_log"
    __table_args__ = (Index(None, "subject"),)
    id: Mapped[Id]
    at: Mapped[datetime] = mapped_column(default=utcnow)
    actor: Mapped[str] = mapped_column(String(100))
    """An account's name, `cli`, or the part of the arena that did it."""
    action: Mapped[Name]
    subject: Mapped[str] = mapped_column(String(160))
    detail: Mapped[dict[str, Any]] = mapped_column(default=dict)
