"""Following bots and seasons: who follows what, and what there is to read of it."""

from dataclasses import dataclass

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from arena.access import lookup
from arena.access.viewers import Viewer, seasons_for
from arena.db.models import Bot, Follow, Season, SeasonState
from arena.errors import LimitReached, NotAllowed, NotFound

MOST_FOLLOWED = 200
"""Bots and seasons of one account."""


@dataclass(frozen=True, slots=True)
class FollowedBot:
    """A bot that somebody follows."""

    id: int
    name: str
    house: bool


@dataclass(frozen=True, slots=True)
class FollowedSeason:
    """A season that somebody follows."""

    id: int
    slug: str
    title: str
    game: str
    state: str


@dataclass(frozen=True, slots=True)
class Followed:
    """Everything that an account follows, by name."""

    bots: tuple[FollowedBot, ...] = ()
    seasons: tuple[FollowedSeason, ...] = ()


def follow_bot(session: Session, who: Viewer, name: str, *, on: bool) -> None:
    """Follow a bot, or do so no longer. Doing it twice changes nothing."""
    _set(session, who, on=on, bot_id=lookup.bot(session, name).id)


def follow_season(session: Session, who: Viewer, slug: str, *, on: bool) -> None:
    """Follow a season that you may see, or do so no longer."""
    season_id = session.scalar(select(Season.id).where(Season.slug == slug, seasons_for(who)))
    if season_id is None:
        raise NotFound(f"there is no season {slug!r}")
    _set(session, who, on=on, season_id=season_id)


def _set(session: Session, who: Viewer, *, on: bool, bot_id: int | None = None, season_id: int | None = None) -> None:
    if who.account_id is None:
        raise NotAllowed("sign in to follow bots and seasons")
    mine = select(Follow).where(Follow.account_id == who.account_id)
    row = session.scalar(mine.where(Follow.bot_id == bot_id if bot_id else Follow.season_id == season_id))
    if not on:
        if row is not None:
            session.delete(row)
    elif row is None:
        counted = select(func.count()).select_from(Follow).where(Follow.account_id == who.account_id)
        if (session.scalar(counted) or 0) >= MOST_FOLLOWED:
            raise LimitReached(f"you follow {MOST_FOLLOWED} bots and seasons, which is the most")
        session.add(Follow(account_id=who.account_id, bot_id=bot_id, season_id=season_id))
    session.flush()


def followed(session: Session, who: Viewer) -> Followed:
    """What the viewer follows and may still see."""
    mine = Follow.account_id == who.account_id
    bots = session.execute(select(Bot).join(Follow, Follow.bot_id == Bot.id).where(mine).order_by(Bot.name)).scalars()
    rows = select(Season).join(Follow, Follow.season_id == Season.id).where(mine, seasons_for(who))
    seasons = session.execute(rows.order_by(Season.title)).scalars()
    return Followed(
        tuple(FollowedBot(bot.id, bot.name, bot.house is not None) for bot in bots),
        tuple(
            FollowedSeason(one.id, one.slug, one.title, one.game, "paused" if _paused(one) else one.state.value)
            for one in seasons
        ),
    )


def _paused(row: Season) -> bool:
    return row.paused and row.state is SeasonState.RUNNING


def is_following(session: Session, who: Viewer, *, bot_id: int | None = None, season_id: int | None = None) -> bool:
    """Whether the viewer follows this bot or season."""
    if who.account_id is None:
        return False
    mine = select(Follow.id).where(Follow.account_id == who.account_id)
    mine = mine.where(Follow.bot_id == bot_id) if bot_id is not None else mine.where(Follow.season_id == season_id)
    return session.scalar(mine) is not None


def forget_follows(session: Session, account_id: int) -> None:
    """An account is deleted: it follows nothing."""
    session.execute(delete(Follow).where(Follow.account_id == account_id))
