"""One database, SQLite or PostgreSQL, with two ways in: `read()` sees one moment, `write()` is one whole change.

SQLite: write-ahead log, so that readers never wait; writers take the lock at BEGIN (BEGIN IMMEDIATE), because a
transaction that reads first and writes later cannot wait for its turn and fails at once. PostgreSQL: readers see one
snapshot (REPEATABLE READ): a page or a check that asks twice must not see two states.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import Session

from arena.errors import BadDatabaseAddress

BUSY_SECONDS = 30
"""How long a SQLite writer waits for its turn."""


class Database:
    """The arena's memory at one address."""

    def __init__(self, address: str, *, pool: int = 5) -> None:
        try:
            url = make_url(address)
        except ArgumentError:
            raise BadDatabaseAddress(
                "the database address is not understood; examples: sqlite:////var/lib/arena/arena.db, postgresql://user@host/arena"
            ) from None
        self.is_sqlite = url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            _close_to_others(url.database)
            self.engine = _sqlite(url.render_as_string(hide_password=False))
        elif url.get_backend_name() == "postgresql":
            self.engine = create_engine(
                url.set(drivername="postgresql+psycopg"), pool_size=pool, max_overflow=pool, pool_pre_ping=True
            )
        else:
            raise BadDatabaseAddress(f"{url.get_backend_name()} is not supported; use sqlite or postgresql")

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that sees one moment and changes nothing."""
        options: dict[str, Any] = (
            {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        )
        with self.engine.connect().execution_options(**options) as connection, Session(connection) as session:
            yield session
            session.rollback()

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A session whose changes are kept together when the block ends, or not at all when it raises."""
        connecting = self.engine.connect().execution_options(arena_writes=True)
        with connecting as connection, Session(connection, expire_on_commit=False) as session:
            yield session
            session.commit()

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()


def _close_to_others(name: str | None) -> None:
    """The file holds password hashes and hidden seeds: made for its owner alone, and closed if it is not. SQLite's other files follow it."""
    if not name or name == ":memory:" or name.startswith("file:"):
        return
    path = Path(name)
    # Only a new file is opened here: closing one that SQLite has open in this process would drop SQLite's locks on it.
    with suppress(OSError):  # it exists, or SQLite says what is wrong
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for one in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        try:
            if one.stat().st_mode & 0o077:
                one.chmod(0o600)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except PermissionError:
            raise BadDatabaseAddress(
                f"{one} may be read by others and belongs to another user: chmod 600 {one} as its owner"
            ) from None


def _sqlite(address: str) -> Engine:
    engine = create_engine(address, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("arena_writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
