"""The leaderboard of a season: a ladder by rating, a league as its tables have it. Withdrawn bots have no rank and are not listed.

Each reader takes a constant number of statements.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, case, func, literal, null, or_, select
from sqlalchemy.orm import Session, aliased

from arena.access.viewers import Viewer, concealed, visible_sets
from arena.db.models import (
    Bot,
    Entry,
    EntryState,
    Match,
    MatchSeat,
    MatchState,
    RatingEntry,
    Season,
    SetKind,
    SetState,
    TableSet,
    Team,
)
from arena.db.paging import Page, Part, fetch
from arena.ladders.queries import NOT_SHOWN, select_ratings
from arena.matches.running import FINISHED
from arena.ratings import elo
from arena.seasons.league_queries import places_in

Places = Mapping[int, int] | None
"""Per entry its place in a league; None: a ladder, where the rating counts."""
TREND_SETS = 10
"""The last rated sets of a bot that a trend covers."""
SORTS = ("rating", "sets", "name", "owner", "language", "joined")
ERRORS = elo.HALF_WIDTH
"""Deviations on each side of the rating that make a 95 % interval."""


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
    deviation: float
    """How uncertain the rating is; 0: unknown to the viewer, because a part of the season is hidden."""
    sets: int
    joined_at: datetime
    last_set_at: datetime | None

    @property
    def interval(self) -> float:
        """Half the width of the 95 % interval of the running estimate; 0 if the deviation is unknown."""
        return ERRORS * self.deviation


@dataclass(frozen=True, slots=True)
class Played:
    """What a bot did in the rated matches of a season that the viewer may see."""

    matches: int = 0
    wins: float = 0.0
    """A first place that is shared counts in part."""
    faults: int = 0

    @property
    def win_share(self) -> float:
        """From 0 to 1."""
        return self.wins / self.matches if self.matches else 0.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What part of a ladder, in which order."""

    search: str = ""
    sort: str = "rating"
    part: Part = field(default_factory=Part)


def leaderboard(session: Session, who: Viewer, season_id: int, asked: Asked) -> Page[Rank]:
    """One page of it, with ratings as far as the viewer may know them. The key: what it is sorted by, bot."""
    ranked = _ranking(session, who, season_id)
    orders: dict[str, ColumnElement[object]] = {
        "rating": ranked.c.place,
        "sets": ranked.c.sets_rated,
        "name": func.lower(ranked.c.bot),
        "owner": func.lower(ranked.c.owner),
        "language": func.lower(ranked.c.language),
        "joined": ranked.c.entry_id,
    }
    column = orders[asked.sort]
    query = select(ranked, column.label("sorted_by"))
    if asked.search:
        like = f"%{_escaped(asked.search.lower())}%"
        columns = (ranked.c.bot, ranked.c.owner, ranked.c.language)
        query = query.where(or_(*(func.lower(column).like(like, escape="\\") for column in columns)))
    order = [column.desc() if asked.sort in {"sets", "joined"} else column, ranked.c.bot_id]
    page = fetch(session, query, asked.part, order, lambda row: (row.sorted_by, row.bot_id))
    return Page([_rank(row) for row in page.rows], page.next)


def key_kinds(sort: str) -> tuple[type, type]:
    """The kinds of the values in a key of a leaderboard that is sorted so."""
    return (int if sort in {"rating", "sets", "joined"} else str, int)


def _ranking(session: Session, who: Viewer, season_id: int) -> Any:
    """A subquery of all active entries with their ranks: by rating, or in a league that has begun by its tables."""
    places = places_in(session, who, season_id)
    if concealed(session, who, [season_id]):
        return _known(who, season_id, places)
    figures = (Entry.rating, Entry.deviation, Entry.sets_rated, Entry.last_set_at)
    return _entries(season_id, places, Entry.rating, Entry.sets_rated, *figures).subquery()


def _known(who: Viewer, season_id: int, places: Places) -> Any:
    """The same where a part of the season is hidden from the viewer."""
    visible = select_ratings(who, [season_id]).subquery()
    rating, sets = func.coalesce(visible.c.rating, 0), func.coalesce(visible.c.sets_rated, 0)
    figures = (
        rating.label("rating"),
        literal(NOT_SHOWN).label("deviation"),
        sets.label("sets_rated"),
        null().label("last_set_at"),
    )
    wanted = _entries(season_id, places, rating, sets, *figures)
    return wanted.outerjoin(visible, visible.c.bot_id == Entry.bot_id).subquery()


def _entries(season_id: int, places: Places, rating: Any, sets: Any, *figures: Any) -> Any:
    # In a solo season a bot that has not played every set-up comes after those that have.
    short = case((sets < Season.setups, 1), else_=0)
    place = func.rank().over(order_by=(short, rating.desc())) if places is None else _placed(places)
    return (
        select(
            place.label("place"),
            Entry.id.label("entry_id"),
            Entry.bot_id,
            Bot.name.label("bot"),
            Team.name.label("owner"),
            Bot.house,
            Bot.language,
            Entry.joined_at,
            *figures,
        )
        .select_from(Entry)
        .join(Bot, Bot.id == Entry.bot_id)
        .join(Team, Team.id == Bot.team_id)
        .join(Season, Season.id == Entry.season_id)
        .where(Entry.season_id == season_id, Entry.state == EntryState.ACTIVE)
    )


def _placed(places: Mapping[int, int]) -> ColumnElement[int]:
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
        row.deviation / 1000,
        row.sets_rated,
        row.joined_at,
        row.last_set_at,
    )


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def trends(session: Session, season_id: int, ranks: Iterable[Rank]) -> dict[int, float]:
    """Per bot, by how many points its last TREND_SETS rated sets moved its rating. Without bots that have no sets or an unknown deviation.

    One statement.
    """
    bots = [rank.bot_id for rank in ranks if rank.sets and rank.deviation]
    if not bots:
        return {}
    before = (
        select(RatingEntry.rating)
        .where(RatingEntry.season_id == Entry.season_id, RatingEntry.bot_id == Entry.bot_id)
        .order_by(RatingEntry.id.desc())
        .offset(TREND_SETS)
        .limit(1)
        .scalar_subquery()
    )
    first = (
        select(RatingEntry.rating)
        .where(RatingEntry.season_id == Entry.season_id, RatingEntry.bot_id == Entry.bot_id)
        .order_by(RatingEntry.id)
        .limit(1)
        .scalar_subquery()
    )
    rows = session.execute(
        select(Entry.bot_id, Entry.rating, func.coalesce(before, first, elo.START).label("before")).where(
            Entry.season_id == season_id, Entry.bot_id.in_(bots)
        )
    )
    return {row.bot_id: (row.rating - row.before) / 1000 for row in rows}


def played(session: Session, who: Viewer, season_id: int, bots: Sequence[int]) -> dict[int, Played]:
    """Per bot its matches in the season's rated sets; without bots that have none. One statement."""
    if not bots:
        return {}
    beside = aliased(MatchSeat)
    shared = (
        select(func.count())
        .select_from(beside)
        .where(beside.match_id == MatchSeat.match_id, beside.place == 1)
        .correlate(MatchSeat)
        .scalar_subquery()
    )
    won = func.sum(case((MatchSeat.place == 1, 1.0 / shared), else_=0.0))
    faulted = func.sum(case((MatchSeat.verdict == FINISHED, 0), else_=1))
    rows = session.execute(
        select(MatchSeat.bot_id, func.count(), won, faulted)
        .join(Match, Match.id == MatchSeat.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .where(
            MatchSeat.bot_id.in_(bots),
            TableSet.season_id == season_id,
            TableSet.kind == SetKind.RATED,
            TableSet.state == SetState.DONE,
            Match.state == MatchState.FINISHED,
            visible_sets(who),
        )
        .group_by(MatchSeat.bot_id)
    )
    return {bot_id: Played(matches, float(wins), int(faults)) for bot_id, matches, wins, faults in rows}
