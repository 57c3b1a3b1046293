"""What a worker process keeps open between tasks: database, Redis, the key, and its room of running matches."""

import threading
from functools import cache

from redis import Redis

from arena.metrics import figures, server
from arena.metrics.census import Census
from arena.replays import SigningKey, local_key
from arena.running.attempts import MatchRoom
from arena.settings import Settings, load
from arena.storage.database import Database

_lock = threading.Lock()
CONTROL = "worker-control"


@cache
def settings() -> Settings:
    """The process's settings."""
    return load()


@cache
def database() -> Database:
    """The process's connections to the database."""
    return Database(settings().database_address)


@cache
def redis() -> Redis:
    """The process's connections to Redis, for everything but running matches."""
    return Redis.from_url(settings().redis_address)


@cache
def key() -> SigningKey:
    """The key that signs replays."""
    return local_key(settings().signing_key_path)


@cache
def _room() -> MatchRoom:
    known = settings()
    return MatchRoom(
        database(),
        known.redis_address,
        key(),
        max_seconds=known.match_max_seconds,
        house=known.house_processes,
        site_address=known.site_address,
    )


def room() -> MatchRoom:
    """The matches this process plays; made once, however many task threads ask."""
    with _lock:
        return _room()


def tell(part: str) -> None:
    """Serve figures and health if the settings ask for it; the control worker also tells those of the whole arena."""
    if settings().metrics_port and part == CONTROL:
        figures.REGISTRY.register(Census(database(), redis()))
    server.start(settings())


def forget() -> None:
    """Open everything anew (after a fork)."""
    for one in (database, redis, _room):
        one.cache_clear()


def hand_over() -> None:
    """Give back what runs: others go on with it."""
    if _room.cache_info().currsize:
        _room().close()


def close() -> None:
    """Hand over what runs, and close."""
    hand_over()
    if database.cache_info().currsize:
        database().close()
