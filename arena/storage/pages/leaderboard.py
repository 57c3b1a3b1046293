"""The leaderboard of a season: rating with its error, sets, owner. A constant number of statements whatever the size."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, case, func, literal, null, or_, select
from sqlalchemy.orm import Session

from arena.ratings import elo
from arena.storage.models import Bot, Entry, EntryState, Season, Team
from arena.storage.pages.known import UNTOLD, known_ratings
from arena.storage.pages.league import places_in
from arena.storage.pages.paging import MOST, Page
from arena.storage.pages.sight import concealed
from arena.storage.pages.viewers import Viewer

Places = Mapping[int, int] | None
"""Per entry its place in a league; None: a ladder, where the rating counts."""
SORTS = ("rating", "sets", "name", "owner", "language", "joined")
ERRORS = elo.HALF_WIDTH
"""The interval shown is 95 % wide: so many deviations to each side."""


@dataclass(frozen=True, slots=True)
class Rank:
    """One line of the ladder. Ratings in points."""

    rank: int
    """Among all active entries by rating, or the place in the league's tables; whatever is searched or sorted."""
    bot_id: int
    bot: str
    owner: str
    house: bool
    language: str
    rating: float
    interval: float
    """Half the width of the 95 % interval of the running estimate; 0: not told, as a part of the season is hidden."""
    sets: int
    joined_at: datetime
    last_set_at: datetime | None
    state: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What part of a ladder, in which order."""

    search: str = ""
    sort: str = "rating"
    number: int = 1
    size: int = 50


def leaderboard(session: Session, who: Viewer, season_id: int, asked: Asked) -> Page[Rank]:
    """One page of it, with ratings as far as the viewer may know them."""
    ranked = ranking(session, who, season_id)
    query, counting = select(ranked), select(func.count()).select_from(ranked)
    if asked.search:
        like = f"%{_escaped(asked.search.lower())}%"
        columns = (ranked.c.bot, ranked.c.owner, ranked.c.language)
        fits = or_(*(func.lower(column).like(like, escape="\\") for column in columns))
        query, counting = query.where(fits), counting.where(fits)
    orders: dict[str, ColumnElement[object]] = {
        "rating": ranked.c.place,
        "sets": ranked.c.sets_rated.desc(),
        "name": func.lower(ranked.c.bot),
        "owner": func.lower(ranked.c.owner),
        "language": func.lower(ranked.c.language),
        "joined": ranked.c.joined_at.desc(),
    }
    size, number = max(1, min(asked.size, MOST)), max(1, asked.number)
    query = query.order_by(orders.get(asked.sort, orders["rating"]), ranked.c.bot_id)
    rows = session.execute(query.limit(size).offset((number - 1) * size)).all()
    return Page(tuple(_rank(row) for row in rows), number, size, session.scalar(counting) or 0)


def ranking(session: Session, who: Viewer, season_id: int) -> Any:
    """All active entries with their ranks, to be selected from: by rating, or in a league that has begun as its tables have them."""
    places = places_in(session, who, season_id)
    if concealed(session, who, [season_id]):
        return _known(who, season_id, places)
    figures = (Entry.rating, Entry.deviation, Entry.sets_rated, Entry.last_set_at)
    return _entries(season_id, places, Entry.rating, Entry.sets_rated, *figures).subquery()


def _known(who: Viewer, season_id: int, places: Places) -> Any:
    """The same where a part of the season is hidden from the viewer."""
    known = known_ratings(who, [season_id]).subquery()
    rating, sets = func.coalesce(known.c.rating, 0), func.coalesce(known.c.sets_rated, 0)
    figures = (
        rating.label("rating"),
        literal(UNTOLD).label("deviation"),
        sets.label("sets_rated"),
        null().label("last_set_at"),
    )
    wanted = _entries(season_id, places, rating, sets, *figures)
    return wanted.outerjoin(known, known.c.bot_id == Entry.bot_id).subquery()


def _entries(season_id: int, places: Places, rating: Any, sets: Any, *figures: Any) -> Any:
    # In a solo season a bot that has not played every set-up comes after those that have.
    short = case((sets < Season.setups, 1), else_=0)
    place = func.rank().over(order_by=(short, rating.desc())) if places is None else placed(places)
    return (
        select(
            place.label("place"),
            Entry.bot_id,
            Bot.name.label("bot"),
            Team.name.label("owner"),
            Bot.house,
            Bot.language,
            Entry.joined_at,
            Entry.state,
            *figures,
        )
        .select_from(Entry)
        .join(Bot, Bot.id == Entry.bot_id)
        .join(Team, Team.id == Bot.team_id)
        .join(Season, Season.id == Entry.season_id)
        .where(Entry.season_id == season_id, Entry.state == EntryState.ACTIVE)
    )


def placed(places: Mapping[int, int]) -> ColumnElement[int]:
    """An entry's place in its league; those that no table has come last."""
    return case(dict(places), value=Entry.id, else_=len(places) + 1)


def _rank(row: Any) -> Rank:
    return Rank(
        row.place,
        row.bot_id,
        row.bot,
        row.owner,
        row.house is not None,
        row.language,
        row.rating / 1000,
        ERRORS * row.deviation / 1000,
        row.sets_rated,
        row.joined_at,
        row.last_set_at,
        row.state.value,
    )


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
