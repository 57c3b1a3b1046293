"""What admins see: accounts and the audit log."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.storage.models import Account, AuditEntry, Bot, TeamMember
from arena.storage.pages.paging import MOST, Page


@dataclass(frozen=True, slots=True)
class AccountLine:
    """An account and how many bots its teams have."""

    id: int
    name: str
    role: str
    created_at: datetime
    disabled_at: datetime | None
    deleted_at: datetime | None
    bots: int


@dataclass(frozen=True, slots=True)
class AuditLine:
    """Who changed what."""

    id: int
    at: datetime
    actor: str
    action: str
    subject: str
    detail: dict[str, Any]


def accounts(session: Session, search: str, number: int, size: int = 50) -> Page[AccountLine]:
    """All accounts by name. Two statements."""
    bots = (
        select(func.count())
        .select_from(TeamMember)
        .join(Bot, Bot.team_id == TeamMember.team_id)
        .where(TeamMember.account_id == Account.id)
        .scalar_subquery()
    )
    query, counting = select(Account, bots.label("bots")), select(func.count()).select_from(Account)
    if search:
        fits = func.lower(Account.name).contains(search.lower(), autoescape=True)
        query, counting = query.where(fits), counting.where(fits)
    rows = session.execute(query.order_by(func.lower(Account.name)).limit(size).offset((number - 1) * size)).all()
    lines = tuple(
        AccountLine(
            row.Account.id,
            row.Account.name,
            row.Account.role.value,
            row.Account.created_at,
            row.Account.disabled_at,
            row.Account.deleted_at,
            row.bots,
        )
        for row in rows
    )
    return Page(lines, number, size, session.scalar(counting) or 0)


@dataclass(frozen=True, slots=True)
class AuditAsked:
    """Which lines; what is empty is open."""

    actor: str = ""
    """A part of who did it."""
    action: str = ""
    subject: str = ""
    """`account:aki` for one subject, `account:` for all of a kind."""


def audit(session: Session, asked: AuditAsked, before: int | None = None, limit: int = MOST) -> list[AuditLine]:
    """The log, the newest first; pages go on from the last id. One statement."""
    query = select(AuditEntry).order_by(AuditEntry.id.desc()).limit(limit)
    if asked.subject.endswith(":"):
        query = query.where(AuditEntry.subject.startswith(asked.subject, autoescape=True))
    elif asked.subject:
        query = query.where(AuditEntry.subject == asked.subject)
    if asked.actor:
        query = query.where(func.lower(AuditEntry.actor).contains(asked.actor.lower(), autoescape=True))
    if asked.action:
        query = query.where(AuditEntry.action == asked.action)
    if before is not None:
        query = query.where(AuditEntry.id < before)
    return [
        AuditLine(line.id, line.at, line.actor, line.action, line.subject, line.detail)
        for line in session.scalars(query)
    ]


def actions(session: Session) -> list[str]:
    """Every kind of change in the log."""
    return list(session.scalars(select(AuditEntry.action).distinct().order_by(AuditEntry.action)))
