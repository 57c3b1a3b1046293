"""A person's teams: who belongs to them, who leads them, who is invited, which bots are theirs."""

from collections.abc import Callable

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from arena.storage import invitations, teams
from arena.storage.errors import Conflict
from arena.storage.pages.accounts import own_teams
from web import limits
from web.access import actor, signed_in
from web.forms import done, field, said
from web.site import reading, who, writing

pages = Blueprint("teams", __name__, url_prefix="/account/teams")


@pages.get("")
@signed_in
def overview() -> ResponseReturnValue:
    """My teams."""
    return _overview()


def _overview(wrong: str = "", status: int = 200) -> ResponseReturnValue:
    with reading() as session:
        own = own_teams(session, who())
        asked = invitations.received(session, who())
    page = render_template(
        "teams.html",
        teams=own,
        invitations=asked,
        wrong=wrong,
        said=said(),
        name=field("name", 64),
        member=field("member", 64),
    )
    return page, status


def _change(word: str, change: Callable[[Session], object]) -> ResponseReturnValue:
    limits.count("change", who().account_id)
    try:
        with writing() as session:
            change(session)
    except Conflict as wrong:
        return _overview(str(wrong), 422)
    return done("teams.overview", word)


@pages.post("")
@signed_in
def found() -> ResponseReturnValue:
    """A new team."""
    return _change("team", lambda session: teams.found(session, who(), field("name", 64), actor()))


@pages.post("/<name:name>/invitations")
@signed_in
def invite(name: str) -> ResponseReturnValue:
    """Ask somebody to become a member."""
    return _change("invited", lambda session: invitations.invite(session, who(), name, field("member", 64), actor()))


@pages.post("/<name:name>/invitations/<name:member>/withdraw")
@signed_in
def withdraw(name: str, member: str) -> ResponseReturnValue:
    """Take an invitation back."""
    return _change("uninvited", lambda session: invitations.withdraw(session, who(), name, member, actor()))


@pages.post("/<name:name>/accept")
@signed_in
def accept(name: str) -> ResponseReturnValue:
    """Become a member of a team that invited me."""
    return _change("joined", lambda session: invitations.accept(session, who(), name, actor()))


@pages.post("/<name:name>/decline")
@signed_in
def decline(name: str) -> ResponseReturnValue:
    """Say no to a team that invited me."""
    return _change("declined", lambda session: invitations.decline(session, who(), name, actor()))


@pages.post("/<name:name>/members/<name:member>/remove")
@signed_in
def remove(name: str, member: str) -> ResponseReturnValue:
    """Put somebody out, or leave."""
    return _change("unmember", lambda session: teams.remove_member(session, who(), name, member, actor()))


@pages.post("/<name:name>/members/<name:member>/leader")
@signed_in
def lead(name: str, member: str) -> ResponseReturnValue:
    """Make somebody a leader, or no longer."""
    leader = field("leader") == "yes"
    return _change("leader", lambda session: teams.set_leader(session, who(), name, member, actor(), leader=leader))
