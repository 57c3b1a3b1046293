"""The hall of fame: champions of finished seasons. A season of which a part is still hidden from the viewer has none for them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage.models import Champion, Season
from arena.storage.pages.sight import concealed, seasons_for
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


def champions(
    session: Session, who: Viewer, *, season_id: int | None = None, league: str | None = None, limit: int = 500
) -> list[ChampionLine]:
    """The newest season first, in it the highest division first. Two statements."""
    wanted = (
        select(Champion, Season)
        .join(Season, Season.id == Champion.season_id)
        .where(seasons_for(who))
        .order_by(Champion.at.desc(), Champion.season_id.desc(), Champion.division)
        .limit(limit)
    )
    if season_id is not None:
        wanted = wanted.where(Champion.season_id == season_id)
    if league is not None:
        wanted = wanted.where(Champion.league == league)
    rows = session.execute(wanted).all()
    partly = concealed(session, who, sorted({row.Season.id for row in rows}))
    return [_line(row.Champion, row.Season) for row in rows if row.Season.id not in partly]


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
