from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from arena.leagues.season import Schedule, local, next_start, starts, zone

BERLIN = zone("Europe/Berlin")
ZONES = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "Asia/Kathmandu",
]
AT_ONCE = timedelta()


def at(text: str, where=BERLIN) -> datetime:
    return local(datetime.fromisoformat(text), where)


def local_texts(schedule: Schedule, rounds: int, length: timedelta = AT_ONCE) -> list[str]:
    where = schedule.first.tzinfo
    return [moment.astimezone(where).strftime("%m-%d %H:%M") for moment in starts(schedule, [length] * rounds)]


def test_daily_rounds_stay_at_their_hour_when_clocks_go_forward():
    schedule = Schedule(at("2027-03-26T12:00"), "daily", at=time(20))
    assert local_texts(schedule, 4) == ["03-26 20:00", "03-27 20:00", "03-28 20:00", "03-29 20:00"]
    moments = starts(schedule, [AT_ONCE] * 4)
    assert [b - a for a, b in pairwise(moments)] == [timedelta(hours=24), timedelta(hours=23), timedelta(hours=24)]


def test_a_time_the_change_skips_moves_on_with_the_clock():
    schedule = Schedule(at("2027-03-27T00:00"), "daily", at=time(2, 30))
    assert local_texts(schedule, 3) == ["03-27 02:30", "03-28 03:30", "03-29 02:30"]


def test_a_time_that_comes_twice_is_used_once_the_first_time():
    schedule = Schedule(at("2027-10-30T12:00"), "daily", at=time(2, 30))
    moments = starts(schedule, [AT_ONCE] * 2)
    assert moments[0] == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    assert moments[1] == datetime(2027, 11, 1, 1, 30, tzinfo=UTC)


def test_rounds_by_minutes_do_not_notice_the_change():
    schedule = Schedule(at("2027-03-28T01:00"), "every", minutes=45)
    assert local_texts(schedule, 4) == ["03-28 01:00", "03-28 01:45", "03-28 03:30", "03-28 04:15"]


def test_weekly_rounds_fall_on_their_day():
    schedule = Schedule(at("2027-03-22T00:00"), "weekly", at=time(19), day=6)
    assert local_texts(schedule, 3) == ["03-28 19:00", "04-04 19:00", "04-11 19:00"]


def test_a_round_as_soon_as_the_last_ends():
    schedule = Schedule(at("2027-03-28T01:30"))
    assert local_texts(schedule, 3, timedelta(minutes=30)) == ["03-28 01:30", "03-28 03:00", "03-28 03:30"]


def test_slots_that_pass_while_a_round_runs_are_left_out():
    schedule = Schedule(at("2027-06-01T10:00"), "every", minutes=60)
    assert local_texts(schedule, 3, timedelta(minutes=90)) == ["06-01 10:00", "06-01 12:00", "06-01 14:00"]
    assert local_texts(schedule, 3, timedelta(minutes=60)) == ["06-01 10:00", "06-01 11:00", "06-01 12:00"]


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(ZONES),
    st.dates(date(2024, 1, 1), date(2030, 12, 1)),
    st.times(),
    st.sampled_from(["daily", "weekly"]),
)
def test_every_day_or_week_has_one_round_in_every_zone(name, day, clock, kind):
    where = zone(name)
    schedule = Schedule(
        local(datetime.combine(day, time(12)), where),
        kind,
        at=clock.replace(second=0, microsecond=0),
        day=day.weekday(),
    )
    moments = starts(schedule, [AT_ONCE] * 8)
    days = [moment.astimezone(where).date() for moment in moments]
    step = timedelta(days=1 if kind == "daily" else 7)
    assert all(b - a == step for a, b in pairwise(days))
    assert moments[0] >= schedule.first


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(ZONES),
    st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1)),
    st.sampled_from(["asap", "every", "daily", "weekly"]),
    st.lists(st.integers(0, 3000), min_size=1, max_size=8),
)
def test_no_round_starts_before_the_last_has_ended(name, first, kind, minutes):
    schedule = Schedule(local(first, zone(name)), kind, minutes=50, at=time(2, 30), day=6)
    lengths = [timedelta(minutes=length) for length in minutes]
    moments = starts(schedule, lengths)
    assert moments[0] >= schedule.first
    for (start, length), later in zip(zip(moments, lengths, strict=True), moments[1:], strict=False):
        assert later >= start + length
        assert later > start or (kind == "asap" and not length)
    assert next_start(schedule, moments[-1]) == moments[-1]


def test_unknown_zones_and_schedules_are_named():
    for name in ("Europe/Atlantis", "../etc/passwd", ""):
        with pytest.raises(ValueError, match="unknown time zone"):
            zone(name)
    with pytest.raises(ValueError, match="unknown schedule 'hourly'"):
        Schedule(at("2027-01-01T00:00"), "hourly")
    with pytest.raises(ValueError, match="needs a time zone"):
        Schedule(datetime(2027, 1, 1))
    with pytest.raises(ValueError, match="at least one minute"):
        Schedule(at("2027-01-01T00:00"), "every")
