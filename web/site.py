"""What every page needs: the database, Redis, settings, and who is asking."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from flask import current_app, g
from redis import Redis, RedisError
from sqlalchemy.orm import Session

from arena.access.viewers import PUBLIC, Viewer
from arena.db.database import Database
from arena.settings import Settings
from arena.transport.live_status import LiveStatus, live_statuses
from arena.transport.presence import Present, present
from web.cache_store import Shelf


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
    """The viewer; found before the view runs."""
    found: Viewer = g.get("viewer", PUBLIC)
    return found


def online(bot_ids: Iterable[int]) -> dict[int, Present]:
    """Which of the bots are connected; none if Redis does not answer, since pages work without it."""
    try:
        return present(site().redis, bot_ids)
    except RedisError:
        return {}


def standing(match_ids: Iterable[int]) -> dict[int, LiveStatus]:
    """Live status of running matches, as far as their workers show it; empty if Redis does not answer."""
    try:
        return live_statuses(site().redis, list(match_ids))
    except RedisError:
        return {}
