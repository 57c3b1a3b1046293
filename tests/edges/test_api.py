"""Hostile strings in every parameter of the JSON API, as its description lists them, and in every text of every call, as the protos do."""

from collections.abc import Iterator
from urllib.parse import quote

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor
from grpc import StatusCode

from arena.db.database import Database, upgrade
from arena.gateway.api.service import Allowance
from arena.v1 import arena_pb2 as pb
from tests.arena.api.conftest import serving
from tests.arena.api.test_authorisation import REQUESTS, STREAMS
from tests.arena.storage.conftest import new_postgres_database
from tests.arena.storage.small_world import World, small_world
from tests.edges.stored import unshowable
from tests.hostile import STRINGS
from tests.services.servers import postgres_server
from web.api.description import description

OURS = {StatusCode.INTERNAL, StatusCode.UNKNOWN, StatusCode.UNAVAILABLE, StatusCode.DATA_LOSS, StatusCode.ABORTED}
"""How a call ends that failed on our side."""
LETTERS = 20_000


def operations() -> list[tuple[str, list[dict]]]:
    """Paths and their parameters."""
    return [(path, given["get"].get("parameters", [])) for path, given in description()["paths"].items()]


def encoded(text: str) -> str:
    return quote(text[:LETTERS].encode("utf-8", "surrogatepass"), safe="")


@pytest.mark.parametrize(("path", "parameters"), operations(), ids=[path for path, _ in operations()])
def test_every_parameter_of_the_json_api(client, path, parameters):
    usual = {"slug": "nippon-open", "name": "shinobi", "match_id": "1", "set_id": "1"}
    for one in parameters:
        for title, text in STRINGS.items():
            if one["in"] == "path":
                asked = path.format(**{**usual, one["name"]: encoded(text[:500])})
            else:
                asked = f"{path.format(**usual)}?{one['name']}={encoded(text)}"
            answer = client.get(asked)
            assert answer.status_code < 500, (one["name"], title)
            if answer.status_code >= 400 and answer.is_json:
                assert answer.json["detail"], (one["name"], title)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def world(request, tmp_path_factory) -> Iterator[World]:
    if request.param == "sqlite":
        yield from _filled(f"sqlite:///{tmp_path_factory.mktemp('calls')}/arena.db")
    else:
        with postgres_server() as server:
            yield from _filled(new_postgres_database(server))


def _filled(address: str) -> Iterator[World]:
    database = Database(address)
    upgrade(database)
    yield small_world(database)
    database.close()


@pytest.fixture(scope="module")
def served(world, redis_server):
    with redis_server.client() as redis, serving(world, redis, Allowance(burst=10**6)) as made:
        yield made


def texts(message) -> list[FieldDescriptor]:
    """The text fields of a message, those of lists and maps included."""
    found = []
    for one in message.DESCRIPTOR.fields:
        inside = one.message_type
        mapped = inside is not None and inside.GetOptions().map_entry
        if one.type == FieldDescriptor.TYPE_STRING or mapped:
            found.append(one)
        else:
            assert inside is None, f"{one.full_name}: a message inside a request is not tried yet"
    return found


def with_text(usual, one: FieldDescriptor, text: str):
    made = type(usual)()
    made.CopyFrom(usual)
    if one.message_type is not None:
        getattr(made, one.name)[text] = text
        getattr(made, one.name)["edition"] = text
    elif one.is_repeated:
        getattr(made, one.name)[:] = [text, "tanuki"]
    else:
        setattr(made, one.name, text)
    return made


@pytest.mark.parametrize("rpc", REQUESTS)
def test_every_text_of_every_call(served, rpc):
    usual = REQUESTS[rpc]
    for one in texts(usual):
        for title, text in STRINGS.items():
            sent = text[:LETTERS].encode("utf-8", "replace").decode()  # protobuf sends no half characters
            try:
                answer = getattr(served.of("aki"), rpc)(with_text(usual, one, sent))
                if rpc in STREAMS:
                    list(answer)
            except grpc.RpcError as wrong:
                assert wrong.code() not in OURS, (one.name, title, wrong.details())
                assert wrong.details()
    assert unshowable(served.world.database) == []


def test_every_call_is_tried():
    assert {one.name for one in pb.DESCRIPTOR.services_by_name["ArenaService"].methods} == set(REQUESTS)
