"""Who may enter which bot, in which season, and with which rating: nobody is entered unasked, and no rating is invented or tells secrets."""

import pytest
from sqlalchemy import select

from arena.access.viewers import operator, viewer
from arena.accounts.commands import create_account
from arena.db.models import Bot, Entry, EntryState, Role, Season, SeasonStage, Team, TeamMember
from arena.errors import NotAllowed, NotFound
from arena.ladders.rating import recompute
from arena.ratings import elo
from arena.seasons import creation, entries, invites, withdrawal
from tests.arena.storage.leagues.league_world import FIRST, ROUND_ROBIN, season_file

INVITED = "[entry_rules]\ninvite_only = true\nper_team = 4\n"
PARTS = '[[division]]\nname = "First"\nsize = 2\n[[division]]\nname = "Second"\nsize = 2\n'


def person(league, name, role=Role.AUTHOR, team=""):
    with league.database.write() as session:
        made = create_account(session, name, None, role, "test")
        if team:
            found = session.scalars(select(Team).where(Team.name == team)).one()
            session.add(TeamMember(team_id=found.id, account_id=made.id, leader=True))
            session.flush()
        return viewer(session, made.id)


def entered(league, slug=""):
    with league.database.read() as session:
        wanted = select(Bot.name).join(Entry).join(Season).where(Season.slug == (slug or league.slug))
        return set(session.scalars(wanted.where(Entry.state == EntryState.ACTIVE)))


def test_an_organiser_enters_house_bots_and_their_own_and_invites_the_others(league):
    league.house("kiku")
    league.outside("ume", "sakura")
    kei = person(league, "kei", Role.ORGANISER, "t-sakura")
    anna = person(league, "anna", team="t-ume")
    text = season_file(ROUND_ROBIN + INVITED, kiku=1500, ume=1900, sakura=1500)
    with league.database.write() as session:
        creation.create_season(session, kei, text, slug=league.slug)
        with pytest.raises(NotAllowed, match="ume belongs to team t-ume, whose members enter it"):
            entries.enter(session, kei, league.slug, "ume")
    assert entered(league) == {"kiku", "sakura"}
    league.open()
    with league.database.write() as session:
        entries.enter(session, anna, league.slug, "ume")  # the list is its invite: no code is needed
    assert entered(league) == {"kiku", "sakura", "ume"}


def test_a_rating_in_the_file_seeds_and_is_never_the_elo(league):
    names = ("ume", "sakura", "kiku", "tsubaki")
    league.house(*names)
    league.create(season_file(ROUND_ROBIN + PARTS, ume=2900, sakura=1500, kiku=1200, tsubaki=1600))
    league.start()
    assert [league.entry(name).division for name in names] == [0, 1, 1, 0]
    assert {league.entry(name).rating for name in names} == {elo.START}


def test_divisions_go_by_the_ratings_at_the_start_not_at_entering(league):
    names = ("ume", "sakura", "kiku", "tsubaki")
    league.house(*names)
    listed = "".join(f'[[entry]]\nbot = "{name}"\n' for name in names)
    league.create(season_file(ROUND_ROBIN + PARTS + listed), "later")
    assert {league.entry(name).rating for name in names} == {elo.START}
    league.create(season_file(ROUND_ROBIN, **dict.fromkeys(names, 1500)), "sooner")
    league.start()
    league.play_out()
    now = {name: league.entry(name).rating for name in names}
    assert len(set(now.values())) > 1
    league.slug = "later"
    league.start()
    assert {name: league.entry(name).rating for name in names} == now
    first = {name for name in names if league.entry(name).division == 0}
    assert min(now[name] for name in first) >= max(now[name] for name in names if name not in first)
    with league.database.read() as session:
        assert list(recompute(session, session.scalars(select(Season).where(Season.slug == "later")).one())) == []


@pytest.mark.parametrize("hidden", ["frozen", "members", "no"])
def test_a_rating_that_tells_hidden_results_is_not_brought_along(league, hidden):
    league.house("ume", "sakura")
    league.create(season_file(ROUND_ROBIN, ume=1500, sakura=1500))
    league.start()
    league.play_out()
    with league.database.write() as session:
        season = session.scalars(select(Season).where(Season.slug == league.slug)).one()
        if hidden == "members":
            season.visibility = "members"
        if hidden == "frozen":
            stage = session.scalars(select(SeasonStage).where(SeasonStage.season_id == season.id)).one()
            stage.freeze_at = FIRST.replace(year=2020)
    rating = league.entry("ume").rating
    assert rating != elo.START
    with league.database.write() as session:
        creation.create_season(session, operator("test"), season_file(), slug="open")
        brought = entries.enter_by_hand(session, operator("test"), "open", "ume").rating
    assert brought == (rating if hidden == "no" else elo.START)


@pytest.mark.parametrize("visibility", ["members", "organisers"])
def test_a_hidden_season_is_entered_only_with_its_code(league, visibility):
    league.outside("ume")
    anna = person(league, "anna", team="t-ume")
    league.create(season_file(ROUND_ROBIN, top=f'visibility = "{visibility}"'))
    league.open()
    with league.database.write() as session:
        for code in ("", "meiji_invite_wrong"):
            with pytest.raises(NotFound, match="there is no season 'test-league'"):
                entries.enter(session, anna, league.slug, "ume", code=code)
        with pytest.raises(NotFound, match="there is no season"):
            withdrawal.leave(session, anna, league.slug, "ume")
        _, code = invites.create_invite(session, operator("test"), league.slug)
        entries.enter(session, anna, league.slug, "ume", code=code)
    assert entered(league) == {"ume"}
    with league.database.write() as session:
        withdrawal.leave(session, anna, league.slug, "ume")
    assert entered(league) == set()
