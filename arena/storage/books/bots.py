"""Bots: an owner's list, and one with its seasons."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage.books.paging import Key, Page, cut
from arena.storage.errors import NotFound
from arena.storage.models import Bot, Entry, EntryState, Season, Team
from arena.storage.pages.known import UNTOLD, ratings_known
from arena.storage.pages.sight import concealed, seasons_for
from arena.storage.pages.viewers import Viewer


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A bot in a season. Ratings in thousandths of a point, as far as the viewer may know them."""

    season_id: int
    season: str
    title: str
    game: str
    state: EntryState
    rating: int
    deviation: int
    sets: int


@dataclass(frozen=True, slots=True)
class BotRow:
    """A bot with its seasons."""

    id: int
    name: str
    team_id: int
    team: str
    house: str | None
    language: str
    games: tuple[str, ...]
    matches_at_once: int
    matches_per_hour: int | None
    open_to_challenges: bool
    created_at: datetime
    validated_at: datetime | None
    disabled_at: datetime | None
    last_seen_at: datetime | None
    entries: tuple[EntryRow, ...] = ()


def _wanted() -> Any:
    return select(Bot, Team.name).join(Team, Team.id == Bot.team_id)


def mine(session: Session, who: Viewer, size: int, after: Key | None = None) -> Page[BotRow]:
    """The viewer's bots by name. Four statements at most. The key: name."""
    wanted = _wanted().where(Bot.team_id.in_(who.teams)).order_by(Bot.name).limit(size + 1)
    if after is not None:
        wanted = wanted.where(Bot.name > after[0])
    rows = _entered(session, who, session.execute(wanted).all())
    return cut(rows, size, [(row.name,) for row in rows])


def bot(session: Session, who: Viewer, name: str) -> BotRow:
    """One bot, whoever owns it; NotFound otherwise. Four statements at most."""
    rows = _entered(session, who, session.execute(_wanted().where(Bot.name == name)).all())
    if not rows:
        raise NotFound(f"there is no bot {name!r}")
    return rows[0]


def _entered(session: Session, who: Viewer, found: Any) -> list[BotRow]:
    rows = session.execute(
        select(Entry, Season.slug, Season.title, Season.game)
        .join(Season, Season.id == Entry.season_id)
        .where(Entry.bot_id.in_([row.id for row, _ in found]), seasons_for(who))
        .order_by(Entry.season_id.desc())
    ).all()
    partly = concealed(session, who, sorted({row.Entry.season_id for row in rows}))
    known = ratings_known(session, who, partly)
    entries: dict[int, list[EntryRow]] = {}
    for entry, slug, title, game in rows:
        figures = (entry.rating, entry.deviation, entry.sets_rated)
        if entry.season_id in partly:
            rating, sets = known.get((entry.season_id, entry.bot_id), (0, 0))
            figures = (rating, UNTOLD, sets)
        entries.setdefault(entry.bot_id, []).append(EntryRow(entry.season_id, slug, title, game, entry.state, *figures))
    return [_row(row, team, tuple(entries.get(row.id, ()))) for row, team in found]


def _row(row: Bot, team: str, entries: tuple[EntryRow, ...]) -> BotRow:
    return BotRow(
        id=row.id,
        name=row.name,
        team_id=row.team_id,
        team=team,
        house=row.house,
        language=row.language,
        games=tuple(row.games),
        matches_at_once=row.matches_at_once,
        matches_per_hour=row.matches_per_hour,
        open_to_challenges=row.open_to_challenges,
        created_at=row.created_at,
        validated_at=row.validated_at,
        disabled_at=row.disabled_at,
        last_seen_at=row.last_seen_at,
        entries=entries,
    )
