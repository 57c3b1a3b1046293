"""Two helpers inside a transaction: work that only one process may do at a time, and work that may fail without undoing the rest."""

import logging
from collections.abc import Callable
from typing import TypeVar
from zlib import crc32

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

log = logging.getLogger(__name__)

T = TypeVar("T")


def alone(session: Session, work: str) -> None:
    """Wait until no other transaction does this work. The lock lasts until this transaction ends.

    SQLite allows one writer anyway. On PostgreSQL the second one to come sees what the first has committed.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": crc32(work.encode())})


def apart(session: Session, what: str, work: Callable[[], T]) -> T | None:
    """Do the work under a savepoint. If it fails, it is undone and logged under *what*, the transaction goes on, and None is returned.

    A lost connection is raised: nothing else of the transaction could be kept either.
    """
    try:
        with session.begin_nested():
            return work()
    except Exception as error:
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            raise
        log.exception("%s failed", what)
        return None
