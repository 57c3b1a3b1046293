"""Long lists in pieces that go on from the last row's key: rows that come or go meanwhile neither repeat nor hide others."""

from collections.abc import Iterator

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from arena.storage.models import Bot
from arena.storage.pages import bots as bot_pages
from arena.storage.pages import leaderboard as ladders
from arena.storage.pages import seasons as season_pages
from arena.storage.pages.bots import BotLine
from arena.storage.pages.leaderboard import Rank
from arena.storage.pages.seasons import SeasonLine
from arena.storage.pages.viewers import Viewer


def bots_after(session: Session, after: int, limit: int) -> list[BotLine]:
    """Bots that are not disabled, by id. One statement."""
    query = bot_pages._lines().where(Bot.disabled_at.is_(None), Bot.id > after).order_by(Bot.id)
    return [BotLine(*row) for row in session.execute(query.limit(limit))]


def standings_after(
    session: Session, who: Viewer, season_id: int, after: tuple[int, int] | None, limit: int
) -> Iterator[tuple[tuple[int, int], Rank]]:
    """A season's ladder as the viewer may know it, the best first, each line with the key to go on from: rank and bot."""
    ranked = ladders.ranking(session, who, season_id)
    query = select(ranked).order_by(ranked.c.place, ranked.c.bot_id)
    if after is not None:
        place, bot_id = after
        query = query.where(or_(ranked.c.place > place, and_(ranked.c.place == place, ranked.c.bot_id > bot_id)))
    for row in session.execute(query.limit(limit)):
        yield (row.place, row.bot_id), ladders._rank(row)


def seasons_before(
    session: Session, who: Viewer, before: int | None, limit: int, *, game: str | None, state: str | None
) -> list[SeasonLine]:
    """Seasons the viewer may know of, the newest first."""
    found = season_pages.seasons(session, who, game=game)
    ordered = sorted(found, key=lambda line: -line.id)
    return [line for line in ordered if (before is None or line.id < before) and state in {None, line.state}][:limit]
