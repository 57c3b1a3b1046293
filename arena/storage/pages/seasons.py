"""Seasons in lists and on their own page."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.storage.errors import NotFound
from arena.storage.models import Entry, EntryState, Season, SeasonState
from arena.storage.pages.sight import seasons_for
from arena.storage.pages.viewers import Viewer


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season and how many play in it."""

    id: int
    slug: str
    title: str
    game: str
    seats: int
    options: dict[str, Any]
    clock: str
    format: str
    state: str
    open_ladder: bool
    paused: bool
    created_at: datetime
    entries: int


def _lines() -> Any:
    entered = (
        select(func.count())
        .select_from(Entry)
        .where(Entry.season_id == Season.id, Entry.state == EntryState.ACTIVE)
        .scalar_subquery()
    )
    return select(Season, entered.label("entered"))


def _line(row: Any) -> SeasonLine:
    season: Season = row.Season
    return SeasonLine(
        season.id,
        season.slug,
        season.title,
        season.game,
        season.seats,
        season.options,
        season.clock,
        season.format.value,
        season.state.value,
        season.open_ladder,
        season.paused,
        season.created_at,
        row.entered,
    )


def seasons(
    session: Session, who: Viewer, game: str | None = None, state: SeasonState | None = None
) -> list[SeasonLine]:
    """Running ones first, then registering, then those that are over, the newest first; only those the viewer may see."""
    query = _lines().where(seasons_for(who))
    if game is not None:
        query = query.where(Season.game == game)
    if state is not None:
        query = query.where(Season.state == state)
    order = [
        SeasonState.RUNNING,
        SeasonState.REGISTRATION,
        SeasonState.DRAFT,
        SeasonState.FINISHED,
        SeasonState.CANCELLED,
    ]
    found = [_line(row) for row in session.execute(query.order_by(Season.id.desc()).limit(500))]
    return sorted(found, key=lambda line: (order.index(SeasonState(line.state)), line.game if line.open_ladder else ""))


def season(session: Session, who: Viewer, slug: str) -> SeasonLine:
    """The season of that slug; NotFound also for what the viewer may not see."""
    row = session.execute(_lines().where(Season.slug == slug, seasons_for(who))).first()
    if row is None:
        raise NotFound(f"there is no season {slug!r}")
    return _line(row)
