"""Every error of the arena has one of six kinds, and every edge has one table from kind to status.

* ArenaError           the sentence is for the person who asked: what is wrong, and what would be right
  x NotFound           it does not exist, or this person may not know that it does
  x NotAllowed         it belongs to somebody else
    x NotSignedIn      nobody is signed in, or the token is not valid
  x Conflict           not in the present state: a name that is taken, a season that has begun
  x Invalid            the request cannot be right, whenever it is sent
  x LimitReached       more, or more often, than one may
  x Unavailable        the arena cannot do it now; later it can

The tables: `arena/gateway/api/service.py` (gRPC), `web/errors.py` (pages and JSON), `arena/cli/command.py` (exit codes). The engine
keeps its own root, `EngineError`, which each table lists too.
"""

from collections.abc import Mapping
from typing import TypeVar

Status = TypeVar("Status")
T = TypeVar("T")

UNREACHABLE = "the arena's database or Redis cannot be reached; try again in a moment"


class ArenaError(Exception):
    """Any error of the arena: its text is one sentence that may be shown."""


class NotFound(ArenaError): ...


class NotAllowed(ArenaError): ...


class NotSignedIn(NotAllowed): ...


class Conflict(ArenaError): ...


class Invalid(ArenaError, ValueError): ...


class LimitReached(ArenaError): ...


class Unavailable(ArenaError): ...


class BadDatabaseAddress(Invalid):
    """Not an address of SQLite or PostgreSQL."""


class NotMigrated(Conflict):
    """The tables are older or newer than this program."""


class HalfMade(NotMigrated):
    """There are tables, but no version."""


class BadArchive(Invalid):
    """Not a backup, or a broken one."""


def status(error: Exception, table: Mapping[type[Exception], Status]) -> Status | None:
    """What a table says about an error: the row of its class, or of the nearest class above it."""
    return next((table[kind] for kind in type(error).__mro__ if kind in table), None)


def existing(value: T | None, sentence: str) -> T:
    """The value; NotFound with this sentence if it is None."""
    if value is None:
        raise NotFound(sentence)
    return value
