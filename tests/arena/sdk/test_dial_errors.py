"""Why there is no connection, tried with real servers that are not what the bot expects."""

import asyncio
import subprocess
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from grpc import aio

from arena.cli.__main__ import main
from arena.gateway.connections import Connections
from arena.gateway.server import Gateway
from arena.gateway.settings import Settings
from arena.gateway.tokens import KnownTokens
from arena.sdk import Bot, run
from arena.sdk.client import Client
from arena.sdk.endpoints import Endpoint
from tests.arena.streams import LONG, house, on_loop


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    alternative = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run([*words, *alternative, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    return key, certificate


async def said(caplog, where):
    """What a bot says of its first try to dial there."""
    dialling = Client(Bot(), where)
    task = asyncio.ensure_future(dialling.play())
    async with asyncio.timeout(LONG):
        while not dialling._logged_reason and not task.done():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await dialling.finish()
    await asyncio.wait_for(task, LONG)
    return caplog.text


@on_loop
async def test_nobody_listens(caplog):
    text = await said(caplog, Endpoint("127.0.0.1:1", "token"))
    assert "no connection to 127.0.0.1:1: nothing listens there (connection refused)" in text


@on_loop
async def test_a_slow_way_is_no_failure():
    """Half a second from a bot to its arena: more than any way round the world, and no reason to hang up."""
    async with house("ann") as place:
        host, port = place.address.rsplit(":", 1)

        async def carry(reader, writer):
            with suppress(ConnectionError):
                while data := await reader.read(65536):
                    await asyncio.sleep(0.5)
                    writer.write(data)
            writer.close()

        async def carried(reader, writer):
            there = await asyncio.open_connection(host, int(port))
            ways.append(asyncio.gather(carry(reader, there[1]), carry(there[0], writer)))

        ways = []
        slow = await asyncio.start_server(carried, "127.0.0.1", 0)
        dialling = Client(Bot(), Endpoint(f"127.0.0.1:{slow.sockets[0].getsockname()[1]}", "token-ann"))
        task = asyncio.ensure_future(dialling.play())
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        assert not dialling._logged_reason
        await dialling.finish()
        assert await asyncio.wait_for(task, LONG) == 0
        slow.close()
        for way in ways:
            await asyncio.wait_for(way, LONG)


@on_loop
async def test_an_unknown_host(caplog):
    text = await said(caplog, Endpoint("arena.invalid:50051", "token", plain_text=True))
    assert "host name" in text and "ARENA_ENDPOINT" in text


@on_loop
async def test_tls_to_a_gateway_in_plain_text(caplog, certificate):
    async with house("ann") as place:
        text = await said(caplog, Endpoint(place.address, "token", authority=certificate[1]))
    assert "the server speaks plain text, but this bot dials with TLS: set ARENA_PLAIN_TEXT=1" in text


@on_loop
async def test_plain_text_to_a_gateway_with_tls(caplog, certificate):
    gateway = Gateway(
        Connections(Settings()), KnownTokens(), Settings(tls_certificate=certificate[1], tls_key=certificate[0])
    )
    await gateway.start()
    text = await said(caplog, Endpoint(gateway.address, "token"))
    assert "this bot dials in plain text. If it expects TLS" in text
    caplog.clear()
    other = Endpoint(gateway.address.replace("127.0.0.1", "localhost"), "token", authority=certificate[1])
    assert "token is unknown" in await said(caplog, other)  # with the right authority it gets in
    await gateway.drain(grace=0.1)


@on_loop
async def test_a_certificate_that_nobody_vouches_for(caplog, certificate, monkeypatch):
    gateway = Gateway(
        Connections(Settings()), KnownTokens(), Settings(tls_certificate=certificate[1], tls_key=certificate[0])
    )
    await gateway.start()
    monkeypatch.setattr(Endpoint, "is_plain", property(lambda _: False))
    text = await said(caplog, Endpoint(gateway.address, "token"))
    assert "certificate is not trusted. For a private authority set ARENA_CA" in text
    await gateway.drain(grace=0.1)


@on_loop
async def test_the_port_of_the_site(caplog):
    class Site(BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

    site = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    text = await said(caplog, Endpoint(f"127.0.0.1:{site.server_port}", "token"))
    assert "a web server answers there, not a gateway" in text
    site.shutdown()
    site.server_close()


@on_loop
async def test_a_server_of_something_else(caplog):
    other = aio.server()
    port = other.add_insecure_port("127.0.0.1:0")
    await other.start()
    assert "not an arena's gateway" in await said(caplog, Endpoint(f"127.0.0.1:{port}", "token"))
    await other.stop(0)


@on_loop
async def test_a_gateway_says_that_a_token_is_of_the_other_kind(caplog):
    async with house("ann") as place:
        text = await said(caplog, Endpoint(place.address, "meiji_author_abc"))
    assert "this is an author token" in text and "arena token create --bot NAME" in text


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"ARENA_TOKEN": "meiji_author_abc"}, "ARENA_TOKEN is an author token"),
        ({"ARENA_TOKEN": ""}, "which bot is this?"),
        ({"ARENA_ENDPOINT": ""}, "where to dial?"),
        ({"ARENA_CA": "/none.pem"}, "ARENA_CA names /none.pem, which cannot be read: No such file"),
    ],
)
def test_a_bot_whose_settings_cannot_be_right_says_so_before_it_dials(settings, sentence, monkeypatch, capsys):
    usual = {"ARENA_ENDPOINT": "127.0.0.1:1", "ARENA_TOKEN": "x", "ARENA_GIVE_UP_SECONDS": "0"}  # it would dial once
    for name, value in (usual | settings).items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        run(Bot())
    assert ended.value.code == 2 and sentence in capsys.readouterr().err


def test_a_command_with_a_bots_token_says_so_before_it_calls(monkeypatch, capsys):
    monkeypatch.setenv("ARENA_TOKEN", "meiji_bot_abc")
    assert main(["why", "kabuki"]) != 0
    told = capsys.readouterr().err
    assert "ARENA_TOKEN is a bot's token" in told and "--author NAME" in told
