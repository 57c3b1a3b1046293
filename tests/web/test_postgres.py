"""The site over PostgreSQL: the tests that read the most of its statements once more, over the other kind of database.

The history is played once; each test gets a copy of its database.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlalchemy import create_engine, make_url, text

from arena.db.database import Database, upgrade
from tests.arena.storage.conftest import new_postgres_database
from tests.services.servers import postgres_server
from tests.web import world as worlds
from tests.web.test_access import test_every_link_somebody_signed_in_can_follow_answers  # noqa: F401
from tests.web.test_bot_fingerprints import redis, test_the_kept_page_shows_every_change, visit  # noqa: F401
from tests.web.test_kept import keeping  # noqa: F401
from tests.web.test_pages import test_every_link_the_public_can_follow_answers  # noqa: F401
from tests.web.test_seasons import spring, test_every_link_of_the_season_answers  # noqa: F401


@pytest.fixture(scope="module")
def played() -> Iterator[tuple[str, str, worlds.World]]:
    """The server, the address of the history there, and what is in it."""
    with postgres_server() as server:
        address = new_postgres_database(server)
        database = Database(address)
        upgrade(database)
        world = worlds.make(database)
        database.close()
        yield server, address, world


@pytest.fixture
def world(played) -> Iterator[worlds.World]:
    server, original, made = played
    admin = create_engine(server.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    copy = make_url(original).database + "_copy"
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {copy} TEMPLATE {make_url(original).database}"))
    database = Database(original.replace(make_url(original).database, copy))
    yield replace(made, database=database)
    database.close()
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {copy}"))
    admin.dispose()
