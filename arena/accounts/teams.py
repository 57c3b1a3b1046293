"""Teams and their invitations. Anyone may create a team; leaders invite and remove members; bots belong to teams."""

from sqlalchemy import delete, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from arena.access.lookup import own_team, require_free_name
from arena.access.viewers import Viewer
from arena.db.database import stored
from arena.db.models import Account, Bot, Team, TeamInvitation, TeamMember, audit
from arena.errors import Conflict, NotFound, existing

MOST_TEAMS = 10
"""Teams one account may belong to."""
MOST_MEMBERS = 20
"""Members of one team."""
MOST_SENT = 20
"""Open invitations of one team."""
MOST_RECEIVED = 20
"""Open invitations to one account."""


def add_team(session: Session, name: str, actor: str, *, house: bool = False, official: bool = False) -> Team:
    """A new team without members. *house*: the arena's team. *official*: it may have a reserved name."""
    require_free_name(session, Team, name, official=official or house)
    team = stored(session, Team(name=name, house=house))
    audit(session, actor, "team_created", f"team:{name}")
    return team


def create_team(session: Session, who: Viewer, name: str) -> Team:
    """Create a team with the viewer as its leader."""
    _check_teams(session, who.account_id or 0)
    team = add_team(session, name, who.name)
    stored(session, TeamMember(team_id=team.id, account_id=who.account_id, leader=True))
    return team


def remove_member(session: Session, who: Viewer, team_name: str, name: str) -> None:
    """Remove a member, for leaders; or leave the team yourself. The team goes with its last member."""
    team = own_team(session, who, team_name)
    _lock_team(session, team)
    member = _member_named(team, name)
    if member.account_id != who.account_id:
        _require_leader(team, who)
    elif team.name == who.name:
        raise Conflict("you cannot leave this team: it came with your account")
    if member.leader and not _has_other_leader(team, member):
        if len(team.members) > 1:
            raise Conflict(f"{name} is the only leader of {team.name}: make somebody else a leader first")
        if session.scalar(select(func.count()).select_from(Bot).where(Bot.team_id == team.id)):
            raise Conflict(f"{team.name} has bots, and nobody would be left to look after them")
    team.members.remove(member)
    session.delete(member)
    audit(session, who.name, "member_removed", f"team:{team.name}", member=name)
    if not team.members:
        session.flush()
        session.execute(delete(TeamInvitation).where(TeamInvitation.team_id == team.id))
        session.delete(team)
        audit(session, who.name, "team_closed", f"team:{team.name}")


def set_leader(session: Session, who: Viewer, team_name: str, name: str, *, leader: bool) -> None:
    """Make a member a leader, or an ordinary member again; for leaders."""
    team = _led_team(session, who, team_name)
    member = _member_named(team, name)
    if not leader and not _has_other_leader(team, member):
        raise Conflict(f"{team.name} needs a leader: make somebody else one first")
    member.leader = leader
    audit(session, who.name, "leader_made" if leader else "leader_unmade", f"team:{team.name}", member=name)


def invite(session: Session, who: Viewer, team_name: str, name: str) -> None:
    """Invite an account to the team; for leaders."""
    team = _led_team(session, who, team_name)
    account = session.scalar(
        select(Account).where(Account.name == name, Account.deleted_at.is_(None), Account.disabled_at.is_(None))
    )
    if account is None:
        raise Conflict(f"there is no account {name!r}")
    send_invitation(session, who, team, account)


def send_invitation(session: Session, who: Viewer, team: Team, account: Account) -> None:
    """Invite an account to a team. The caller has checked that the viewer may, and locked the team if others know it."""
    name = account.name
    _lock_account(session, account.id)
    if _membership(team, account.id) is not None:
        raise Conflict(f"{name} belongs to {team.name} already")
    if session.get(TeamInvitation, (team.id, account.id)) is not None:
        raise Conflict(f"{name} is invited to {team.name} already")
    if _open_invitations(session, TeamInvitation.team_id, team.id) >= MOST_SENT:
        raise Conflict(f"{team.name} has {MOST_SENT} open invitations already: withdraw one first")
    if _open_invitations(session, TeamInvitation.account_id, account.id) >= MOST_RECEIVED:
        raise Conflict(f"{name} has {MOST_RECEIVED} open invitations already and has to answer one first")
    session.add(TeamInvitation(team_id=team.id, account_id=account.id, invited_by=who.account_id))
    audit(session, who.name, "member_invited", f"team:{team.name}", member=name)


def withdraw_invitation(session: Session, who: Viewer, team_name: str, name: str) -> None:
    """Take an invitation back; for leaders."""
    team = _led_team(session, who, team_name)
    invitation = session.scalar(
        select(TeamInvitation)
        .join(Account, Account.id == TeamInvitation.account_id)
        .where(TeamInvitation.team_id == team.id, Account.name == name)
        .with_for_update(of=TeamInvitation)
    )
    if invitation is None:
        raise Conflict(f"{name} has no open invitation to {team.name}")
    session.delete(invitation)
    audit(session, who.name, "invitation_withdrawn", f"team:{team.name}", member=name)


def accept_invitation(session: Session, who: Viewer, team_name: str) -> None:
    """Become a member, and the leader if the team has none; for the invited account."""
    team, invitation = _own_invitation(session, who, team_name)
    if len(team.members) >= MOST_MEMBERS:
        raise Conflict(f"{team.name} has {MOST_MEMBERS} members already, and that is the most")
    _check_teams(session, invitation.account_id)
    session.delete(invitation)
    if _membership(team, invitation.account_id) is None:
        leads = not any(member.leader for member in team.members)
        team.members.append(TeamMember(account_id=invitation.account_id, leader=leads))
    audit(session, who.name, "member_added", f"team:{team.name}", member=who.name)


def decline_invitation(session: Session, who: Viewer, team_name: str) -> None:
    """Decline; for the invited account."""
    team, invitation = _own_invitation(session, who, team_name)
    session.delete(invitation)
    audit(session, who.name, "invitation_declined", f"team:{team.name}", member=who.name)


def _own_invitation(session: Session, who: Viewer, team_name: str) -> tuple[Team, TeamInvitation]:
    team = session.scalar(select(Team).where(Team.name == team_name))
    if team is not None and who.account_id is not None:
        _lock_team(session, team)
        _lock_account(session, who.account_id)
        invitation = session.get(TeamInvitation, (team.id, who.account_id), with_for_update=True)
        if invitation is not None:
            return team, invitation
    raise NotFound(f"you have no open invitation to a team {team_name!r}")


def _led_team(session: Session, who: Viewer, name: str) -> Team:
    """A team that the viewer leads, locked; Conflict for other members, NotFound for everybody else."""
    team = own_team(session, who, name)
    _lock_team(session, team)
    _require_leader(team, who)
    return team


def _lock_team(session: Session, team: Team) -> None:
    """Nobody else changes its members until this transaction ends. Call it before the members are read."""
    session.execute(select(Team.id).where(Team.id == team.id).with_for_update())


def _lock_account(session: Session, account_id: int) -> None:
    # Always after the team: two requests at once neither both take the last place nor wait for each other.
    session.execute(select(Account.id).where(Account.id == account_id).with_for_update())


def _require_leader(team: Team, who: Viewer) -> None:
    member = _membership(team, who.account_id)
    if not who.admin and (member is None or not member.leader):
        raise Conflict(f"only leaders of {team.name} may do that")


def _has_other_leader(team: Team, member: TeamMember) -> bool:
    return any(other.leader for other in team.members if other is not member)


def _membership(team: Team, account_id: int | None) -> TeamMember | None:
    return next((member for member in team.members if member.account_id == account_id), None)


def _member_named(team: Team, name: str) -> TeamMember:
    return existing(
        next((member for member in team.members if member.account.name == name), None),
        f"{name} does not belong to {team.name}",
    )


def _check_teams(session: Session, account_id: int) -> None:
    """Conflict if the account belongs to the most teams already."""
    _lock_account(session, account_id)
    counted = session.scalar(select(func.count()).select_from(TeamMember).where(TeamMember.account_id == account_id))
    if (counted or 0) >= MOST_TEAMS:
        raise Conflict(f"you belong to {MOST_TEAMS} teams already, and that is the most")


def _open_invitations(session: Session, column: InstrumentedAttribute[int], value: int) -> int:
    return session.scalar(select(func.count()).select_from(TeamInvitation).where(column == value)) or 0
