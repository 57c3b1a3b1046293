"""The audit log: one line for every change a person or the arena makes on purpose."""

from typing import Any

from sqlalchemy.orm import Session

from arena.db.models import AuditEntry


def log(session: Session, actor: str, action: str, subject: str, **detail: Any) -> None:
    """Add a line. Never give it passwords, tokens or seeds: people read it."""
    session.add(AuditEntry(actor=actor, action=action, subject=subject, detail=detail))
