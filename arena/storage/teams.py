"""Teams: made by anyone, led by leaders, left by everyone but the last leader. Bots belong to teams."""

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from arena.storage.audit import log
from arena.storage.errors import Conflict, NotFound
from arena.storage.models import Account, Bot, Team, TeamInvitation, TeamMember
from arena.storage.pages.viewers import Viewer
from arena.storage.people import create_team

MOST_TEAMS = 10
"""Teams one account may belong to."""
MOST_MEMBERS = 20
"""Members of one team."""


def found(session: Session, who: Viewer, name: str, actor: str) -> Team:
    """A new team, led by who founded it."""
    room_for_another(session, who.account_id or 0, "you belong")
    team = create_team(session, name, actor)
    session.add(TeamMember(team_id=team.id, account_id=who.account_id, leader=True))
    session.flush()
    return team


def own_team(session: Session, who: Viewer, name: str) -> Team:
    """One of the viewer's teams; NotFound for those of others."""
    team = session.scalar(select(Team).where(Team.name == name))
    if team is None or not (who.owns(team.id) or who.admin):
        raise NotFound(f"you belong to no team {name!r}")
    return team


def remove_member(session: Session, who: Viewer, team_name: str, name: str, actor: str) -> None:
    """Put somebody out, for leaders; or leave, for oneself."""
    team = own_team(session, who, team_name)
    hold(session, team)
    member = _of_name(team, name)
    if member.account_id != who.account_id:
        _must_lead(team, who)
    elif team.name == who.name:
        raise Conflict("your own team stays yours: it came with your account")
    if member.leader and not any(other.leader for other in team.members if other is not member):
        if len(team.members) > 1:
            raise Conflict(f"{name} is the only leader of {team.name}: make somebody else a leader first")
        if session.scalar(select(func.count()).select_from(Bot).where(Bot.team_id == team.id)):
            raise Conflict(f"{team.name} has bots, and nobody would be left to look after them")
    team.members.remove(member)
    session.delete(member)
    log(session, actor, "member_removed", f"team:{team.name}", member=name)
    if not team.members:
        session.flush()
        session.execute(delete(TeamInvitation).where(TeamInvitation.team_id == team.id))
        session.delete(team)
        log(session, actor, "team_closed", f"team:{team.name}")


def set_leader(session: Session, who: Viewer, team_name: str, name: str, actor: str, *, leader: bool) -> None:
    """Make a member a leader, or no longer; for leaders."""
    team = led(session, who, team_name)
    member = _of_name(team, name)
    if not leader and not any(other.leader for other in team.members if other is not member):
        raise Conflict(f"{team.name} needs a leader: make somebody else one first")
    member.leader = leader
    log(session, actor, "leader_made" if leader else "leader_unmade", f"team:{team.name}", member=name)


def led(session: Session, who: Viewer, name: str) -> Team:
    """A team that the viewer leads, held; Conflict for other members, NotFound for everybody else."""
    team = own_team(session, who, name)
    hold(session, team)
    _must_lead(team, who)
    return team


def hold(session: Session, team: Team) -> None:
    """Nobody else changes its members until this transaction ends. Call it before the members are read."""
    session.execute(select(Team.id).where(Team.id == team.id).with_for_update())


def _must_lead(team: Team, who: Viewer) -> None:
    own = member_of(team, who.account_id)
    if not who.admin and (own is None or not own.leader):
        raise Conflict(f"only leaders of {team.name} may do that")


def member_of(team: Team, account_id: int | None) -> TeamMember | None:
    """The membership of an account, if it has one."""
    return next((member for member in team.members if member.account_id == account_id), None)


def _of_name(team: Team, name: str) -> TeamMember:
    found = next((member for member in team.members if member.account.name == name), None)
    if found is None:
        raise NotFound(f"{name} does not belong to {team.name}")
    return found


def room_for_another(session: Session, account_id: int, who_belongs: str) -> None:
    """Conflict if the account belongs to the most teams already."""
    # The account is locked, so that two requests at once cannot both take the last place.
    session.execute(select(Account.id).where(Account.id == account_id).with_for_update())
    counted = session.scalar(select(func.count()).select_from(TeamMember).where(TeamMember.account_id == account_id))
    if (counted or 0) >= MOST_TEAMS:
        raise Conflict(f"{who_belongs} to {MOST_TEAMS} teams already, and that is the most")
