"""When rounds start, in the organiser's time zone.

Times of day are local: "daily at 20:00" stays at 20:00 when clocks change. A time that the change skips is moved on by as
much as the clock jumped (02:30 becomes 03:30); a time that comes twice counts the first time. A round never starts
before its slot, nor before the round before it has ended: slots that pass meanwhile are left out.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

KINDS = ("asap", "every", "daily", "weekly")
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True, slots=True)
class Schedule:
    """When rounds start."""

    first: datetime
    """Earliest start of round 1, with its time zone."""
    kind: str = "asap"
    """asap: as soon as the last round ends; every: each *minutes*; daily: at *at*; weekly: on *day* at *at*."""
    minutes: int = 0
    at: time = time(0)
    day: int = 0
    """0 is Monday."""

    def __post_init__(self) -> None:
        if self.first.tzinfo is None:
            raise ValueError("the first round needs a time zone")
        if self.kind not in KINDS:
            raise ValueError(f"unknown schedule {self.kind!r}: one of {', '.join(KINDS)}")
        if self.kind == "every" and self.minutes < 1:
            raise ValueError("a schedule by minutes needs at least one minute between rounds")


def zone(name: str) -> ZoneInfo:
    """The time zone of that name, such as Europe/Berlin."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"unknown time zone {name!r}; names look like Europe/Berlin, Asia/Tokyo or UTC") from None


def local(moment: datetime, where: tzinfo) -> datetime:
    """A clock time in a zone as a moment that exists: skipped times move on, doubled ones are the first."""
    placed = moment.replace(tzinfo=where, fold=0)
    return placed.astimezone(UTC).astimezone(where)


def next_start(schedule: Schedule, ready: datetime) -> datetime:
    """The first slot at or after *ready* (the end of the round before, or the opening), in UTC."""
    ready = max(ready.astimezone(UTC), schedule.first.astimezone(UTC))
    if schedule.kind == "asap":
        return ready
    if schedule.kind == "every":
        step = timedelta(minutes=schedule.minutes)
        passed = ready - schedule.first.astimezone(UTC)
        return schedule.first.astimezone(UTC) + -(-passed // step) * step
    return _next_local(schedule, ready)


def _next_local(schedule: Schedule, ready: datetime) -> datetime:
    where = schedule.first.tzinfo
    assert where is not None
    day = ready.astimezone(where).date() - timedelta(days=1)
    while True:
        if schedule.kind == "daily" or day.weekday() == schedule.day:
            slot = local(datetime.combine(day, schedule.at), where).astimezone(UTC)
            if slot >= ready:
                return slot
        day += timedelta(days=1)


def starts(schedule: Schedule, lengths: list[timedelta], ready: datetime | None = None) -> list[datetime]:
    """The start of each round in UTC, given how long each lasts; none before *ready*, or else the schedule's first."""
    moments: list[datetime] = []
    ready = ready or schedule.first
    for length in lengths:
        # The next slot lies after the last start even if a round takes no time at all.
        start = next_start(
            schedule,
            max(ready, moments[-1] + timedelta(microseconds=1)) if moments and schedule.kind != "asap" else ready,
        )
        moments.append(start)
        ready = start + length
    return moments
