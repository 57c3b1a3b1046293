"""Invitations to teams: who may send, withdraw and answer them; limits, also for requests at once; what goes when a team or an account goes."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from arena.access.viewers import viewer
from arena.accounts import teams
from arena.accounts.commands import create_account, delete_account
from arena.db.database import Database
from arena.db.models import Account, AuditEntry, Role, Team, TeamInvitation, TeamMember
from arena.errors import Conflict, NotFound


class Club:
    """People, each with a team, and what they do."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.ids: dict[str, int] = {}

    def people(self, *names: str) -> None:
        with self.database.write() as session:
            for name in names:
                self.ids[name] = create_account(session, name, None, Role.AUTHOR, "test").id

    def do(self, name: str, what, *args: str) -> None:
        with self.database.write() as session:
            who = viewer(session, self.ids[name])
            what(session, who, *args)

    def members(self, team: str) -> set[str]:
        with self.database.read() as session:
            wanted = select(Account.name).join(TeamMember).join(Team).where(Team.name == team)
            return set(session.scalars(wanted))

    def open(self) -> int:
        with self.database.read() as session:
            return len(session.scalars(select(TeamInvitation)).all())

    def audit(self, team: str) -> list[tuple[str, str, str]]:
        with self.database.read() as session:
            wanted = select(AuditEntry).where(AuditEntry.subject == f"team:{team}").order_by(AuditEntry.id)
            return [(line.actor, line.action, line.detail.get("member", "")) for line in session.scalars(wanted)]


@pytest.fixture
def club(database) -> Club:
    made = Club(database)
    made.people("aki", "ben")
    return made


def test_nobody_is_a_member_before_they_accept(club):
    club.do("aki", teams.invite, "aki", "ben")
    assert club.members("aki") == {"aki"}
    with pytest.raises(NotFound, match="no open invitation"):
        club.do("aki", teams.accept_invitation, "aki")
    club.do("ben", teams.accept_invitation, "aki")
    assert club.members("aki") == {"aki", "ben"}
    assert club.audit("aki")[1:] == [("aki", "member_invited", "ben"), ("ben", "member_added", "ben")]


def test_answered_and_withdrawn_invitations_are_gone_and_leave_a_line(club):
    club.do("aki", teams.invite, "aki", "ben")
    with pytest.raises(Conflict, match="invited to aki already"):
        club.do("aki", teams.invite, "aki", "ben")
    club.do("ben", teams.decline_invitation, "aki")
    club.do("aki", teams.invite, "aki", "ben")
    club.do("aki", teams.withdraw_invitation, "aki", "ben")
    for answer in (teams.accept_invitation, teams.decline_invitation):
        with pytest.raises(NotFound, match="no open invitation"):
            club.do("ben", answer, "aki")
    with pytest.raises(Conflict, match="no open invitation"):
        club.do("aki", teams.withdraw_invitation, "aki", "ben")
    assert club.members("aki") == {"aki"}
    words = [action for _, action, _ in club.audit("aki")[1:]]
    assert words == ["member_invited", "invitation_declined", "member_invited", "invitation_withdrawn"]


def test_strangers_neither_invite_nor_withdraw(club):
    club.people("kei")
    club.do("aki", teams.invite, "aki", "ben")
    for act in (teams.invite, teams.withdraw_invitation):
        with pytest.raises(NotFound):
            club.do("kei", act, "aki", "ben")
    club.do("ben", teams.accept_invitation, "aki")
    with pytest.raises(Conflict, match="only leaders"):
        club.do("ben", teams.invite, "aki", "kei")


def test_open_invitations_of_a_team_and_to_an_account_are_limited(club, monkeypatch):
    monkeypatch.setattr(teams, "MOST_SENT", 2)
    monkeypatch.setattr(teams, "MOST_RECEIVED", 2)
    club.people("kei", "mei", "rin")
    club.do("aki", teams.invite, "aki", "ben")
    club.do("aki", teams.invite, "aki", "kei")
    with pytest.raises(Conflict, match="aki has 2 open invitations"):
        club.do("aki", teams.invite, "aki", "mei")
    club.do("kei", teams.invite, "kei", "ben")
    with pytest.raises(Conflict, match="ben has 2 open invitations"):
        club.do("mei", teams.invite, "mei", "ben")
    club.do("ben", teams.decline_invitation, "aki")
    club.do("mei", teams.invite, "mei", "ben")
    club.do("aki", teams.invite, "aki", "mei")


def test_the_limits_of_members_and_teams_hold_when_somebody_accepts(club, monkeypatch):
    club.people("kei")
    club.do("aki", teams.invite, "aki", "ben")
    monkeypatch.setattr(teams, "MOST_TEAMS", 1)
    with pytest.raises(Conflict, match="you belong to 1 teams"):
        club.do("ben", teams.accept_invitation, "aki")
    monkeypatch.undo()
    monkeypatch.setattr(teams, "MOST_MEMBERS", 1)
    with pytest.raises(Conflict, match="aki has 1 members"):
        club.do("ben", teams.accept_invitation, "aki")
    assert club.open() == 1, "it can be accepted later"


def test_two_who_accept_at_once_do_not_both_take_the_last_place(club, monkeypatch):
    club.people("kei", "mei", "rin")
    monkeypatch.setattr(teams, "MOST_MEMBERS", 2)
    for name in ("ben", "kei", "mei", "rin"):
        club.do("aki", teams.invite, "aki", name)

    def accepts(name: str) -> bool:
        try:
            club.do(name, teams.accept_invitation, "aki")
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(accepts, ("ben", "kei", "mei", "rin"))) == [False, False, False, True]
    assert len(club.members("aki")) == 2


def test_a_double_click_joins_once(club):
    club.do("aki", teams.invite, "aki", "ben")

    def accepts(_: int) -> bool:
        try:
            club.do("ben", teams.accept_invitation, "aki")
        except NotFound:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(accepts, range(4))) == 1
    assert club.members("aki") == {"aki", "ben"}


def test_invitations_go_with_the_team_that_closes_and_the_account_that_leaves(club):
    club.people("kei")
    club.do("aki", teams.create_team, "kobo")
    club.do("aki", teams.invite, "kobo", "ben")
    club.do("aki", teams.remove_member, "kobo", "aki")
    assert club.open() == 0
    club.do("aki", teams.invite, "aki", "ben")
    club.do("kei", teams.invite, "kei", "ben")
    club.do("ben", teams.invite, "ben", "aki")
    with club.database.write() as session:
        delete_account(session, session.get_one(Account, club.ids["ben"]), "test")
    assert club.open() == 0, "those sent to ben, and those of ben's own team"
    with pytest.raises(Conflict, match="no account"):
        club.do("aki", teams.invite, "aki", "ben")
