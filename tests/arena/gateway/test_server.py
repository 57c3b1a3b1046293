"""Health, reflection, TLS, settings."""

import asyncio
import datetime as dt
import ipaddress
import stat
from contextlib import asynccontextmanager

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from arena.gateway.connections import Connections
from arena.gateway.server import Gateway
from arena.gateway.settings import InvalidSettings, Settings
from arena.gateway.tokens import BotIdentity, KnownTokens
from arena.sdk import Bot
from arena.sdk.client import Client
from arena.sdk.endpoints import Endpoint
from tests.arena.streams import LONG, house, on_loop


@on_loop
async def test_health_says_whether_it_serves():
    async with house("ann") as place, aio.insecure_channel(place.address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        for name in ("", "arena.v1.BotGateway"):
            answer = await stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=LONG)
            assert answer.status == health_pb2.HealthCheckResponse.SERVING


@on_loop
async def test_reflection_lists_the_services_and_describes_them():
    async with house("ann") as place, aio.insecure_channel(place.address) as channel:
        call = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo()
        await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        listed = await asyncio.wait_for(call.read(), LONG)
        names = {service.name for service in listed.list_services_response.service}
        assert {"arena.v1.BotGateway", "grpc.health.v1.Health"} <= names
        await call.write(reflection_pb2.ServerReflectionRequest(file_containing_symbol="arena.v1.BotGateway"))
        described = await asyncio.wait_for(call.read(), LONG)
        assert b"arena/v1/bots.proto" in described.file_descriptor_response.file_descriptor_proto[0]
        await call.done_writing()


def certificate(folder):
    """A certificate for 127.0.0.1, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "arena")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "key.pem").write_bytes(private)
    return folder / "cert.pem", folder / "key.pem"


@on_loop
async def test_bots_dial_in_over_tls(tmp_path, caplog):
    public, private = certificate(tmp_path)
    connections = Connections(Settings(tls_certificate=public, tls_key=private))
    tokens = KnownTokens({"secret": BotIdentity("ann", "Ann")})
    async with Gateway(connections, tokens) as gateway:
        client = Client(Bot(), Endpoint(gateway.address, "secret", authority=public))
        playing = asyncio.ensure_future(client.play())
        await asyncio.wait_for(connections.arrived("ann"), LONG)
        await client.finish()
        assert await asyncio.wait_for(playing, LONG) == 0
        async with aio.insecure_channel(gateway.address) as channel:  # plain text gets no answer
            with pytest.raises(aio.AioRpcError):
                await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=2)
        (tmp_path / "other").mkdir()
        stranger, _ = certificate(tmp_path / "other")
        client = Client(Bot(), Endpoint(gateway.address, "secret", authority=stranger), give_up_seconds=0.1)
        assert await asyncio.wait_for(client.play(), LONG) == 1  # nor is a certificate believed that nobody vouches for
        assert "certificate is not trusted" in caplog.text


def test_a_certificate_that_cannot_be_used_is_named(tmp_path):
    (tmp_path / "other").mkdir()
    public, private = certificate(tmp_path)
    _, stranger = certificate(tmp_path / "other")
    assert Settings(tls_certificate=public, tls_key=private)
    for key in (stranger, public):
        with pytest.raises(InvalidSettings, match="cannot be used together"):
            Settings(tls_certificate=public, tls_key=key)


@on_loop
async def test_a_port_that_is_taken_is_an_error_not_a_share():
    async with house("ann") as place:
        other = Gateway(place.connections, place.tokens, Settings(port=int(place.address.rsplit(":", 1)[1])))
        with pytest.raises(OSError, match="cannot listen"):
            await other.start()


def test_plain_text_off_loopback_needs_an_explicit_flag(tmp_path):
    with pytest.raises(InvalidSettings, match="ARENA_GRPC_PLAIN_TEXT"):
        Settings(host="0.0.0.0")
    assert Settings(host="0.0.0.0", plain_text=True).plain_text
    for host in ("127.0.0.1", "::1", "[::1]", "localhost"):
        assert Settings(host=host).host == host
    with pytest.raises(InvalidSettings, match="go together"):
        Settings(tls_key=tmp_path / "key.pem")
    with pytest.raises(InvalidSettings, match="there is no file"):
        Settings(tls_key=tmp_path / "key.pem", tls_certificate=tmp_path / "cert.pem")
    with pytest.raises(InvalidSettings, match="port"):
        Settings(port=70_000)


def test_the_status_of_every_ending_is_known():
    from arena.gateway.session import STATUS

    assert STATUS["aborted"] is grpc.StatusCode.ABORTED


@asynccontextmanager
async def two_entrances(folder):
    """A gateway with an entrance for hosted bots; Ann dials in, Bo is hosted."""
    connections = Connections(Settings(host=f"unix:{folder}/outside.sock", hosted=f"unix:{folder}/inside.sock"))
    tokens = KnownTokens(
        {"token-ann": BotIdentity("ann", "Ann"), "token-bo": BotIdentity("bo", "Bo", hosted=True)},
    )
    async with Gateway(connections, tokens) as gateway:
        yield gateway


@on_loop
async def test_a_hosted_bots_token_works_at_its_own_entrance_alone(tmp_path):
    async with two_entrances(tmp_path) as gateway:
        inside = Endpoint(gateway.inside.address, "token-bo", plain_text=True)
        client = Client(Bot(), inside)
        playing = asyncio.ensure_future(client.play())
        await asyncio.wait_for(gateway.connections.arrived("bo"), LONG)
        await client.finish()
        assert await asyncio.wait_for(playing, LONG) == 0
        assert "works only from its sandbox" in await refused(gateway.address, "token-bo")
        assert "with no other" in await refused(gateway.inside.address, "token-ann")


@on_loop
async def test_the_entrance_of_hosted_bots_leads_to_nothing_but_their_matches(tmp_path):
    async with two_entrances(tmp_path) as gateway, aio.insecure_channel(gateway.inside.address) as channel:
        with pytest.raises(aio.AioRpcError) as error:
            await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=LONG)
        assert error.value.code() == grpc.StatusCode.UNIMPLEMENTED
        assert stat.S_IMODE((tmp_path / "inside.sock").stat().st_mode) == 0o600


@on_loop
async def test_a_gateway_that_ends_leaves_the_entrance_of_the_next_one_open(tmp_path):
    async with two_entrances(tmp_path) as gateway:
        (tmp_path / "inside.sock").unlink()
        (tmp_path / "inside.sock").symlink_to("inside.sock.of-the-next")
    assert gateway.inside.address
    assert (tmp_path / "inside.sock").is_symlink()


async def refused(address, token):
    """What a caller with that token reads."""
    async with aio.insecure_channel(address) as channel:
        call = channel.stream_stream("/arena.v1.BotGateway/Play")(metadata=[("authorization", f"Bearer {token}")])
        with pytest.raises(aio.AioRpcError) as error:
            await asyncio.wait_for(call.read(), LONG)
    return error.value.details()
