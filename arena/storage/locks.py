"""Work that only one process may do at a time, whichever starts it."""

from zlib import crc32

from sqlalchemy import text
from sqlalchemy.orm import Session


def alone(session: Session, work: str) -> None:
    """Wait until no other transaction does this work; holds until this one ends.

    SQLite's writers are alone already. On PostgreSQL whoever comes second sees what the first has committed.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": crc32(work.encode())})
