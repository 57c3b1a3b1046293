"""What people see of their teams, tokens and invitations; and what admins see: accounts and the audit log."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from arena.access import lookup
from arena.access.credentials import TokenLine
from arena.access.viewers import Viewer, seasons_for
from arena.db.models import (
    Account,
    AuditEntry,
    Bot,
    Comment,
    Organiser,
    Season,
    SeasonState,
    Team,
    TeamInvitation,
    TeamMember,
    Token,
    Webhook,
)
from arena.db.paging import Page, Part, fetch


def author_tokens(session: Session, who: Viewer) -> list[TokenLine]:
    """Live tokens of the viewer, the oldest first. One statement."""
    rows = session.execute(
        select(Token.id, Token.label, Token.created_at, Token.last_used_at)
        .where(Token.account_id == who.account_id, Token.revoked_at.is_(None))
        .order_by(Token.id)
    )
    return [TokenLine(*row) for row in rows]


def takes_entries() -> ColumnElement[bool]:
    """The condition on seasons that take entries now: those in registration, and running open ladders."""
    running = (Season.state == SeasonState.RUNNING) & Season.open_ladder.is_(True)
    return (Season.state == SeasonState.REGISTRATION) | running


def enterable(session: Session, who: Viewer) -> list[Season]:
    """Seasons that take entries now and that the viewer may see."""
    return list(session.scalars(select(Season).where(takes_entries(), seasons_for(who)).order_by(Season.id)))


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """A team that the viewer belongs to."""

    id: int
    name: str
    created_at: datetime
    leading: bool
    """Whether the viewer leads it."""
    members: tuple[tuple[str, bool], ...]
    """Names, and whether they lead."""
    invited: tuple[tuple[str, datetime], ...]
    """For leaders: names of accounts that have not answered, and since when."""
    bots: tuple[str, ...]


def own_teams(session: Session, who: Viewer) -> list[OwnTeam]:
    """All teams of the viewer by name. Four statements."""
    teams = session.scalars(select(Team).where(Team.id.in_(who.teams)).order_by(Team.name)).all()
    members: dict[int, list[tuple[str, bool]]] = {}
    leading: set[int] = set()
    for row in session.execute(
        select(TeamMember.team_id, TeamMember.account_id, TeamMember.leader, Account.name)
        .join(Account, Account.id == TeamMember.account_id)
        .where(TeamMember.team_id.in_(who.teams))
        .order_by(TeamMember.leader.desc(), Account.name)
    ):
        members.setdefault(row.team_id, []).append((row.name, row.leader))
        if row.leader and row.account_id == who.account_id:
            leading.add(row.team_id)
    invited: dict[int, list[tuple[str, datetime]]] = {}
    for team_id, name, since in session.execute(
        select(TeamInvitation.team_id, Account.name, TeamInvitation.created_at)
        .join(Account, Account.id == TeamInvitation.account_id)
        .where(TeamInvitation.team_id.in_(leading))
        .order_by(Account.name)
    ):
        invited.setdefault(team_id, []).append((name, since))
    bots: dict[int, list[str]] = {}
    for team_id, name in session.execute(
        select(Bot.team_id, Bot.name).where(Bot.team_id.in_(who.teams), Bot.disabled_at.is_(None)).order_by(Bot.name)
    ):
        bots.setdefault(team_id, []).append(name)
    return [
        OwnTeam(
            team.id,
            team.name,
            team.created_at,
            team.id in leading,
            tuple(members.get(team.id, ())),
            tuple(invited.get(team.id, ())),
            tuple(bots.get(team.id, ())),
        )
        for team in teams
    ]


@dataclass(frozen=True, slots=True)
class ReceivedInvitation:
    """An open invitation to the viewer."""

    team: str
    by: str
    """The leader who sent it."""
    created_at: datetime


def received_invitations(session: Session, who: Viewer) -> list[ReceivedInvitation]:
    """Invitations that the viewer has not answered yet, oldest first. One statement."""
    rows = session.execute(
        select(Team.name, Account.name, TeamInvitation.created_at)
        .join(Team, Team.id == TeamInvitation.team_id)
        .join(Account, Account.id == TeamInvitation.invited_by)
        .where(TeamInvitation.account_id == who.account_id)
        .order_by(TeamInvitation.created_at, Team.name)
    )
    return [ReceivedInvitation(*row) for row in rows]


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
class Owned:
    """An account with everything that belongs to it, for admins."""

    account: AccountLine
    teams: tuple[str, ...]
    bots: tuple[tuple[str, str, datetime | None], ...]
    """Name, team, and when it was disabled."""
    seasons: tuple[tuple[str, str], ...]
    """Slug and title of those it runs."""
    comments: int
    tokens: int
    """Author tokens that work."""
    webhooks: int


def owned(session: Session, name: str) -> Owned:
    """An account and what it owns; NotFound if there is none. Seven statements."""
    row = lookup.account(session, name)
    teams = session.execute(
        select(Team.id, Team.name).join(TeamMember).where(TeamMember.account_id == row.id).order_by(Team.name)
    ).all()
    bots = session.execute(
        select(Bot.name, Team.name, Bot.disabled_at)
        .join(Team, Team.id == Bot.team_id)
        .where(Team.id.in_([team.id for team in teams]))
        .order_by(Bot.name)
    ).all()
    runs = select(Season.slug, Season.title).join(Organiser, Organiser.season_id == Season.id)
    seasons = session.execute(runs.where(Organiser.account_id == row.id).order_by(Season.id)).all()
    counts = [
        session.scalar(select(func.count()).select_from(kind).where(kind.account_id == row.id, *live)) or 0
        for kind, live in ((Comment, ()), (Token, (Token.revoked_at.is_(None),)), (Webhook, ()))
    ]
    line = AccountLine(row.id, row.name, row.role.value, row.created_at, row.disabled_at, row.deleted_at, len(bots))
    return Owned(
        line,
        tuple(team.name for team in teams),
        tuple((bot[0], bot[1], bot[2]) for bot in bots),
        tuple((season.slug, season.title) for season in seasons),
        *counts,
    )


@dataclass(frozen=True, slots=True)
class AuditLine:
    """Who changed what."""

    id: int
    at: datetime
    actor: str
    action: str
    subject: str
    detail: dict[str, Any]


def accounts(session: Session, search: str, part: Part) -> Page[AccountLine]:
    """All accounts by name. One statement. The key: name in lower case, id."""
    bots = (
        select(func.count())
        .select_from(TeamMember)
        .join(Bot, Bot.team_id == TeamMember.team_id)
        .where(TeamMember.account_id == Account.id)
        .scalar_subquery()
    )
    query = select(Account, bots.label("bots"))
    if search:
        query = query.where(func.lower(Account.name).contains(search.lower(), autoescape=True))
    order = [func.lower(Account.name), Account.id]
    page = fetch(session, query, part, order, lambda row: (row.Account.name.lower(), row.Account.id))
    lines = [
        AccountLine(
            row.Account.id,
            row.Account.name,
            row.Account.role.value,
            row.Account.created_at,
            row.Account.disabled_at,
            row.Account.deleted_at,
            row.bots,
        )
        for row in page.rows
    ]
    return Page(lines, page.next)


@dataclass(frozen=True, slots=True)
class AuditAsked:
    """Which lines; what is empty is open."""

    actor: str = ""
    """A part of who did it."""
    action: str = ""
    subject: str = ""
    """`account:aki` for one subject, `account:` for all of a kind."""


def audit(session: Session, asked: AuditAsked, before: int | None = None, limit: int = 100) -> list[AuditLine]:
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
