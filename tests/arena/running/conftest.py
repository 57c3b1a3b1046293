"""A real Redis per test process, emptied for every test, and a database with tables."""

from collections.abc import Iterator

import orjson
import pytest
from redis import Redis

from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import Database, upgrade
from arena.transport import keys
from tests.services.servers import RedisServer, redis_server


@pytest.fixture(scope="session")
def redis_process(tmp_path_factory) -> Iterator[RedisServer]:
    with redis_server(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def redis(redis_process) -> Iterator[Redis]:
    client = redis_process.client()
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def database(tmp_path) -> Iterator[Database]:
    opened = Database(f"sqlite:///{tmp_path}/arena.db")
    upgrade(opened)
    yield opened
    opened.close()


@pytest.fixture
def bots(database) -> list[int]:
    """Two bots of two teams; their ids."""
    with database.write() as session:
        return [create_bot(session, name, add_team(session, f"t-{name}", "test"), "test").id for name in ("ai", "bo")]


def show(
    redis: Redis,
    bot_id: int,
    *,
    at_once: int = 1,
    games: tuple[str, ...] = (),
    finishing: bool = False,
    version: str = "1",
) -> None:
    """Let a bot be connected, to a gateway."""
    redis.set(keys.GATEWAYS, 1)
    told = {"gateway": "g", "session": 1, "at_once": at_once, "games": games, "finishing": finishing}
    redis.set(keys.presence(bot_id), orjson.dumps({**told, "version": version, "language": "python"}))
