"""The audit log: who changed what, and when. Only ever added to."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, Session, mapped_column

from arena.db.database import Base, Id, Name, utcnow


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


def audit(session: Session, actor: str, action: str, subject: str, **detail: Any) -> None:
    """Add a line to the audit log, for a change that a person or the arena makes on purpose. The change is written with it.

    Never passwords, tokens or seeds: people read it.
    """
    session.add(AuditEntry(actor=actor, action=action, subject=subject, detail=detail))
    session.flush()
