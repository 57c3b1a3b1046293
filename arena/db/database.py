"""One database, SQLite or PostgreSQL, with two ways in: `read()` sees one moment, `write()` is one whole change. And its upgrade to the version of this program.

SQLite: write-ahead log, so that readers never wait; writers take the lock at BEGIN (BEGIN IMMEDIATE), because a
transaction that reads first and writes later cannot wait for its turn and fails at once. PostgreSQL: readers see one
snapshot (REPEATABLE READ): a page or a check that asks twice must not see two states.

Only the upgrade itself needs Alembic, which takes a third of a second to load: every part checks versions when it starts.
"""

import enum
import logging
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar
from zlib import crc32

from sqlalchemy import (
    JSON,
    BigInteger,
    Connection,
    CursorResult,
    DateTime,
    Delete,
    Dialect,
    Engine,
    Enum,
    Integer,
    MetaData,
    String,
    TypeDecorator,
    Update,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.orm import DeclarativeBase, Session, mapped_column
from sqlalchemy.pool import ConnectionPoolEntry

from arena.errors import BadDatabaseAddress, HalfMade, NotMigrated


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC. SQLite keeps no zone: values that are read are marked as UTC; values that are written must have a zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To the database: in UTC, refusing times without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value}")
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 (SQLAlchemy's signature)
        """From the database: with its zone."""
        if value is None or value.tzinfo is UTC:
            return value
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


# SQLite counts up automatically only for INTEGER keys.
BigId = BigInteger().with_variant(Integer, "sqlite")
Json = JSON().with_variant(JSONB, "postgresql")

Id = Annotated[int, mapped_column(BigId, primary_key=True)]
Name = Annotated[str, mapped_column(String(64))]
Seed = Annotated[str, mapped_column(String(40))]
"""A seed of 128 bits as decimal digits: no database has an integer of that size."""


class Word(enum.StrEnum):
    """A closed list that is stored by value, so that tables can be read by eye."""


class Base(DeclarativeBase):
    """All tables."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012 (read by SQLAlchemy, never changed)
        datetime: UtcTime,
        dict[str, Any]: Json,
        list[Any]: Json,
        list[str]: Json,
        enum.StrEnum: Enum(
            enum.StrEnum, native_enum=False, length=16, values_callable=lambda words: [w.value for w in words]
        ),
    }


def utcnow() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


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


def stored(session: Session, row: T) -> T:
    """The new row, written at once: it has its id."""
    session.add(row)
    session.flush()
    return row


def rows_changed(session: Session, statement: Update | Delete) -> int:
    """Run the statement. Returns how many rows it changed."""
    result = session.execute(statement)
    assert isinstance(result, CursorResult)
    return result.rowcount


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
        """Close the connections. One that another thread still uses is closed when that thread gives it back."""
        event.listen(self.engine.pool, "checkin", _close_for_good)
        self.engine.dispose()


def _close_for_good(_connection: object, record: ConnectionPoolEntry) -> None:
    record.close()


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


if TYPE_CHECKING:
    from alembic.config import Config

VERSION_TABLE = "alembic_version"


@cache
def known() -> tuple[str, ...]:
    """Every version this program can make, oldest first: migrations are named `v0001_what_it_does.py`."""
    names = (file.name for file in files("arena.db").joinpath("migrations", "versions").iterdir())
    return tuple(sorted(found[1] for name in names if (found := re.fullmatch(r"v(\d{4})_\w+\.py", name))))


def newest() -> str:
    """The version this program wants."""
    return known()[-1]


def current(database: Database) -> str | None:
    """The version the database has; None: no tables yet. HalfMade if there are tables, but no version."""
    with database.engine.connect() as connection:
        tables = inspect(connection).get_table_names()
        version: str | None = None
        if VERSION_TABLE in tables:
            version = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608 (a constant)
        others = [name for name in tables if name != VERSION_TABLE]
        if version is None and others:
            raise HalfMade(
                f"the database has {len(others)} tables, but no version: it was half made, or belongs to another program. "
                "Restore a backup into an empty database, or start with another one"
            )
        return version


def upgrade(database: Database, to: str = "head") -> tuple[str | None, str]:
    """Apply what is missing, all or nothing; the versions before and after."""
    before = current(database)
    if before is not None and before not in known():
        raise NotMigrated(
            f"the database is at version {before}, which this program does not know: it is newer. Upgrade the program."
        )
    if before == newest() and to == "head":
        return before, before
    from alembic import command

    writing = database.engine.connect().execution_options(arena_writes=True)
    with writing as connection, _free_to_rebuild(connection, database), connection.begin():
        command.upgrade(_config(connection), to)
        if database.is_sqlite and (broken := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
            raise HalfMade(f"the upgrade would leave a row of {broken[0]} without its row of {broken[2]}")
    return before, newest() if to == "head" else to


@contextmanager
def _free_to_rebuild(connection: Connection, database: Database) -> Iterator[None]:
    """SQLite alters a table by replacing it with a copy. It refuses to drop a table that others refer to, unless foreign keys are off."""
    if not database.is_sqlite:
        yield
        return
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    raw.execute("PRAGMA foreign_keys = OFF")  # heard only outside a transaction
    try:
        yield
    finally:
        raw.execute("PRAGMA foreign_keys = ON")


def _config(connection: Connection) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("arena.db").joinpath("migrations")))
    config.attributes["connection"] = connection
    return config


NO_ARENA = (
    "there is no arena in this database yet: name the folder of yours with --data, start one with `arena up`, or run "
    "`arena db upgrade`"
)


def require_newest(database: Database) -> None:
    """NotMigrated unless the tables fit this program."""
    version = current(database)
    if version is None:
        raise NotMigrated(NO_ARENA)
    if version != newest():
        raise NotMigrated(
            f"the database is at version {version}, this program needs {newest()}: run `arena db upgrade`"
        )
