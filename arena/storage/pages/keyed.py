"""Long lists in pieces that go on from the last row's key: rows that come or go meanwhile neither repeat nor hide others."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from arena.storage.models import Bot, Season
from arena.storage.models import Champion as ChampionRow
from arena.storage.pages import bots as bot_pages
from arena.storage.pages import leaderboard as ladders
from arena.storage.pages import seasons as season_pages
from arena.storage.pages.bots import BotLine
from arena.storage.pages.leaderboard import Rank
from arena.storage.pages.seasons import SeasonLine
from arena.storage.pages.viewers import Viewer


@dataclass(frozen=True, slots=True)
class ChampionLine:
    """Who won a division of a season."""

    season: str
    title: str
    league: str
    division: int
    division_name: str
    bot: str
    team: str
    at: datetime


def bots_after(session: Session, after: int, limit: int) -> list[BotLine]:
    """Bots that are not disabled, by id. One statement."""
    query = bot_pages._lines().where(Bot.disabled_at.is_(None), Bot.id > after).order_by(Bot.id)
    return [bot_pages._line(row) for row in session.execute(query.limit(limit))]


def standings_after(
    session: Session, season_id: int, after: tuple[int, int] | None, limit: int
) -> Iterator[tuple[tuple[int, int], Rank]]:
    """A season's ladder, the best first, each line with the key to go on from: rating in thousandths, and bot. One statement."""
    ranked = ladders._ranked(season_id)
    query = select(ranked).order_by(ranked.c.rating.desc(), ranked.c.bot_id)
    if after is not None:
        rating, bot_id = after
        query = query.where(or_(ranked.c.rating < rating, and_(ranked.c.rating == rating, ranked.c.bot_id > bot_id)))
    for row in session.execute(query.limit(limit)):
        yield (row.rating, row.bot_id), ladders._rank(row)


def seasons_before(
    session: Session, who: Viewer, before: int | None, limit: int, *, game: str | None, state: str | None
) -> list[SeasonLine]:
    """Seasons the viewer may know of, the newest first."""
    found = season_pages.seasons(session, who, game=game)
    ordered = sorted(found, key=lambda line: -line.id)
    return [line for line in ordered if (before is None or line.id < before) and state in {None, line.state}][:limit]


def champions(session: Session, who: Viewer, limit: int) -> list[ChampionLine]:
    """The newest champions of seasons the viewer may know of."""
    known = {line.id: line.slug for line in season_pages.seasons(session, who)}
    rows = session.scalars(
        select(ChampionRow)
        .join(Season, Season.id == ChampionRow.season_id)
        .where(ChampionRow.season_id.in_(known))
        .order_by(ChampionRow.at.desc(), ChampionRow.season_id.desc(), ChampionRow.division)
        .limit(limit)
    )
    return [
        ChampionLine(
            known[row.season_id], row.title, row.league, row.division, row.division_name, row.bot, row.team, row.at
        )
        for row in rows
    ]
