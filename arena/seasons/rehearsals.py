"""Rehearsals: a season played at once with the bots that are entered by now; it counts for nothing and is wiped (`wiping`).

A rehearsal is a season beside the real one, for its members only: no table, rating, hall of fame, webhook or league takes anything from it,
and the real one goes on taking entries.
"""

from datetime import datetime
from typing import Any

import tomlkit
from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer
from arena.db.database import utcnow
from arena.db.models import Organiser, Season, SeasonState, audit
from arena.errors import Conflict
from arena.ladders import rating
from arena.leagues.season import zone
from arena.seasons import entries, lookup
from arena.seasons.creation import draft
from arena.seasons.start import start_season

NAME = "Rehearsal of {}"
WAIT_MINUTES = 1
"""How long its matches wait for absent bots. Not long: finding them is what a rehearsal is for."""
LONGEST_NAME = 120
DATED = ("registration", "submission", "deadline", "league", "entry")
"""The fields of a season file about dates, league and entries; a rehearsal has none of them."""
OF_STAGE = ("visibility", "freeze_at", "reveal")


def rehearse_season(session: Session, who: Viewer, slug: str, now: datetime | None = None) -> Season:
    """Start a rehearsal with the bots that are entered. Conflict says why it cannot start, and changes nothing."""
    moment = now or utcnow()
    row = lookup.run_by(session, who, slug)
    if row.rehearses_id is not None:
        raise Conflict(f"{slug} is a rehearsal itself")
    lookup.must_be(row, "rehearsed", SeasonState.DRAFT, SeasonState.REGISTRATION)
    other = session.scalar(select(Season).where(Season.rehearses_id == row.id))
    if other is not None:
        raise Conflict(
            f"{slug} is being rehearsed as {other.slug}: "
            + ("it is being wiped, try again in a minute" if other.wiped_at else "wipe that rehearsal first")
        )
    rehearsal = draft(session, who, rehearsal_file(row, moment), f"{slug[:30]}-rehearsal", "the file of the rehearsal")
    rehearsal.rehearses_id = row.id
    for entry in entries.active(session, row):
        if entry.bot.disabled_at is None:
            copied = rating.enter(session, rehearsal, entry.bot_id, entry.rating, entry.deviation)
            copied.version = entry.version
    for organiser in session.scalars(select(Organiser).where(Organiser.season_id == row.id)):
        session.add(Organiser(season_id=rehearsal.id, account_id=organiser.account_id))
    session.flush()
    session.expire(rehearsal, ["entries"])
    audit(session, who.name, "season_rehearsed", f"season:{slug}", rehearsal=rehearsal.slug)
    return start_season(session, who, rehearsal.slug, moment)


def rehearsal_file(row: Season, now: datetime) -> str:
    """The file of a season for a rehearsal: the same stages, round after round from now on, for members only."""
    document: Any = tomlkit.parse(row.file or "")
    for key in DATED:
        document.pop(key, None)
    for stage in document["stage"]:
        for key in OF_STAGE:
            stage.pop(key, None)
    document["name"] = NAME.format(document["name"])[:LONGEST_NAME]
    document["visibility"] = "organisers" if row.visibility == "organisers" else "members"
    document["wait_minutes"] = WAIT_MINUTES
    document["schedule"] = {
        "first": now.astimezone(zone(row.time_zone)).replace(tzinfo=None, microsecond=0),
        "rounds": "asap",
    }
    return tomlkit.dumps(document)
