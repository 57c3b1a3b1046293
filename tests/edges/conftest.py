"""Every edge of the arena over SQLite and over PostgreSQL: the same played history, a copy of it for every test."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import create_engine, make_url, text

from arena.db.database import Database, upgrade
from tests.arena.storage.conftest import new_postgres_database
from tests.services.servers import postgres_server
from tests.web import world as worlds
from tests.web.conftest import app, cheap_passwords, client, one_app, redis_server, sign_in
from web import limits

__all__ = ["app", "cheap_passwords", "client", "one_app", "redis_server", "sign_in"]
Copy = Callable[[], AbstractContextManager[Database]]


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def played(request, tmp_path_factory) -> Iterator[tuple[Copy, worlds.World]]:
    """What copies the history, and what is in it."""
    if request.param == "sqlite":
        yield _in_sqlite(tmp_path_factory)
    else:
        with postgres_server() as server:
            yield _in_postgres(server)


def _in_sqlite(tmp_path_factory) -> tuple[Copy, worlds.World]:
    path = tmp_path_factory.mktemp("world") / "arena.db"
    made = _made(f"sqlite:///{path}")

    @contextmanager
    def copied() -> Iterator[Database]:
        copy = tmp_path_factory.mktemp("copy") / "arena.db"
        shutil.copy(path, copy)
        database = Database(f"sqlite:///{copy}")
        yield database
        database.close()
        copy.unlink()

    return copied, made


def _in_postgres(server: str) -> tuple[Copy, worlds.World]:
    address = new_postgres_database(server)
    made, original = _made(address), make_url(address).database

    @contextmanager
    def copied() -> Iterator[Database]:
        admin = create_engine(server.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {original}_copy TEMPLATE {original}"))
        database = Database(address.replace(original, f"{original}_copy"))
        yield database
        database.close()
        with admin.connect() as connection:
            connection.execute(text(f"DROP DATABASE {original}_copy WITH (FORCE)"))
        admin.dispose()

    return copied, made


def _made(address: str) -> worlds.World:
    database = Database(address)
    upgrade(database)
    world = worlds.make(database)
    database.close()
    return world


@pytest.fixture
def world(played) -> Iterator[worlds.World]:
    copied, made = played
    with copied() as database:
        yield replace(made, database=database)


@pytest.fixture(autouse=True)
def no_limits(monkeypatch) -> None:
    """How often something may be tried is tested elsewhere."""
    many = {what: (10**9, window) for what, (_, window) in limits.LIMITS.items()}
    monkeypatch.setattr(limits, "LIMITS", many)
