"""The table of a season: a ladder by Elo, a league as its own tables have it, with what the matches say."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Integer, case, cast, func, literal, or_, select
from sqlalchemy.orm import Session, aliased

from arena.matches.conduct import FINISHED
from arena.storage.books.paging import Key, Page, cut
from arena.storage.models import (
    Bot,
    Entry,
    EntryState,
    Match,
    MatchSeat,
    MatchState,
    Season,
    SetKind,
    SetState,
    TableSet,
    Team,
)
from arena.storage.pages.known import UNTOLD, known_ratings
from arena.storage.pages.leaderboard import Places, placed
from arena.storage.pages.league import places_in
from arena.storage.pages.sight import concealed
from arena.storage.pages.viewers import Viewer, visible_sets


@dataclass(frozen=True, slots=True)
class Line:
    """One bot of a season. Ratings in thousandths of a point, as far as the viewer may know them."""

    rank: int
    bot_id: int
    bot: str
    team: str
    house: bool
    state: EntryState
    rating: int
    deviation: int
    sets: int
    matches: int
    win_share: float
    """From 0 to 1; a first place that is shared counts in part."""
    faults: int


def standings(session: Session, who: Viewer, season_id: int, size: int, after: Key | None = None) -> Page[Line]:
    """Best first, in a league that has begun as its tables have it; then bots that lack set-ups of a solo season, then those that left.

    A constant number of statements. The key: which of these, rating or place, entry.
    """
    places = places_in(session, who, season_id)
    partly = concealed(session, who, [season_id])
    ranked = _known(who, season_id, places) if partly else _ranked(season_id, places)
    rows = session.execute(_page(ranked, size, after)).all()
    sums = _sums(session, who, season_id, [row.bot_id for row in rows])
    lines = []
    for row in rows:
        matches, wins, faults = sums.get(row.bot_id, (0, 0.0, 0))
        lines.append(
            Line(
                rank=row.rank,
                bot_id=row.bot_id,
                bot=row.bot,
                team=row.team,
                house=row.house is not None,
                state=row.state,
                rating=row.rating,
                deviation=row.deviation,
                sets=row.sets_rated,
                matches=matches,
                win_share=wins / matches if matches else 0.0,
                faults=faults,
            )
        )
    return cut(lines, size, [(row.gone, row.order, row.id) for row in rows])


def _ranked(season_id: int, places: Places) -> Any:
    figures = (Entry.rating, Entry.deviation, Entry.sets_rated)
    return _entries(season_id, places, Entry.rating, Entry.sets_rated, *figures).subquery()


def _known(who: Viewer, season_id: int, places: Places) -> Any:
    """The same where a part of the season is hidden from the viewer."""
    known = known_ratings(who, [season_id]).subquery()
    rating = cast(func.coalesce(known.c.rating, 0), Integer)
    sets = func.coalesce(known.c.sets_rated, 0)
    figures = (rating.label("rating"), literal(UNTOLD).label("deviation"), sets.label("sets_rated"))
    wanted = _entries(season_id, places, rating, sets, *figures)
    return wanted.outerjoin(known, known.c.bot_id == Entry.bot_id).subquery()


def _entries(season_id: int, places: Places, rating: Any, sets: Any, *figures: Any) -> Any:
    gone = case((Entry.state != EntryState.ACTIVE, 2), (sets < Season.setups, 1), else_=0)
    order = rating
    if places is not None:
        # A bot that withdrew keeps its place in the league's table; only those that no table has come after.
        gone = case((Entry.id.in_(places), 0), else_=2)
        order = -placed(places)
    place = func.rank().over(order_by=(gone, order.desc())).label("rank")
    columns = (Entry.id, Entry.bot_id, Entry.state, gone.label("gone"), order.label("order"), place, *figures)
    wanted = select(*columns).select_from(Entry).join(Season, Season.id == Entry.season_id)
    return wanted.where(Entry.season_id == season_id)


def _page(ranked: Any, size: int, after: Key | None) -> Any:
    at = ranked.c
    wanted = (
        select(ranked, Bot.name.label("bot"), Bot.house, Team.name.label("team"))
        .join(Bot, Bot.id == at.bot_id)
        .join(Team, Team.id == Bot.team_id)
        .order_by(at.gone, at.order.desc(), at.id)
        .limit(size + 1)
    )
    if after is None:
        return wanted
    left, order, entry = after
    level = (at.gone == left) & (at.order == order) & (at.id > entry)
    return wanted.where(or_(at.gone > left, (at.gone == left) & (at.order < order), level))


def _sums(session: Session, who: Viewer, season_id: int, bots: list[int]) -> dict[int, tuple[int, float, int]]:
    """Matches, wins and faults in the season's rated sets."""
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
    return {bot_id: (matches, float(wins), int(faults)) for bot_id, matches, wins, faults in rows}
