"""The site over a real SQLite and a real Redis. The history is played once per test process; each test gets a copy of its file."""

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient

from arena.access import credentials
from arena.db.database import Database, upgrade
from arena.settings import Settings
from tests.services.servers import RedisServer
from tests.web import world as worlds
from web.app import create_app
from web.site import Site

SignIn = Callable[[str], FlaskClient]


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """Hashing costs time and memory on purpose; tests sign in hundreds of times."""
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(credentials, "_hasher", cheap)
        patch.setattr(credentials, "_NOBODY", cheap.hash("nobody"))
        yield


@pytest.fixture(scope="session")
def played(tmp_path_factory) -> tuple[Path, worlds.World]:
    """The file with the history, and what is in it."""
    path = tmp_path_factory.mktemp("world") / "arena.db"
    database = Database(f"sqlite:///{path}")
    upgrade(database)
    world = worlds.make(database)
    database.close()
    return path, world


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def world(played, tmp_path) -> Iterator[worlds.World]:
    path, made = played
    shutil.copy(path, tmp_path / "arena.db")
    database = Database(f"sqlite:///{tmp_path}/arena.db")
    yield replace(made, database=database)
    database.close()


@pytest.fixture(scope="session")
def one_app(redis_server) -> Iterator[Flask]:
    """Made once: compiling templates is most of the work."""
    with redis_server.client() as redis:
        yield create_app(Settings(data=Path("unused"), web_keep_seconds=0), Database("sqlite://"), redis)


@pytest.fixture
def app(one_app, world, tmp_path) -> Flask:
    """The site over this test's world, with an empty Redis."""
    was = one_app.extensions["arena"]
    was.redis.flushall()
    one_app.extensions["arena"] = Site(Settings(data=tmp_path, web_keep_seconds=0), world.database, was.redis)
    return one_app


@pytest.fixture
def client(app) -> FlaskClient:
    """The public."""
    return app.test_client()


def form_word(page: str) -> str:
    """The word against forged forms, out of a page."""
    found = re.search(r'name="csrf" value="([^"]+)"', page)
    assert found, page
    return found.group(1)


@pytest.fixture
def sign_in(app) -> SignIn:
    """A client that is signed in as somebody."""

    def entering(name: str) -> FlaskClient:
        made = app.test_client()
        word = form_word(made.get("/sign-in").text)
        answer = made.post("/sign-in", data={"csrf": word, "name": name, "password": worlds.PASSWORD})
        assert answer.status_code == 303, answer.text
        return made

    return entering
