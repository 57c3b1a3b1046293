"""Season files to start from: presets, and copies of seasons ("same as last term"). Nothing is stored here."""

import re
import tomllib
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from arena.access.viewers import Viewer
from arena.db.models import Organiser, Season
from arena.errors import Conflict, NotFound, existing
from arena.leagues.season_form import fields_of, written
from arena.leagues.seasonfile import parse
from arena.seasons import lookup
from arena.seasons.creation import moved

AHEAD = timedelta(days=7)
"""At least this long before round 1: people must hear of a season and enter it."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A usual kind of season, as a file whose dates are to be moved."""

    key: str
    title: str
    about: str
    text: str


@cache
def presets() -> tuple[Preset, ...]:
    """All of them, in the order in which they are offered."""
    data = tomllib.loads(files("arena.seasons").joinpath("presets.toml").read_text("utf-8"))
    return tuple(Preset(**{**row, "text": row["text"].lstrip()}) for row in data["preset"])


def preset_file(key: str, now: datetime, time_zone: str = "UTC") -> str:
    """The file of a preset, in a time zone and with dates to come; NotFound lists the presets."""
    preset_found = existing(
        next((preset for preset in presets() if preset.key == key), None),
        f"there is no preset {key!r}; there are: {', '.join(preset.key for preset in presets())}",
    )
    text = written(preset_found.text, {**fields_of(preset_found.text), "time_zone": time_zone})
    return _to_come(text, now, parse(text).name)


def copied_file(
    session: Session, who: Viewer, slug: str, now: datetime, *, first: datetime | None = None, name: str = ""
) -> str:
    """The file of a season the viewer runs, for a new one: no entries, a new name, every date moved with round 1. NotFound for others.

    *first* is a time of day in the season's zone; without it round 1 keeps its weekday and hour, a week or more from *now*.
    """
    row = session.scalar(select(Season).where(Season.slug == slug).options(undefer(Season.file)))
    if row is None or not lookup.may_run(session, who, row):
        raise NotFound(f"you run no season {slug!r}")
    if not row.file:
        raise Conflict(f"{slug} was created without a season file, so there is nothing to copy")
    name = name or _counted_up(parse(row.file, kept=True).name)
    return moved(row.file, first, name) if first else _to_come(row.file, now, name)


def usual_zone(session: Session, who: Viewer) -> str:
    """The time zone of the last season the viewer ran; UTC if there is none."""
    last = (
        select(Season.time_zone)
        .join(Organiser, Organiser.season_id == Season.id)
        .where(Organiser.account_id == who.account_id)
        .order_by(Season.id.desc())
        .limit(1)
    )
    return session.scalar(last) or "UTC"


def _to_come(text: str, now: datetime, name: str) -> str:
    """Move round 1 by whole weeks to the first date that is far enough ahead."""
    first = parse(text, kept=True).schedule.first
    weeks = -((first - now - AHEAD) // timedelta(weeks=1))
    return moved(text, first.replace(tzinfo=None) + timedelta(weeks=weeks), name)


def _counted_up(name: str) -> str:
    """`Autumn cup` becomes `Autumn cup 2`, and that `Autumn cup 3`."""
    numbered = re.fullmatch(r"(.*) (\d{1,3})", name)
    return f"{numbered[1]} {int(numbered[2]) + 1}" if numbered else f"{name} 2"
