"""What the API's functions work with."""

from dataclasses import dataclass, field

from redis import Redis

from arena.storage.books.fits import Fits
from arena.storage.database import Database


@dataclass(frozen=True, slots=True)
class Room:
    """The service's connections and figures."""

    database: Database
    redis: Redis
    site: str = ""
    """Address of the site, without a slash at its end; empty: matches have no page."""
    tick_seconds: float = 1.0
    fits: Fits = field(default_factory=Fits)
