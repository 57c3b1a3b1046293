"""Promotion and relegation: the next season of a league in one command."""

from datetime import datetime

import pytest
from sqlalchemy import select

from arena.access.viewers import operator
from arena.db.models import Bot, Entry, FinalLine, Season, SeasonState
from arena.errors import Conflict
from arena.leagues.seasonfile import parse
from arena.seasons import creation, entries, withdrawal
from arena.seasons.creation import moved
from tests.arena.storage.leagues.league_world import FIRST, ROUND_ROBIN, owner_of, season_file

PARTS = """
[[division]]
name = "First"
size = 3
[[division]]
name = "Second"
size = 3
[promotion]
by = "last_place"
up = 1
"""
SIX = {"ume": 1700, "sakura": 1600, "kiku": 1550, "tsubaki": 1400, "ran": 1300, "take": 1200}
AUTUMN = datetime(2027, 9, 1, 19)


@pytest.fixture
def finished(league):
    league.house(*SIX)
    league.create(season_file(ROUND_ROBIN + PARTS, **SIX), "club-1")
    league.start()
    league.play_out()
    return league


def follow(league, **more):
    with league.database.write() as session:
        return creation.next_season(session, operator("anna"), "club-1", first=AUTUMN, **more).slug


def divisions(league, slug):
    with league.database.read() as session:
        rows = session.execute(
            select(Entry.division, Bot.name).join(Bot).join(Season).where(Season.slug == slug).order_by(Entry.id)
        )
        made = {}
        for number, name in rows:
            made.setdefault(number, set()).add(name)
        return made


def final(league):
    with league.database.read() as session:
        rows = session.execute(
            select(FinalLine.division, FinalLine.bot)
            .where(FinalLine.stage == -1)
            .order_by(FinalLine.division, FinalLine.place)
        ).all()
    return [[bot for number, bot in rows if number == division] for division in (0, 1)]


def test_the_best_rise_the_last_fall_and_new_ones_start_at_the_bottom(finished):
    first, second = final(finished)
    finished.slug = follow(finished)
    assert finished.slug == "club-2"
    row = finished.season()
    assert (row.state, row.number, row.league, row.title) == (SeasonState.DRAFT, 2, "club", "Test league 2")
    finished.house("momiji")
    with finished.database.write() as session:
        entries.enter_by_hand(session, operator("anna"), "club-2", "momiji")
    finished.start()
    assert divisions(finished, "club-2") == {
        0: {*first[:2], second[0]},
        1: {first[2], *second[1:], "momiji"},
    }
    finished.now = datetime.fromisoformat("2027-09-01T19:00:00Z")
    finished.play_out()
    assert finished.state() is SeasonState.FINISHED


def test_a_place_of_one_who_does_not_play_on_goes_to_the_best_below(finished):
    first, second = final(finished)
    finished.slug = follow(finished)
    with finished.database.write() as session:
        withdrawal.leave(session, owner_of(session, first[0]), "club-2", first[0])
    finished.start()
    made = divisions(finished, "club-2")
    assert made[0] == {first[1], *second[:2]}
    assert made[1] == {first[2], second[2]}


def test_ratings_are_carried_over(finished):
    before = {name: finished.entry(name).rating for name in SIX}
    finished.slug = follow(finished)
    assert {name: finished.entry(name).rating for name in SIX} == before


def test_a_season_is_followed_once_and_only_when_it_is_finished(finished):
    follow(finished)
    with pytest.raises(Conflict, match="followed by club-2 already"):
        follow(finished, new_slug="club-3")
    with pytest.raises(Conflict, match="must be finished"), finished.database.write() as session:
        creation.next_season(session, operator("anna"), "club-2", first=AUTUMN)


def test_a_file_is_moved_in_time_and_keeps_its_words():
    text = season_file(
        '[[stage]]\nformat = "swiss"\nrounds = 3\nfreeze_at = 2027-03-02T00:00:00Z # the last evening\n'
        "[registration]\nopens = 2027-02-01T00:00:00Z\ncloses = 2027-02-20T00:00:00Z\n",
        "deadline = 2027-04-01T00:00:00Z",
        ume=1500,
    )
    made = moved(text, AUTUMN, 'The "second" one')
    after = parse(made)
    assert after.name == 'The "second" one'
    assert after.entries == ()
    assert after.schedule.first == FIRST.replace(month=9, hour=19)
    assert after.deadline == datetime.fromisoformat("2027-10-01T23:00:00Z")
    assert after.registration.opens == datetime.fromisoformat("2027-08-03T23:00:00Z")
    assert "# the last evening" in made


def test_a_file_whose_dates_cannot_be_found_is_not_guessed_at():
    text = season_file().replace(
        '[schedule]\nfirst = 2027-03-01T20:00:00Z\nrounds = "asap"', "schedule = {first = 2027-03-01T20:00:00Z}"
    )
    with pytest.raises(Conflict, match="a new file"):
        moved(text, AUTUMN, "Another")
