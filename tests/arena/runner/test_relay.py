"""The one way out of a sandbox: it carries everything, and a bot that sends or dials without end waits instead of keeping the runner busy."""

import socket
import threading
import time
from contextlib import contextmanager

import pytest

from arena.runner import relay
from arena.runner.relay import MOST_CONNECTIONS, QUICK_DIALS, Relay
from arena.sandbox.roots import SOCKET

WHOLE = 3 * 2**20


@contextmanager
def carried(folder):
    """A relay to a listening socket, and a function that dials it as the bot would."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(30)
        made = Relay(f"127.0.0.1:{server.getsockname()[1]}")
        listening = made.open(folder)

        def dial():
            end = socket.socket(socket.AF_UNIX)
            end.settimeout(30)
            end.connect(str(folder / SOCKET))
            return end

        try:
            yield server, dial
        finally:
            made.shut(listening, folder)
            made.close()


def test_every_byte_arrives_at_the_pace_that_is_allowed(tmp_path, monkeypatch):
    monkeypatch.setattr(relay, "BYTES_A_SECOND", 2**20 * 2)
    data = bytes(range(256)) * (WHOLE // 256)
    with carried(tmp_path) as (server, dial), dial() as bot:
        began = time.monotonic()
        sending = threading.Thread(target=bot.sendall, args=(data,))
        sending.start()
        peer, _ = server.accept()
        with peer, peer.makefile("rb") as file:
            assert file.read(WHOLE) == data
            assert time.monotonic() - began > 0.4, "1.5 seconds' worth, of which one at once"
            peer.sendall(b"welcome")
            assert bot.recv(9) == b"welcome"
        sending.join()


def test_a_bot_that_dials_without_end_waits_for_its_turn(tmp_path, monkeypatch):
    monkeypatch.setattr(relay, "DIAL_SECONDS", 600.0)
    with carried(tmp_path) as (server, dial):
        for _ in range(QUICK_DIALS):
            with dial() as end:
                server.accept()[0].close()
                assert end.recv(1) == b"", "its place is free again"
        server.settimeout(0.5)
        with dial(), pytest.raises(TimeoutError):
            server.accept()


def test_a_bot_has_few_connections(tmp_path):
    with carried(tmp_path) as (server, dial):
        ends = [dial() for _ in range(MOST_CONNECTIONS + 1)]
        peers = [server.accept()[0] for _ in range(MOST_CONNECTIONS)]
        assert ends[-1].recv(1) == b"", "closed"
        for end in (*ends, *peers):
            end.close()
