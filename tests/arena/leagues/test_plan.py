from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from arena.leagues.plan import DeadlineMissed, plan
from arena.leagues.season import Divisions, Schedule, Season, SeasonError, Stage, local, zone

BERLIN = zone("Europe/Berlin")
START = local(datetime(2027, 3, 1, 20), BERLIN)


def season(*stages: Stage, entries: int = 12, **more) -> Season:
    values = {
        "name": "x", "league": "", "game": "yokohama", "seats": 4, "options": {}, "clock": "standard", "time_zone": "Europe/Berlin",
        "points": (), "bye_points": 0, "schedule": Schedule(START), "stages": stages, "expected_entries": entries,
        "match_minutes": 10.0, "tables_at_once": 3,
    }  # fmt: skip
    return Season(**{**values, **more})


SWISS = Stage("swiss", "swiss", rounds=5)


def test_a_swiss_of_twelve_takes_five_rounds_of_three_sets():
    made = plan(season(SWISS))
    assert (made.matches, made.hours, made.load) == (60, 10.0, (20, 20))
    assert made.end == START + timedelta(minutes=5 * 40)
    assert len(made.rounds) == 5 and made.latest_end >= made.end


def test_byes_lower_the_load_of_some():
    assert plan(season(SWISS, entries=14)).load == (16, 20)


def test_fewer_tables_at_once_take_longer():
    made = plan(season(SWISS, tables_at_once=2))
    assert made.end == START + timedelta(minutes=5 * 80)


def test_matches_alone_take_a_quarter_of_sets():
    assert plan(season(replace(SWISS, sets=False))).matches == 15


def test_a_round_robin_prints_its_balance_per_division():
    made = plan(season(Stage("all", "round_robin"), entries=12, divisions=Divisions(("A", "B"), (6, 6), up=1)))
    stage = made.stages[0]
    assert stage.entries == (6, 6)
    assert stage.balance[0].startswith("6 rounds, 6 tables; each entry plays 4 tables")
    assert made.matches == 2 * 6 * 4 and made.load == (16, 16)
    assert set(stage.tables) == {2}


def test_a_final_adds_to_the_most_a_bot_plays_only():
    made = plan(season(SWISS, Stage("final", "final", top=4, meetings=3)))
    assert made.matches == 60 + 12 and made.load == (20, 32)
    assert made.stages[1].entries == (4,)


def test_a_ladder_is_planned_by_tables_each():
    assert plan(season(Stage("ladder", "ladder", tables_each=10))).matches == 120


def test_rounds_follow_the_calendar():
    made = plan(season(SWISS, schedule=Schedule(START, "daily", at=START.time())))
    assert [moment.day for moment in made.rounds] == [1, 2, 3, 4, 5]
    assert made.end == START + timedelta(days=4, minutes=40)


def test_without_a_length_the_clock_tells_it():
    made = plan(season(SWISS, match_minutes=None))
    assert made.match_minutes * 2 == made.longest_minutes == pytest.approx(4 * (60 + 308 * 0.25) / 60)


def refusal(made: Season) -> str:
    with pytest.raises(DeadlineMissed) as caught:
        plan(made)
    return str(caught.value)


def test_an_impossible_deadline_is_refused_with_what_would_fit():
    text = refusal(season(SWISS, tables_at_once=1, deadline=START + timedelta(minutes=250)))
    assert text.startswith("the season would end on 2027-03-02 06:00 CET, after its deadline 2027-03-02 00:10 CET.")
    assert "tables_at_once = 3; or rounds = 2 in stage swiss; or sets = false in every stage" in text
    assert text.endswith("or a deadline from 2027-03-02 06:00 CET on")


@pytest.mark.parametrize(
    "change",
    [{"tables_at_once": 3}, {"stages": (replace(SWISS, rounds=2),)}, {"stages": (replace(SWISS, sets=False),)}],
)
def test_what_is_said_to_fit_fits(change):
    late = season(SWISS, tables_at_once=1, deadline=START + timedelta(minutes=250))
    assert plan(replace(late, **change)).end <= late.deadline


def test_a_shorter_clock_is_named_where_it_helps():
    late = season(SWISS, match_minutes=None, clock="long", deadline=START + timedelta(hours=2))
    assert 'clock = "standard"' in refusal(late)


def test_the_deadline_that_is_offered_is_kept():
    late = season(SWISS, match_minutes=3.3337, deadline=START + timedelta(minutes=1))
    offered = refusal(late).rpartition("a deadline from ")[2].removesuffix(" CET on")
    assert plan(replace(late, deadline=local(datetime.strptime(offered, "%Y-%m-%d %H:%M"), BERLIN)))


def test_a_hopeless_deadline_says_so():
    assert "no single change" in refusal(season(SWISS, deadline=START + timedelta(minutes=1)))


def test_a_deadline_that_is_just_met_is_fine():
    assert plan(season(SWISS, deadline=START + timedelta(minutes=200))).end == START + timedelta(minutes=200)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (season(SWISS, entries=3), "3 entries do not fill a table of 4"),
        (season(SWISS, entries=8, divisions=Divisions(("A", "B"), (6, 6))), "a division of 2 does not fill"),
        (season(Stage("all", "round_robin"), entries=300), "stage all: a round robin of 300 is too large"),
        (season(SWISS, Stage("final", "final", top=13)), "the best 13 of 12 entries cannot play a final"),
    ],
)
def test_fields_too_small_are_refused(made, message):
    with pytest.raises(SeasonError, match=message):
        plan(made)
