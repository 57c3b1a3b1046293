"""Teams: a person's own, their members and leaders, and invitations."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from arena.accounts import teams
from arena.accounts.queries import own_teams, received_invitations
from web.forms import change
from web.inputs import field
from web.site import reading, signed_in, who

pages = Blueprint("teams", __name__, url_prefix="/account/teams")


@pages.get("")
@signed_in
def overview() -> ResponseReturnValue:
    """My teams."""
    with reading() as session:
        own = own_teams(session, who())
        invited = received_invitations(session, who())
    return render_template("teams.html", teams=own, invitations=invited)


@pages.post("")
@signed_in
@change(overview, "team")
def create(session: Session) -> None:
    """A new team."""
    teams.create_team(session, who(), field("name", 64))


@pages.post("/<name:name>/invitations")
@signed_in
@change(overview, "invited")
def invite(session: Session, name: str) -> None:
    """Ask somebody to become a member."""
    teams.invite(session, who(), name, field("member", 64))


@pages.post("/<name:name>/invitations/<name:member>/withdraw")
@signed_in
@change(overview, "uninvited")
def withdraw(session: Session, name: str, member: str) -> None:
    """Take an invitation back."""
    teams.withdraw_invitation(session, who(), name, member)


@pages.post("/<name:name>/accept")
@signed_in
@change(overview, "joined")
def accept(session: Session, name: str) -> None:
    """Become a member of a team that invited me."""
    teams.accept_invitation(session, who(), name)


@pages.post("/<name:name>/decline")
@signed_in
@change(overview, "declined")
def decline(session: Session, name: str) -> None:
    """Decline an invitation."""
    teams.decline_invitation(session, who(), name)


@pages.post("/<name:name>/members/<name:member>/remove")
@signed_in
@change(overview, "unmember")
def remove(session: Session, name: str, member: str) -> None:
    """Remove a member, or leave."""
    teams.remove_member(session, who(), name, member)


@pages.post("/<name:name>/members/<name:member>/leader")
@signed_in
@change(overview, "saved")
def set_leader(session: Session, name: str, member: str) -> None:
    """Make a member a leader, or take that back."""
    teams.set_leader(session, who(), name, member, leader=field("leader") == "yes")
