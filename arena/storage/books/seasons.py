"""Seasons: the list, and one."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.storage.books.paging import Key, Page, cut
from arena.storage.errors import NotFound
from arena.storage.models import Entry, EntryState, Season, SeasonFormat, SeasonState
from arena.storage.pages.sight import seasons_for
from arena.storage.pages.viewers import Viewer


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season with how many bots play in it."""

    id: int
    slug: str
    title: str
    game: str
    seats: int
    options: dict[str, Any]
    clock: str
    format: SeasonFormat
    state: SeasonState
    open_ladder: bool
    paused: bool
    created_at: datetime
    entries: int


_ENTRIES = (
    select(func.count())
    .select_from(Entry)
    .where(Entry.season_id == Season.id, Entry.state == EntryState.ACTIVE)
    .correlate(Season)
    .scalar_subquery()
)


def _wanted(who: Viewer) -> Any:
    return select(
        Season.id,
        Season.slug,
        Season.title,
        Season.game,
        Season.seats,
        Season.options,
        Season.clock,
        Season.format,
        Season.state,
        Season.open_ladder,
        Season.paused,
        Season.created_at,
        _ENTRIES.label("entries"),
    ).where(seasons_for(who))


def seasons(
    session: Session,
    who: Viewer,
    size: int,
    after: Key | None = None,
    *,
    game: str = "",
    state: SeasonState | None = None,
) -> Page[SeasonRow]:
    """Seasons, newest first. One statement. The key: id."""
    wanted = _wanted(who).order_by(Season.id.desc()).limit(size + 1)
    if game:
        wanted = wanted.where(Season.game == game)
    if state is not None:
        wanted = wanted.where(Season.state == state)
    if after is not None:
        wanted = wanted.where(Season.id < after[0])
    rows = [SeasonRow(*row) for row in session.execute(wanted)]
    return cut(rows, size, [(row.id,) for row in rows])


def season(session: Session, who: Viewer, slug: str) -> SeasonRow:
    """One season; NotFound if there is none that *who* may see. One statement."""
    found = session.execute(_wanted(who).where(Season.slug == slug)).one_or_none()
    if found is None:
        raise NotFound(f"there is no season {slug!r}")
    return SeasonRow(*found)
