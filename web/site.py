"""What every page needs: the database, Redis, settings, and who is asking."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from flask import current_app, g
from redis import Redis, RedisError
from sqlalchemy.orm import Session

from arena.running.presence import Present, present
from arena.running.showing import Shown, shown
from arena.settings import Settings
from arena.storage.database import Database
from arena.storage.pages.viewers import PUBLIC, Viewer
from web.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Site:
    """The running site; one per process."""

    settings: Settings
    database: Database
    redis: Redis
    shelf: Shelf = field(default_factory=Shelf)


def site() -> Site:
    """The site that answers this request."""
    found: Site = current_app.extensions["arena"]
    return found


@contextmanager
def reading() -> Iterator[Session]:
    """One moment of the database."""
    with site().database.read() as session:
        yield session


@contextmanager
def writing() -> Iterator[Session]:
    """One whole change."""
    with site().database.write() as session:
        yield session


def who() -> Viewer:
    """Who is asking; worked out before the view runs."""
    found: Viewer = g.get("viewer", PUBLIC)
    return found


def online(bot_ids: Iterable[int]) -> dict[int, Present]:
    """Those of the bots that are connected; nobody, if Redis is away: pages stand without it."""
    try:
        return present(site().redis, bot_ids)
    except RedisError:
        return {}


def standing(match_ids: Iterable[int]) -> dict[int, Shown]:
    """How running matches stand, as far as their workers show it; nothing, if Redis is away."""
    try:
        return shown(site().redis, list(match_ids))
    except RedisError:
        return {}
