"""Parts of a transaction that may fail without taking the rest along."""

import logging
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

log = logging.getLogger(__name__)

T = TypeVar("T")


def apart(session: Session, what: str, work: Callable[[], T]) -> T | None:
    """Do the work under a savepoint. If it fails it is undone and logged under *what*, and the transaction goes on: None then.

    A lost connection passes: nothing else of the transaction could be kept either.
    """
    try:
        with session.begin_nested():
            return work()
    except Exception as wrong:
        if isinstance(wrong, DBAPIError) and wrong.connection_invalidated:
            raise
        log.exception("%s failed", what)
        return None
