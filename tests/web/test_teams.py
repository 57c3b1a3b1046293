"""Teams: founding, members, leaders, leaving; what members share and others do not see."""

from sqlalchemy import select

from arena.db.models import Bot, Team, TeamMember
from tests.web.test_accounts import send

PAGE = "/account/teams"


def members(world, name):
    with world.database.read() as session:
        rows = session.scalars(select(TeamMember).join(Team).where(Team.name == name))
        return {row.account.name: row.leader for row in rows}


def test_a_leader_invites_and_only_the_invited_account_makes_itself_a_member(sign_in, world):
    aki, mei = sign_in("aki"), sign_in("mei")
    assert send(aki, PAGE, PAGE, name="ukiyo").status_code == 303
    assert send(aki, f"{PAGE}/ukiyo/invitations", PAGE, member="mei").status_code == 303
    assert members(world, "ukiyo") == {"aki": True}, "nobody is a member before saying yes"
    assert "shared" not in mei.get("/account").text
    assert f"{PAGE}/ukiyo/accept" in mei.get(PAGE).text
    assert "You are invited to 1 team" in mei.get("/account").text
    assert "ukiyo" not in sign_in("ben").get(PAGE).text
    assert send(aki, f"{PAGE}/ukiyo/accept", PAGE).status_code == 404, "the leader cannot say yes for others"
    assert send(sign_in("root"), f"{PAGE}/ukiyo/accept", PAGE).status_code == 404, "nor can an admin"
    assert send(mei, f"{PAGE}/ukiyo/accept", PAGE).status_code == 303
    assert members(world, "ukiyo") == {"aki": True, "mei": False}
    assert "You are invited" not in mei.get("/account").text


def test_an_invitation_can_be_declined_and_withdrawn(sign_in, world):
    aki, mei = sign_in("aki"), sign_in("mei")
    for word in ("decline", "withdraw"):
        assert send(aki, f"{PAGE}/crew/invitations", PAGE, member="mei").status_code == 303
        assert "mei" in aki.get(PAGE).text
        assert "mei" not in sign_in("ben").get(PAGE).text, "members who do not lead see no invitations"
        if word == "decline":
            assert send(mei, f"{PAGE}/crew/decline", PAGE).status_code == 303
        else:
            assert send(aki, f"{PAGE}/crew/invitations/mei/withdraw", PAGE).status_code == 303
        assert "mei" not in aki.get(PAGE).text
        assert send(mei, f"{PAGE}/crew/accept", PAGE).status_code == 404
    again = send(aki, f"{PAGE}/crew/invitations/mei/withdraw", PAGE)
    assert again.status_code == 422
    assert "no open invitation" in again.text
    assert members(world, "crew") == {"aki": True, "ben": False}


def test_a_teams_bot_belongs_to_all_its_members_and_to_nobody_else(sign_in, world):
    answer = send(sign_in("aki"), "/account/bots", name="shared", team="crew")
    assert answer.status_code == 200
    with world.database.read() as session:
        assert session.scalars(select(Bot).where(Bot.name == "shared")).one().team.name == "crew"
    assert "shared" in sign_in("ben").get("/account").text
    assert send(sign_in("ben"), "/account/bots/shared/tokens", label="desk").status_code == 200
    assert send(sign_in("kei"), "/account/bots/shared/tokens", label="desk").status_code == 403


def test_a_bot_is_never_made_in_another_team_than_was_asked_for(sign_in, world):
    assert send(sign_in("kei"), "/account/bots", name="stowaway", team="crew").status_code == 404
    with world.database.read() as session:
        assert session.scalar(select(Bot).where(Bot.name == "stowaway")) is None


def test_members_may_leave_but_only_leaders_change_others(sign_in, world):
    ben = sign_in("ben")
    refused = send(ben, f"{PAGE}/crew/members/aki/remove", PAGE)
    assert refused.status_code == 422
    assert "only leaders" in refused.text.lower()
    assert send(ben, f"{PAGE}/crew/invitations", PAGE, member="mei").status_code == 422
    assert send(ben, f"{PAGE}/crew/invitations/kei/withdraw", PAGE).status_code == 422
    assert send(ben, f"{PAGE}/crew/members/ben/leader", PAGE, leader="yes").status_code == 422
    assert send(ben, f"{PAGE}/crew/members/ben/remove", PAGE).status_code == 303
    assert members(world, "crew") == {"aki": True}


def test_a_team_is_never_left_without_a_leader(sign_in, world):
    aki = sign_in("aki")
    assert "only leader" in send(aki, f"{PAGE}/crew/members/aki/remove", PAGE).text
    assert send(aki, f"{PAGE}/crew/members/aki/leader", PAGE, leader="no").status_code == 422
    assert send(aki, f"{PAGE}/crew/members/ben/leader", PAGE, leader="yes").status_code == 303
    assert send(aki, f"{PAGE}/crew/members/aki/remove", PAGE).status_code == 303
    assert members(world, "crew") == {"ben": True}
    assert send(sign_in("ben"), f"{PAGE}/crew/members/ben/remove", PAGE).status_code == 303
    with world.database.read() as session:
        assert session.scalar(select(Team).where(Team.name == "crew")) is None, "the last one closes it"


def test_ones_own_team_stays_and_bots_keep_somebody(sign_in, world):
    aki = sign_in("aki")
    assert send(aki, f"{PAGE}/aki/members/aki/remove", PAGE).status_code == 422
    send(aki, PAGE, PAGE, name="solo")
    send(aki, "/account/bots", name="lonely", team="solo")
    assert "has bots" in send(aki, f"{PAGE}/solo/members/aki/remove", PAGE).text


def test_what_is_wrong_is_told_and_what_was_typed_stays(sign_in):
    aki = sign_in("aki")
    unknown = send(aki, f"{PAGE}/crew/invitations", PAGE, member="nobody-here")
    assert unknown.status_code == 422
    assert 'value="nobody-here"' in unknown.text
    assert "belongs to crew already" in send(aki, f"{PAGE}/crew/invitations", PAGE, member="ben").text
    assert "is invited to crew already" in send(aki, f"{PAGE}/crew/invitations", PAGE, member="kei").text
    taken = send(aki, PAGE, PAGE, name="crew")
    assert "already" in taken.text
    assert 'value="crew"' in taken.text


def test_teams_are_limited(sign_in):
    aki = sign_in("aki")
    answers = [send(aki, PAGE, PAGE, name=f"team-{number}").status_code for number in range(10)]
    assert answers == [303] * 8 + [422] * 2, "with their own and the crew that makes ten"
