"""From file to final table: a season lives by its calendar, and every change is in the audit log."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from arena.access.viewers import operator
from arena.db.models import AuditEntry, Champion, FinalLine, RoundState, SeasonState
from arena.errors import Conflict, Invalid, NotFound
from arena.seasons import creation, lifecycle
from tests.arena.storage.leagues.league_world import FINAL, FIRST, ROUND_ROBIN, SWISS, season_file

FOUR = {"ume": 1700, "sakura": 1600, "kiku": 1500, "tsubaki": 1400}


@pytest.fixture
def four(league):
    league.house(*FOUR)
    return league


def actions(league):
    with league.database.read() as session:
        return session.execute(
            select(AuditEntry.actor, AuditEntry.action)
            .where(AuditEntry.subject == f"season:{league.slug}")
            .order_by(AuditEntry.id)
        ).all()


def final_table(league, stage=-1, division=0):
    with league.database.read() as session:
        return session.scalars(
            select(FinalLine.bot)
            .where(FinalLine.stage == stage, FinalLine.division == division)
            .order_by(FinalLine.place)
        ).all()


def test_a_season_runs_from_its_file_to_its_final_table(four):
    four.create(season_file(ROUND_ROBIN + FINAL, **FOUR))
    four.start()
    four.play_out()
    assert four.state() is SeasonState.FINISHED
    assert {frozenset(table) for number, table in four.tables()[:6]} == {
        frozenset((one, other)) for one in FOUR for other in FOUR if one != other
    }
    assert sorted(final_table(four)) == sorted(FOUR)
    assert sorted(final_table(four, 0)) == sorted(FOUR)
    finalists = final_table(four, 1)
    assert finalists == final_table(four)[:2]
    assert set(finalists) == set(final_table(four, 0)[:2])
    with four.database.read() as session:
        champion = session.execute(select(Champion.bot, Champion.league, Champion.title)).one()
    assert champion == (finalists[0], "club", "Test league")


def test_every_change_names_who_made_it(four):
    four.create(season_file(**FOUR))
    four.open()
    four.start()
    four.play_out()
    told = actions(four)
    assert [line for line in told if line[0] == "test"] == [
        ("test", "season_created"),
        *[("test", "season_entered")] * 4,
        ("test", "season_opened"),
        ("test", "submission_closed"),
        ("test", "stage_started"),
        ("test", "season_started"),
    ]
    assert [line for line in told if line[0] == "arena"] == [
        *[("arena", "round_started"), ("arena", "round_done")] * 3,
        ("arena", "stage_done"),
        ("arena", "season_finished"),
    ]


def test_registration_opens_and_the_season_starts_by_date(four):
    window = "[registration]\nopens = 2027-02-01T00:00:00Z\ncloses = 2027-02-20T00:00:00Z\n"
    four.create(season_file(ROUND_ROBIN + window, **FOUR))
    four.now = FIRST - timedelta(days=40)
    four.tick()
    assert four.state() is SeasonState.DRAFT
    four.pass_time(days=15)
    assert four.state() is SeasonState.REGISTRATION
    four.now = FIRST - timedelta(seconds=1)
    four.tick()
    assert four.state() is SeasonState.REGISTRATION
    four.pass_time(seconds=1)
    assert four.state() is SeasonState.RUNNING
    assert four.open_sets() == 2


def test_a_season_that_cannot_start_says_why_and_starts_once_it_can(league):
    league.house("ume", "sakura")
    league.create(season_file(ume=1500))
    league.open()
    league.tick()
    assert league.state() is SeasonState.REGISTRATION
    assert league.season().trouble == "test-league cannot start: 1 entries do not fill a table of 2"
    with league.database.write() as session:
        creation.update_season(session, operator("test"), "test-league", season_file(ume=1500, sakura=1500))
    league.tick()
    assert league.state() is SeasonState.RUNNING
    assert league.season().trouble is None


def test_rounds_start_on_the_calendar_and_never_before_the_last_one_ended(four):
    four.create(season_file(ROUND_ROBIN, schedule='rounds = "every"\nminutes = 60', **FOUR))
    four.now = FIRST - timedelta(hours=5)
    four.start()
    assert [one.starts_at for one in four.rounds()] == [FIRST + timedelta(hours=n) for n in range(3)]
    four.tick()
    assert four.open_sets() == 0
    four.now = FIRST
    four.tick()
    assert four.open_sets() == 2
    four.pass_time(minutes=90)  # the second slot has passed while round 1 was played
    four.play()
    four.tick()
    assert [one.state for one in four.rounds()] == [RoundState.DONE, RoundState.PLANNED, RoundState.PLANNED]
    assert four.rounds()[1].starts_at == FIRST + timedelta(hours=2)
    four.pass_time(minutes=29)
    assert four.open_sets() == 0
    four.pass_time(minutes=1)
    assert four.open_sets() == 2


def test_the_hour_of_a_round_stays_when_clocks_change(four):
    text = season_file(
        ROUND_ROBIN, 'time_zone = "Europe/Berlin"', 'rounds = "weekly"\nday = "monday"\nat = 20:00:00', **FOUR
    )
    four.create(text.replace("2027-03-01T20:00:00Z", "2027-03-22T20:00:00"))
    four.start()
    # Clocks go forward on 28 March 2027: the same evening hour is one hour earlier in UTC.
    assert [one.starts_at.strftime("%d %H:%M") for one in four.rounds()] == ["22 19:00", "29 18:00", "05 18:00"]
    for moment in ("2027-03-22T19:00:00+00:00", "2027-03-29T18:00:00+00:00", "2027-04-05T18:00:00+00:00"):
        four.now = type(FIRST).fromisoformat(moment) - timedelta(seconds=1)
        four.tick()
        assert four.open_sets() == 0
        four.pass_time(seconds=1)
        assert four.open_sets() == 2
        four.play()
        four.tick()
    assert four.state() is SeasonState.FINISHED


def test_a_paused_season_starts_nothing_and_goes_on_from_where_it_was(four):
    four.create(season_file(ROUND_ROBIN, schedule='rounds = "daily"\nat = 20:00:00', **FOUR))
    four.start()
    four.tick()
    four.play()
    four.tick()
    with four.database.write() as session:
        lifecycle.pause_season(session, operator("test"), four.slug)
    four.pass_time(days=3)
    assert four.open_sets() == 0
    with four.database.write() as session:
        lifecycle.resume_season(session, operator("test"), four.slug, four.now + timedelta(hours=1))
    assert four.rounds()[1].starts_at == FIRST + timedelta(days=4)
    four.pass_time(days=1)
    assert four.open_sets() == 2
    with pytest.raises(Conflict, match="is not paused"), four.database.write() as session:
        lifecycle.resume_season(session, operator("test"), four.slug)


def test_swiss_rounds_follow_the_standing_and_nobody_meets_twice(league):
    names = [f"bot-{n}" for n in range(7)]
    league.house(*names)
    league.create(season_file(SWISS, **dict.fromkeys(names, 1500)))
    league.start()
    league.play_out()
    tables = league.tables()
    assert [number for number, _ in tables] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert len({frozenset(table) for _, table in tables}) == 9
    byes = league.byes()
    assert [number for number, _ in byes] == [1, 2, 3]
    assert len({name for _, name in byes}) == 3


def test_an_odd_field_of_a_round_robin_sits_out_in_turn(league):
    three = ("ume", "sakura", "kiku")
    league.house(*three)
    league.create(season_file(**dict.fromkeys(three, 1500)))
    league.start()
    league.play_out()
    assert sorted(name for _, name in league.byes()) == sorted(three)
    assert [number for number, _ in league.byes()] == [1, 2, 3]


def test_a_season_can_be_finished_by_hand_and_what_is_open_is_called_off(four):
    four.create(season_file(**FOUR))
    four.start()
    four.tick()
    four.play(four.open_matches()[0])
    with four.database.write() as session:
        lifecycle.finish_season(session, operator("anna"), four.slug)
    assert four.state() is SeasonState.FINISHED
    assert four.open_sets() == 0
    assert len(final_table(four)) == 4
    four.tick()
    assert four.open_sets() == 0


def test_a_cancelled_season_has_no_table_and_plays_no_more(four):
    four.create(season_file(**FOUR))
    four.start()
    four.tick()
    with pytest.raises(Conflict, match="needs a reason"), four.database.write() as session:
        lifecycle.cancel_season(session, operator("test"), four.slug, " ")
    with four.database.write() as session:
        lifecycle.cancel_season(session, operator("test"), four.slug, "the hall burnt down")
    four.tick()
    assert four.state() is SeasonState.CANCELLED
    assert four.open_sets() == 0
    assert final_table(four) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game = 3", "season:1: game: expected"),
        (season_file("[[stage]]\nformat = 'swiss'\n"), "rounds"),
        (season_file(top="per_teem = 2"), "unknown field"),
        (season_file(top="deadline = 2027-03-01T20:01:00Z\nexpected_entries = 20"), "What would fit"),
    ],
)
def test_a_wrong_file_is_refused_with_its_field_and_nothing_is_kept(league, text, told):
    with pytest.raises(Invalid, match=told), league.database.write() as session:
        creation.create_season(session, operator("test"), text)
    with pytest.raises(Exception, match="No row"):
        league.season()


def test_a_file_that_lists_a_bot_nobody_knows_is_refused(league):
    with pytest.raises(NotFound, match="lists the bot 'nobody'"):
        league.create(season_file(nobody=1500))


def test_a_running_season_cannot_be_rewritten(four):
    four.create(season_file(**FOUR))
    four.start()
    with pytest.raises(Conflict, match="cannot be updated: it is running"), four.database.write() as session:
        creation.update_season(session, operator("test"), four.slug, season_file())


@pytest.mark.parametrize(
    ("schedule", "late", "slot"),
    [
        ('rounds = "daily"\nat = 20:00:00', {"seconds": 2}, FIRST),
        ('rounds = "weekly"\nday = "monday"\nat = 20:00:00', {"hours": 3}, FIRST),
        ('rounds = "every"\nminutes = 60', {"seconds": 2}, FIRST),
        ('rounds = "weekly"\nday = "tuesday"\nat = 20:00:00', {"seconds": 2}, FIRST + timedelta(days=1)),
    ],
)
def test_a_season_that_the_calendar_starts_late_takes_its_first_slot(four, schedule, late, slot):
    four.create(season_file(ROUND_ROBIN, schedule=schedule, **FOUR))
    four.open()
    four.pass_time(**late)
    assert four.state() is SeasonState.RUNNING
    assert four.rounds()[0].starts_at == slot
    assert four.open_sets() == (2 if slot == FIRST else 0)


def test_a_season_that_its_organisers_held_up_waits_for_the_next_slot(four):
    four.create(season_file(ROUND_ROBIN, schedule='rounds = "daily"\nat = 20:00:00', **FOUR))
    four.open()
    with four.database.write() as session:
        lifecycle.pause_season(session, operator("test"), four.slug)
    four.pass_time(hours=2)
    with four.database.write() as session:
        lifecycle.resume_season(session, operator("test"), four.slug, four.now)
    four.tick()
    assert four.state() is SeasonState.RUNNING
    assert four.rounds()[0].starts_at == FIRST + timedelta(days=1)


def test_a_season_without_a_match_has_no_champion(four):
    four.create(season_file(ROUND_ROBIN, **FOUR))
    four.start()
    four.tick()
    with four.database.write() as session:
        lifecycle.finish_season(session, operator("anna"), four.slug)
        assert session.scalars(select(Champion)).all() == []
    assert len(final_table(four)) == 4


def test_a_season_wholly_in_the_past_is_refused(four):
    with four.database.write() as session:
        with pytest.raises(
            Invalid, match=r"schedule.first: round 1 would start on 2027-03-01 20:00 UTC .* which is past"
        ):
            creation.create_season(session, operator("test"), season_file(**FOUR), now=FIRST + timedelta(days=30))
        assert creation.create_season(session, operator("test"), season_file(**FOUR), now=FIRST)
