"""A season as its file describes it, and when its rounds start, in the organiser's time zone.

Times of day are local: "daily at 20:00" stays at 20:00 when clocks change. A time that the change skips is moved on by as
much as the clock jumped (02:30 becomes 03:30); a time that comes twice counts the first time. A round never starts
before its slot, nor before the round before it has ended: slots that pass meanwhile are left out.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta, tzinfo
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from arena.errors import Invalid

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


FORMATS = ("ladder", "round_robin", "swiss", "final")
VISIBILITIES = ("public", "members", "organisers")
HOSTINGS = ("both", "hosted", "dial_in")
MOST_AT_ONCE = 10_000
"""Tables side by side."""


class SeasonError(Invalid):
    """A season that cannot be: the sentence names the field, with file and line where they are known.

    *field* is the field's name and *why* what is wrong with it, for forms that mark it.
    """

    def __init__(self, sentence: str, field: str = "", why: str = "") -> None:
        super().__init__(sentence)
        self.field, self.why = field, why or sentence


@dataclass(frozen=True, slots=True)
class Window:
    """A span in which something is open."""

    opens: datetime
    closes: datetime


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of a season, with its own format and table."""

    name: str
    format: str
    sets: bool = True
    """Every table is played in all rotations of the seats, on one public set-up."""
    meetings: int = 1
    """round_robin: how often every two entries meet at least; final: how often the finalists do."""
    rounds: int = 0
    """swiss: how many."""
    tables_each: int = 0
    """ladder: tables per entry, for plans and simulations; a ladder itself runs until its end."""
    top: int = 0
    """final: how many of the stage before qualify."""
    visibility: str = "public"
    freeze_at: datetime | None = None
    """From then on everyone but the organisers sees the table as it was."""
    reveal: datetime | None = None
    """When the table is shown again; by hand if not given."""


@dataclass(frozen=True, slots=True)
class Divisions:
    """How the field is split, and how many move between seasons."""

    names: tuple[str, ...]
    sizes: tuple[int, ...]
    by: str = "rating"
    """rating, or last_place: places in the season before."""
    up: int = 0
    """Promoted from each division but the highest; as many are relegated."""


@dataclass(frozen=True, slots=True)
class EntryRules:
    """Who may enter, and with what."""

    per_team: int = 1
    versions: str = "free"
    """free: new versions at any time; locked: the version declared when submission closes."""
    validation: bool = True
    """A match against house bots must be finished without a fault first."""
    invite_only: bool = False
    keep_free: bool = False
    """Entered bots don't join open ladders by themselves before the season is over; their owners may still enter them."""


@dataclass(frozen=True, slots=True)
class SeasonEntry:
    """An entry known when the file was written."""

    bot: str
    owner: str
    rating: float | None = None
    """What it is seeded by; None: its rating when the season starts."""


@dataclass(frozen=True, slots=True)
class Season:
    """Everything a season file says."""

    name: str
    league: str
    game: str
    seats: int
    options: dict[str, Any]
    clock: str
    time_zone: str
    points: tuple[Fraction, ...]
    bye_points: Fraction
    schedule: Schedule
    stages: tuple[Stage, ...]
    visibility: str = "public"
    hosting: str = "both"
    """hosted: only bots that the arena runs; dial_in: only bots on their authors' machines; both."""
    divisions: Divisions | None = None
    registration: Window | None = None
    submission: Window | None = None
    deadline: datetime | None = None
    wait_minutes: int = 10
    """How long a match waits for an absent bot before it is forfeited."""
    tables_at_once: int = 4
    """Matches the organiser's machines play side by side."""
    match_minutes: float | None = None
    """Expected length of a match; without it the plan takes half of what the clock allows."""
    expected_entries: int = 0
    """How many are expected where the entries are not listed."""
    entry_rules: EntryRules = field(default_factory=EntryRules)
    entries: tuple[SeasonEntry, ...] = ()

    @property
    def field_size(self) -> int:
        """Entries to plan for."""
        return max(len(self.entries), self.expected_entries)


ROLES = ("visitor", "member", "organiser")
"""From least to most: the role of the viewer in this season."""


def may_see(visibility: str, role: str) -> bool:
    """Whether a viewer of that role may see a season or stage at all."""
    return ROLES.index(role) >= VISIBILITIES.index(visibility)


def frozen(stage: Stage, now: datetime) -> bool:
    """Whether the stage's table is frozen. Without `reveal` it stays frozen until the organisers remove `freeze_at`."""
    return stage.freeze_at is not None and stage.freeze_at <= now and (stage.reveal is None or now < stage.reveal)
