"""What the API's functions work with, and what requests carry, checked before a database sees it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from redis import Redis

from arena.db.database import Database
from arena.errors import Invalid
from arena.ladders.queries import Fits
from arena.text import fault, whole_number


@dataclass(frozen=True, slots=True)
class Room:
    """The service's connections and figures."""

    database: Database
    redis: Redis
    site: str = ""
    """Address of the site, without a slash at its end; empty: matches have no page."""
    tick_seconds: float = 1.0
    quota_megabytes: int = 200
    """Archives that one account may keep."""
    fits: Fits = field(default_factory=Fits)


LONGEST_NAME = 64
LONGEST_VALUE = 1000
MOST_OPTIONS = 50
LARGEST_NUMBER = 10**18 - 1


def named(field: str, text: str) -> str:
    """A name of something; INVALID_ARGUMENT if it is empty or could be none."""
    if not text:
        raise Invalid(f"{field} is missing")
    return perhaps_named(field, text)


def perhaps_named(field: str, text: str) -> str:
    """The same, or empty."""
    return line(field, text, LONGEST_NAME)


def line(field: str, text: str, longest: int) -> str:
    """A text of one line, as it was meant."""
    reason = fault(text, longest)
    if reason is not None:
        raise Invalid(f"{field} {reason}")
    return text


def numbered(field: str, text: str) -> int:
    """The number of a match."""
    found = whole_number(text, 0, LARGEST_NUMBER)
    if found is None:
        raise Invalid(f'{field} must be a number, such as "17"; got {text[:LONGEST_NAME]!r}')
    return found


def texts(field: str, given: Mapping[str, str]) -> dict[str, str]:
    """Options in notation; the game itself checks what they say."""
    if len(given) > MOST_OPTIONS:
        raise Invalid(f"{field}: {MOST_OPTIONS} at most")
    return {line(field, name, LONGEST_NAME): line(field, value, LONGEST_VALUE) for name, value in given.items()}
