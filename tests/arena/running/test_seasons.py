"""The seasons' tick beside the ladders': ladder stages, broken sets, seasons in trouble."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from arena.access.viewers import operator
from arena.db.models import Match, SeasonState, SetState, TableSet
from arena.results import claims
from arena.scheduler import ladders, seasons
from arena.seasons import lifecycle
from tests.arena.running.conftest import show
from tests.arena.storage.leagues.league_world import FIRST, ROUND_ROBIN, League, season_file

LADDER = '[[stage]]\nname = "Ladder"\nformat = "ladder"\ntables_each = 2\nsets = false\n'
FOUR = ("ume", "sakura", "kiku", "tsubaki")


@pytest.fixture
def league(database):
    return League(database)


def test_a_ladder_stage_lasts_until_everyone_has_had_the_tables(league, redis):
    league.house(*FOUR)
    league.create(season_file(LADDER, **dict.fromkeys(FOUR, 1500)))
    league.start()
    for _ in range(20):
        seasons.tick(league.database, redis, league.now)
        assert ladders.tick(league.database, redis, league.now) == []  # not a ladder of theirs
        if league.state() is SeasonState.FINISHED:
            break
        assert league.open_sets() <= 2  # a house bot plays one table at a time
        league.play()
        league.now += timedelta(minutes=1)
    assert league.state() is SeasonState.FINISHED
    had = [name for _, table in league.tables() for name in table]
    assert all(had.count(name) >= 2 for name in FOUR)


def test_a_ladder_stage_seats_only_bots_that_are_there_and_ends_at_the_deadline(league, redis):
    league.outside(*FOUR)
    league.create(
        season_file(LADDER, "deadline = 2027-03-08T20:00:00Z\nmatch_minutes = 1", **dict.fromkeys(FOUR, 1500))
    )
    league.start()
    for name in ("ume", "sakura"):
        show(redis, league.bots[name])
    seasons.tick(league.database, redis, league.now)
    assert [set(table) for _, table in league.tables()] == [{"ume", "sakura"}]
    league.play()
    league.now = FIRST + timedelta(days=7)
    seasons.tick(league.database, redis, league.now)
    assert league.state() is SeasonState.FINISHED


def test_divisions_of_a_ladder_stage_play_among_themselves(league, redis):
    league.house(*FOUR)
    parts = '[[division]]\nname = "First"\nsize = 2\n[[division]]\nname = "Second"\nsize = 2\n'
    league.create(season_file(LADDER + parts, ume=1800, sakura=1700, kiku=1300, tsubaki=1200))
    league.start()
    seasons.tick(league.database, redis, league.now)
    assert {frozenset(table) for _, table in league.tables()} == {
        frozenset({"ume", "sakura"}),
        frozenset({"kiku", "tsubaki"}),
    }


def test_a_set_the_platform_broke_is_played_again_and_the_round_waits_for_it(league):
    league.house("ume", "sakura")
    league.create(season_file(ume=1500, sakura=1500))
    league.start()
    for broken in range(4):
        league.tick()
        with league.database.write() as session:
            open_set = session.scalars(select(TableSet).where(TableSet.state == SetState.OPEN)).one()
            assert (open_set.replaces_id is None) == (broken == 0)
            claims.void_set(session, open_set, "the cellar was flooded")
    league.tick()
    assert league.open_sets() == 0
    assert "was void 4 times (last: the cellar was flooded)" in (league.season().trouble or "")
    assert league.state() is SeasonState.RUNNING
    with league.database.write() as session:
        lifecycle.resume_season(session, operator("test"), league.slug)
    league.tick()
    assert (league.open_sets(), league.season().trouble) == (1, None)
    league.play_out()
    assert league.state() is SeasonState.FINISHED


def test_a_season_in_trouble_holds_no_other_up(league):
    league.house("ume", "sakura")
    league.create(season_file(ume=1500), "alone")
    league.open()
    league.create(season_file(ume=1500, sakura=1500), "whole")
    league.open()
    league.tick()
    assert league.season("alone").trouble == "alone cannot start: 1 entries do not fill a table of 2"
    assert league.season("whole").state is SeasonState.RUNNING


def test_the_time_of_a_pause_is_not_held_against_absent_bots(league):
    league.outside("ume", "sakura")
    league.create(season_file(ROUND_ROBIN, "wait_minutes = 5", ume=1500, sakura=1500))
    league.start()
    league.tick()
    with league.database.write() as session:
        lifecycle.pause_season(session, operator("test"), league.slug)
    later = league.now + timedelta(hours=1)
    with league.database.write() as session:
        lifecycle.resume_season(session, operator("test"), league.slug, later)
    with league.database.read() as session:
        match = session.scalars(select(Match)).one()
        assert (match.ready_at, match.table_set.wait_seconds) == (later, 300)
