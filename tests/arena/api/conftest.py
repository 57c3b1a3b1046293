"""The API as it is served: a real gateway on a unix socket, a real Redis, SQLite."""

import asyncio
import shutil
import threading
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import grpc
import pytest

from arena.db.database import Database, upgrade
from arena.gateway.api.requests import Room
from arena.gateway.api.service import Allowance, ArenaService
from arena.gateway.connections import Connections
from arena.gateway.server import Gateway
from arena.gateway.settings import Settings
from arena.gateway.tokens import KnownTokens
from arena.v1 import arena_pb2_grpc
from tests.arena.running.conftest import redis, redis_process
from tests.arena.storage.small_world import World, small_world

__all__ = ["redis", "redis_process"]
LONG = 60.0


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory) -> Path:
    """A SQLite file with all tables and no row."""
    file = tmp_path_factory.mktemp("empty") / "arena.db"
    made = Database(f"sqlite:///{file}")
    upgrade(made)
    made.close()
    return file


@pytest.fixture
def world(empty_file, tmp_path):
    file = tmp_path / "arena.db"
    shutil.copy(empty_file, file)
    made = Database(f"sqlite:///{file}")
    yield small_world(made)
    made.close()


class Calls:
    """Calls of one token: `calls.ListGames(request)`."""

    def __init__(self, stub, token: str | None) -> None:
        self._stub = stub
        self._metadata = [] if token is None else [("authorization", f"Bearer {token}")]

    def __getattr__(self, name: str):
        rpc = getattr(self._stub, name)
        return lambda request: rpc(request, metadata=self._metadata, timeout=LONG)


class Served:
    """The API on its socket."""

    def __init__(self, world: World, address: str, channel: grpc.Channel) -> None:
        self.world = world
        self.address = address
        self._stub = arena_pb2_grpc.ArenaServiceStub(channel)

    def of(self, name: str) -> Calls:
        """Calls with the token of an account or bot."""
        return Calls(self._stub, self.world.tokens[name])

    def with_token(self, token: str | None) -> Calls:
        return Calls(self._stub, token)


@contextmanager
def serving(world, redis, allowance=None):
    folder = mkdtemp(prefix="api-")  # short: a socket's path has at most 107 characters
    ready: Future[str] = Future()
    ended = threading.Event()

    async def serve() -> None:
        service = ArenaService(Room(world.database, redis, "https://arena.test"), allowance)
        gateway = Gateway(Connections(Settings(host=f"unix:{folder}/s")), KnownTokens(), services=[service])
        async with gateway:
            ready.set_result(gateway.address)
            await asyncio.to_thread(ended.wait)
        service.close()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    try:
        address = ready.result(LONG)
        with grpc.insecure_channel(address) as channel:
            yield Served(world, address, channel)
    finally:
        ended.set()
        thread.join(LONG)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def served(world, redis):
    with serving(world, redis, Allowance(burst=10_000)) as made:
        yield made
