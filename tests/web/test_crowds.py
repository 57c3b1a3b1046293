"""Connections that say nothing, send slowly or come all from one address cost nobody else the site."""

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.web.served import served
from web.connections import MOST_SILENT

HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
HALF_A_BODY = b"POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nname="
PER_ADDRESS = 50


@pytest.fixture(scope="module")
def site(played, redis_server, tmp_path_factory):
    folder = tmp_path_factory.mktemp("crowded")
    with served(played[0], folder, redis_server, web_threads=2, web_connections_per_address=PER_ADDRESS) as made:
        yield made


@pytest.fixture(autouse=True)
def many_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 6000)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def crowd(site, size: int, said: bytes, addresses: int) -> Iterator[list[socket.socket]]:
    """Connections from some addresses of this machine, none of them the one that honest visitors have."""
    with ExitStack() as stack:
        lines = []
        for number in range(size):
            source = (f"127.1.{number % addresses // 250}.{number % addresses % 250 + 1}", 0)
            lines.append(stack.enter_context(socket.create_connection((site.host, site.port), 30, source)))
            lines[-1].sendall(said)
        yield lines


def test_one_address_has_so_many_connections_and_no_more(site):
    with crowd(site, PER_ADDRESS + 20, HALF_A_HEAD, addresses=1) as lines:
        for refused in lines[PER_ADDRESS:]:
            assert refused.recv(100).startswith(b"HTTP/1.1 429 ")
        assert site.get("/games").status == 200, "others are none the worse"
    with crowd(site, 1, b"GET /games HTTP/1.1\r\nHost: x\r\n\r\n", addresses=1) as (again,):
        assert again.recv(100).startswith((b"HTTP/1.1 200 ", b"HTTP/1.1 429 "))


def test_2100_half_open_connections_keep_nobody_out(site):
    """From sixty addresses. Beyond a bound the oldest silent ones are closed."""
    with crowd(site, 2100, HALF_A_HEAD, addresses=60) as lines:
        assert [site.get(path).status for path in ("/", "/games", "/matches")] == [200] * 3
        assert lines[0].recv(100) == b"", "the oldest is gone"
        lines[-1].sendall(b"\r\n")
        assert lines[-1].recv(100).startswith(b"HTTP/1.1 200 "), "the newest is still served"
        assert len(lines) > 2 * MOST_SILENT


def test_slow_bodies_keep_nobody_out(site):
    """More than there are places for forms that arrive; pages are read all the same."""
    with crowd(site, 120, HALF_A_BODY, addresses=60) as lines:
        assert [site.get(path).status for path in ("/", "/games", "/matches")] == [200] * 3
        assert lines[-1].recv(100).startswith(b"HTTP/1.1 503 "), "forms have a bound of their own"
