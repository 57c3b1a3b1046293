"""The one way out of a sandbox: it carries everything, and a bot that sends or dials without end waits instead of keeping the runner busy."""

import socket
import threading
import time
from contextlib import ExitStack, contextmanager

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
        made.open(folder)

        def dial():
            end = socket.socket(socket.AF_UNIX)
            end.settimeout(30)
            end.connect(str(folder / SOCKET))
            return end

        try:
            yield server, dial
        finally:
            made.shut(folder)
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


def test_what_a_bot_says_before_the_gateway_is_there_arrives(tmp_path):
    with carried(tmp_path) as (server, dial):
        ends = [dial() for _ in range(MOST_CONNECTIONS)]
        for number, end in enumerate(ends):
            end.sendall(b"%d" % number)
        for _ in ends:
            with server.accept()[0] as peer:
                said = peer.recv(9)
                peer.sendall(b"welcome")
                assert ends[int(said)].recv(9) == b"welcome"
        for end in ends:
            end.close()


def test_more_connections_than_a_bot_may_have_wait_in_the_kernel(tmp_path):
    """To take and close them would keep the runner busy, and with it all its bots."""
    with carried(tmp_path) as (server, dial), ExitStack() as stack:
        ends = [stack.enter_context(dial()) for _ in range(MOST_CONNECTIONS)]
        peers = [stack.enter_context(server.accept()[0]) for _ in ends]
        waiting = [stack.enter_context(dial()) for _ in range(MOST_CONNECTIONS)]
        server.settimeout(0.5)
        with pytest.raises(TimeoutError):
            server.accept()
        refused = stack.enter_context(socket.socket(socket.AF_UNIX))
        refused.setblocking(False)
        with pytest.raises(BlockingIOError):
            [refused.connect(str(tmp_path / SOCKET)) for _ in range(3)]
        server.settimeout(30)
        peers[0].close()
        assert ends[0].recv(1) == b"", "its place is free again"
        stack.enter_context(server.accept()[0]).sendall(b"welcome")
        assert waiting[0].recv(9) == b"welcome"
