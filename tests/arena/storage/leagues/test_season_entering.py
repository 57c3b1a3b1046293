"""Who gets into a league season: windows, invites, bots per team, validation, locked versions, organisers."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from arena.access.lookup import circles
from arena.access.viewers import operator, viewer
from arena.accounts.commands import create_account
from arena.archives.reading import inspect
from arena.bots.commands import version
from arena.db.database import utcnow
from arena.db.models import EntryState, Invite, MatchSeat, Role, Season, Team, TeamMember
from arena.errors import Conflict, LimitReached, NotAllowed, NotFound
from arena.seasons import creation, entries, invites, lookup, organisers, start, withdrawal
from arena.submissions import commands as submissions
from tests.arena.storage.leagues.league_world import FIRST, ROUND_ROBIN, owner_of, season_file
from tests.services.archives import bot_zip

RULES = '[entry_rules]\nper_team = 1\ninvite_only = {invited}\nversions = "{versions}"\nvalidation = true\n'
WINDOWS = (
    "[registration]\nopens = 2027-02-01T00:00:00Z\ncloses = 2027-02-20T00:00:00Z\n"
    "[submission]\nopens = 2027-02-05T00:00:00Z\ncloses = 2027-02-28T00:00:00Z\n"
)


def rules(invited="false", versions="free"):
    return RULES.format(invited=invited, versions=versions)


def enter(league, name, code="", **ago):
    with league.database.write() as session:
        who = owner_of(session, name)
        return entries.enter(session, who, league.slug, name, code=code, now=FIRST - timedelta(**ago)).id


def leave(league, name):
    with league.database.write() as session:
        withdrawal.leave(session, owner_of(session, name), league.slug, name)


def invite(league, uses=1):
    with league.database.write() as session:
        made, code = invites.create_invite(session, operator("test"), league.slug, uses=uses, label="club")
        return made.id, code


@pytest.fixture
def closed(league):
    """A season by invitation, in registration."""
    league.outside("ume", "sakura", "kiku")
    league.create(season_file(ROUND_ROBIN + rules(invited="true")))
    league.open()
    return league


def test_a_code_lets_in_as_many_as_it_says_and_is_kept_as_a_hash(closed):
    _, code = invite(closed, uses=1)
    with closed.database.read() as session:
        assert code not in [kept.hash for kept in session.scalars(select(Invite))]
    enter(closed, "ume", code)
    with pytest.raises(NotAllowed, match="used up"):
        enter(closed, "sakura", code)
    with pytest.raises(NotAllowed, match="by invitation"):
        enter(closed, "sakura")


def test_entering_twice_takes_no_second_use_and_a_registered_team_needs_no_other_code(closed):
    _, code = invite(closed, uses=1)
    assert enter(closed, "ume", code) == enter(closed, "ume", code)
    closed.outside("tsubaki", team="t-ume")
    leave(closed, "ume")
    enter(closed, "tsubaki")
    assert closed.entry("tsubaki").state is EntryState.ACTIVE


def test_a_revoked_code_opens_nothing(closed):
    number, code = invite(closed, uses=5)
    with closed.database.write() as session:
        invites.revoke_invite(session, operator("test"), closed.slug, number)
    with pytest.raises(NotAllowed, match="does not open"):
        enter(closed, "ume", code)


def test_a_code_of_another_season_opens_nothing(closed):
    with closed.database.write() as session:
        creation.create_season(session, operator("test"), season_file(), slug="other")
        _, code = invites.create_invite(session, operator("test"), "other")
    with pytest.raises(NotAllowed, match="does not open"):
        enter(closed, "ume", code)


def test_a_team_enters_no_more_bots_than_the_season_allows(league):
    league.outside("ume", "sakura", team="garden")
    league.create(season_file(ROUND_ROBIN + rules()))
    league.open()
    enter(league, "ume")
    with pytest.raises(LimitReached, match="team garden has 1 of 1 bots"):
        enter(league, "sakura")
    leave(league, "ume")
    enter(league, "sakura")


def test_a_person_of_several_teams_enters_no_more_bots_either(league):
    league.outside("ume", team="garden")
    league.outside("sakura", team="park")
    league.outside("kiku", team="grove")
    league.create(season_file(ROUND_ROBIN + rules()))
    league.open()
    with league.database.write() as session:
        account = create_account(session, "kenji", None, Role.AUTHOR, "test")
        for name in ("garden", "park"):
            team = session.scalars(select(Team).where(Team.name == name)).one()
            session.add(TeamMember(team_id=team.id, account_id=account.id))
    enter(league, "ume")
    with pytest.raises(LimitReached, match="kenji belongs to teams with 1 of 1 bots"):
        enter(league, "sakura")
    enter(league, "kiku")
    leave(league, "ume")
    enter(league, "sakura")


def test_teams_with_somebody_in_common_are_one_circle(league):
    league.outside("ume", team="garden")
    league.outside("sakura", team="park")
    league.outside("kiku", team="grove")
    league.outside("hagi", team="field")
    with league.database.write() as session:
        ids = {team.name: team.id for team in session.scalars(select(Team))}
        for name, teams in {"kenji": ("garden", "park"), "mei": ("park", "grove")}.items():
            account = create_account(session, name, None, Role.AUTHOR, "test")
            session.add_all(TeamMember(team_id=ids[team], account_id=account.id) for team in teams)
        session.flush()
        found = circles(session, ids.values())
    assert found[ids["garden"]] == found[ids["park"]] == found[ids["grove"]] != found[ids["field"]]


def test_a_bot_is_validated_before_it_enters(league):
    league.outside("ume", validated=False)
    league.create(season_file(ROUND_ROBIN + rules()))
    league.open()
    with pytest.raises(Conflict, match="validation match"):
        enter(league, "ume")


def test_listed_bots_that_were_not_validated_in_time_are_left_out_with_a_public_reason(league):
    league.outside("ume", "sakura")
    league.outside("kiku", validated=False)
    league.create(season_file(ROUND_ROBIN + rules(), ume=1500, sakura=1500, kiku=1500))
    league.start()
    assert league.entry("kiku").state is EntryState.WITHDRAWN
    assert [one.reason for one in league.rulings()] == ["its validation match was not finished in time"]
    assert len(league.rounds()) == 1


def test_windows_open_and_close_and_registered_teams_may_change_bots_until_submission_closes(league):
    league.outside("ume", "sakura", team="garden")
    league.outside("kiku")
    league.create(season_file(ROUND_ROBIN + rules() + WINDOWS))
    with pytest.raises(NotFound, match="there is no season"):  # a draft is for its organisers
        enter(league, "ume", days=20)
    league.open()
    with pytest.raises(Conflict, match="from 2027-02-05 00:00 UTC on"):
        enter(league, "ume", days=27)
    enter(league, "ume", days=20)
    with pytest.raises(Conflict, match="registration for test-league closed on 2027-02-20"):
        enter(league, "kiku", days=5)
    leave(league, "ume")
    enter(league, "sakura", days=5)
    with pytest.raises(Conflict, match="submission is closed"):
        enter(league, "ume", days=0)


def test_versions_are_locked_when_submission_closes(league):
    league.outside("ume", "sakura")
    league.create(season_file(ROUND_ROBIN + rules(versions="locked") + WINDOWS, ume=1500, sakura=1500))
    league.open()
    with league.database.write() as session:
        for name, moment in (("1.0", 3), ("2.0", 2), ("1.0", 1)):  # it went back to 1.0 in the end
            version(session, league.bots["ume"], name).last_seen_at = utcnow() - timedelta(hours=moment)
    league.now = FIRST - timedelta(hours=2)
    league.tick()
    assert league.entry("ume").version == "1.0"
    with league.database.write() as session:
        version(session, league.bots["ume"], "3.0")
    league.now = FIRST
    league.tick()
    with league.database.read() as session:
        seats = session.execute(select(MatchSeat.bot_id, MatchSeat.locked_version)).all()
    assert set(seats) == {(league.bots["ume"], "1.0"), (league.bots["sakura"], None)}


def test_free_versions_are_not_locked(league):
    league.outside("ume", "sakura")
    league.create(season_file(ROUND_ROBIN + rules(), ume=1500, sakura=1500))
    with league.database.write() as session:
        version(session, league.bots["ume"], "1.0")
    league.start()
    league.tick()
    with league.database.read() as session:
        assert set(session.scalars(select(MatchSeat.locked_version))) == {None}


def test_ratings_seed_the_divisions_and_are_brought_along(league):
    names = ("ume", "sakura", "kiku", "tsubaki")
    league.house(*names)
    parts = '[[division]]\nname = "First"\nsize = 2\n[[division]]\nname = "Second"\nsize = 2\n'
    league.create(season_file(ROUND_ROBIN + parts, ume=1400, sakura=1700, kiku=1500, tsubaki=1600))
    league.start()
    assert [league.entry(name).division for name in names] == [1, 0, 1, 0]
    league.play_out()
    rating = league.entry("ume").rating
    with league.database.write() as session:
        creation.create_season(session, operator("test"), season_file(), slug="later")
        assert entries.enter_by_hand(session, operator("test"), "later", "ume").rating == rating


def test_organisers_may_run_their_season_and_no_other(league):
    league.create(season_file())
    with league.database.write() as session:
        creation.create_season(session, operator("test"), season_file(), slug="other")
        anna = create_account(session, "anna", None, Role.ORGANISER, "test").id
        ben = create_account(session, "ben", None, Role.AUTHOR, "test").id
        organisers.invite_organiser(session, operator("test"), league.slug, "anna")
        organisers.accept_organiser(session, viewer(session, anna), league.slug)
    with league.database.write() as session:
        who, row = viewer(session, anna), session.scalars(select(Season).where(Season.slug == "other")).one()
        assert lookup.run_by(session, who, league.slug)
        assert not lookup.may_run(session, who, row)
        with pytest.raises(NotAllowed, match="not an organiser of test-league"):
            lookup.run_by(session, viewer(session, ben), league.slug)
        with pytest.raises(Conflict, match="only organiser"):
            organisers.remove_organiser(session, operator("test"), league.slug, "anna")
        organisers.invite_organiser(session, operator("anna"), league.slug, "ben")
        organisers.accept_organiser(session, viewer(session, ben), league.slug)
        organisers.remove_organiser(session, operator("ben"), league.slug, "anna")
        assert lookup.may_run(session, viewer(session, ben), session.get_one(Season, 1))


def test_unknown_names_are_told(league):
    league.create(season_file())
    for wrong in (
        lambda session: entries.enter_by_hand(session, operator("test"), league.slug, "nobody"),
        lambda session: invites.revoke_invite(session, operator("test"), league.slug, 99),
        lambda session: organisers.invite_organiser(session, operator("test"), league.slug, "nobody"),
        lambda session: start.start_season(session, operator("test"), "no-season"),
    ):
        with pytest.raises(NotFound), league.database.write() as session:
            wrong(session)


def hand_in(league, name, version="1.0"):
    with league.database.write() as session:
        found = inspect(bot_zip(name, version))
        submissions.submit(session, owner_of(session, name), found, quota_megabytes=10)


def test_a_hosted_season_takes_only_bots_that_are_handed_in(league):
    league.outside("ume")
    league.create('hosting = "hosted"\n' + season_file(ROUND_ROBIN))
    league.open()
    with pytest.raises(Conflict, match="is for hosted bots: hand ume in first"):
        enter(league, "ume", days=1)
    hand_in(league, "ume")
    enter(league, "ume", days=1)
    with league.database.write() as session:
        who = owner_of(session, "ume")
        for command in (
            lambda: submissions.deactivate(session, who, "ume"),
            lambda: submissions.delete_submission(session, who, "ume", "1.0"),
        ):
            with pytest.raises(Conflict, match="for hosted bots: leave that season first"):
                command()
    hand_in(league, "ume", "1.1")
    leave(league, "ume")
    with league.database.write() as session:
        submissions.deactivate(session, owner_of(session, "ume"), "ume")


def test_a_hosted_season_plays_the_version_that_it_locked(league):
    league.outside("ume")
    league.create('hosting = "hosted"\n' + season_file(ROUND_ROBIN + rules(versions="locked")))
    league.open()
    hand_in(league, "ume")
    enter(league, "ume", days=1)
    with league.database.write() as session:
        entries.lock_versions(session, lookup.locked(session, league.slug), FIRST, "test")
    with pytest.raises(Conflict, match=r"has locked its versions: ume plays as 1\.0 until it is over"):
        hand_in(league, "ume", "1.1")


def test_a_season_of_bots_that_dial_in_takes_no_hosted_ones(league):
    league.outside("ume", "kiku")
    league.create('hosting = "dial_in"\n' + season_file(ROUND_ROBIN))
    league.open()
    hand_in(league, "ume")
    with pytest.raises(Conflict, match=r"the arena hosts ume 1\.0: stop hosting it first"):
        enter(league, "ume", days=1)
    enter(league, "kiku", days=1)
    with pytest.raises(Conflict, match="is for bots that dial in: leave that season first"):
        hand_in(league, "kiku")
