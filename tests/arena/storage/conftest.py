"""Databases of both kinds, real, each test with tables of its own."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, text

from arena.db.database import Database, upgrade
from tests.services.servers import postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of this test process."""
    with postgres_server() as address:
        yield address


def new_postgres_database(server: str) -> str:
    """The address of a new empty database of that server."""
    name = f"arena_{uuid4().hex}"
    admin = create_engine(server.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    admin.dispose()
    return server.replace("/postgres?", f"/{name}?")


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/arena.db"
    return new_postgres_database(request.getfixturevalue("postgres"))


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    """A database with all tables."""
    opened = Database(address)
    upgrade(opened)
    yield opened
    opened.close()
