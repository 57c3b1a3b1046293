"""A season as its file describes it."""

from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

from arena.errors import Invalid
from arena.leagues.calendar import Schedule

FORMATS = ("ladder", "round_robin", "swiss", "final")
VISIBILITIES = ("public", "members", "organisers")
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
