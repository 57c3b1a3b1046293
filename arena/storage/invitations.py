"""Invitations to teams: leaders send them and may take them back; the invited account accepts or declines."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from arena.storage.audit import log
from arena.storage.errors import Conflict, NotFound
from arena.storage.models import Account, Team, TeamInvitation, TeamMember
from arena.storage.pages.viewers import Viewer
from arena.storage.teams import MOST_MEMBERS, hold, led, member_of, room_for_another

MOST_SENT = 20
"""Open invitations of one team."""
MOST_RECEIVED = 20
"""Open invitations to one account."""


@dataclass(frozen=True, slots=True)
class Invited:
    """An open invitation to the viewer."""

    team: str
    by: str
    """The leader who sent it."""
    created_at: datetime


def invite(session: Session, who: Viewer, team_name: str, name: str, actor: str) -> None:
    """Ask an account to become a member; for leaders."""
    team = led(session, who, team_name)
    account = session.scalar(
        select(Account).where(Account.name == name, Account.deleted_at.is_(None), Account.disabled_at.is_(None))
    )
    if account is None:
        raise Conflict(f"there is no account {name!r}")
    _hold(session, account.id)
    if member_of(team, account.id) is not None:
        raise Conflict(f"{name} belongs to {team.name} already")
    if session.get(TeamInvitation, (team.id, account.id)) is not None:
        raise Conflict(f"{name} is invited to {team.name} already")
    if _open(session, TeamInvitation.team_id, team.id) >= MOST_SENT:
        raise Conflict(f"{team.name} has {MOST_SENT} open invitations already: withdraw one first")
    if _open(session, TeamInvitation.account_id, account.id) >= MOST_RECEIVED:
        raise Conflict(f"{name} has {MOST_RECEIVED} open invitations already and has to answer one first")
    session.add(TeamInvitation(team_id=team.id, account_id=account.id, invited_by=who.account_id))
    log(session, actor, "member_invited", f"team:{team.name}", member=name)


def withdraw(session: Session, who: Viewer, team_name: str, name: str, actor: str) -> None:
    """Take an invitation back; for leaders."""
    team = led(session, who, team_name)
    found = session.scalar(
        select(TeamInvitation)
        .join(Account, Account.id == TeamInvitation.account_id)
        .where(TeamInvitation.team_id == team.id, Account.name == name)
        .with_for_update(of=TeamInvitation)
    )
    if found is None:
        raise Conflict(f"{name} has no open invitation to {team.name}")
    session.delete(found)
    log(session, actor, "invitation_withdrawn", f"team:{team.name}", member=name)


def accept(session: Session, who: Viewer, team_name: str, actor: str) -> None:
    """Become a member; for the invited account."""
    team, found = _mine(session, who, team_name)
    if len(team.members) >= MOST_MEMBERS:
        raise Conflict(f"{team.name} has {MOST_MEMBERS} members already, and that is the most")
    room_for_another(session, found.account_id, "you belong")
    session.delete(found)
    if member_of(team, found.account_id) is None:
        team.members.append(TeamMember(account_id=found.account_id))
    log(session, actor, "member_added", f"team:{team.name}", member=who.name)


def decline(session: Session, who: Viewer, team_name: str, actor: str) -> None:
    """Say no; for the invited account."""
    team, found = _mine(session, who, team_name)
    session.delete(found)
    log(session, actor, "invitation_declined", f"team:{team.name}", member=who.name)


def received(session: Session, who: Viewer) -> list[Invited]:
    """What the viewer has not answered yet, oldest first. One statement."""
    rows = session.execute(
        select(Team.name.label("team"), Account.name.label("by"), TeamInvitation.created_at)
        .join(Team, Team.id == TeamInvitation.team_id)
        .join(Account, Account.id == TeamInvitation.invited_by)
        .where(TeamInvitation.account_id == who.account_id)
        .order_by(TeamInvitation.created_at, Team.name)
    )
    return [Invited(row.team, row.by, row.created_at) for row in rows]


def _mine(session: Session, who: Viewer, team_name: str) -> tuple[Team, TeamInvitation]:
    team = session.scalar(select(Team).where(Team.name == team_name))
    if team is not None and who.account_id is not None:
        hold(session, team)
        _hold(session, who.account_id)
        found = session.get(TeamInvitation, (team.id, who.account_id), with_for_update=True)
        if found is not None:
            return team, found
    raise NotFound(f"you have no open invitation to a team {team_name!r}")


def _hold(session: Session, account_id: int) -> None:
    # Always after the team: two requests at once neither take the last place both, nor wait for each other.
    session.execute(select(Account.id).where(Account.id == account_id).with_for_update())


def _open(session: Session, column: InstrumentedAttribute[int], value: int) -> int:
    return session.scalar(select(func.count()).select_from(TeamInvitation).where(column == value)) or 0
