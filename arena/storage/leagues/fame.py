"""The hall of fame: champions of finished seasons. A season of which a part is still hidden from the viewer has none for them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Select, and_, not_, or_, select
from sqlalchemy.orm import Session, aliased

from arena.storage.models import Champion, Season
from arena.storage.pages.sight import partly_hidden
from arena.storage.pages.viewers import Viewer


@dataclass(frozen=True, slots=True)
class ChampionLine:
    """Who won a division of a season."""

    season: str
    """The season's slug."""
    title: str
    league: str
    number: int
    """Which season of its league."""
    game: str
    seats: int
    division: int
    division_name: str
    bot: str
    team: str
    at: datetime


def _told(who: Viewer, limit: int) -> Select[Champion, Season]:
    return (
        select(Champion, Season)
        .join(Season, Season.id == Champion.season_id)
        .where(not_(partly_hidden(who)))
        .order_by(Champion.at.desc(), Champion.season_id.desc(), Champion.division)
        .limit(limit)
    )


def champions(
    session: Session, who: Viewer, *, season_id: int | None = None, league: str | None = None, limit: int = 500
) -> list[ChampionLine]:
    """The newest season first, in it the highest division first. One statement."""
    wanted = _told(who, limit)
    if season_id is not None:
        wanted = wanted.where(Champion.season_id == season_id)
    if league is not None:
        wanted = wanted.where(Champion.league == league)
    return [_line(row.Champion, row.Season) for row in session.execute(wanted)]


def champions_after(
    session: Session, who: Viewer, after: tuple[int, int] | None, limit: int
) -> Iterator[tuple[tuple[int, int], ChampionLine]]:
    """The same in pieces, each line with the key to go on from: season and division. One statement."""
    wanted = _told(who, limit)
    if after is not None:
        wanted = wanted.where(_following(*after))
    for row in session.execute(wanted):
        yield (row.Champion.season_id, row.Champion.division), _line(row.Champion, row.Season)


def _following(season_id: int, division: int) -> ColumnElement[bool]:
    last = aliased(Champion)
    at = select(last.at).where(last.season_id == season_id, last.division == division).scalar_subquery()
    same_season = and_(Champion.season_id == season_id, Champion.division > division)
    return or_(Champion.at < at, and_(Champion.at == at, or_(Champion.season_id < season_id, same_season)))


def _line(won: Champion, season: Season) -> ChampionLine:
    return ChampionLine(
        season.slug,
        won.title,
        won.league,
        season.number,
        season.game,
        season.seats,
        won.division,
        won.division_name,
        won.bot,
        won.team,
        won.at,
    )
