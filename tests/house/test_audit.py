"""The audit of dependencies: what it asks, what it finds, and that it gives up soon where nobody answers."""

import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tools import audit


@pytest.fixture
def database():
    """An advisory database that knows one hole, in flask; what it was asked is kept."""
    asked = []

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.extend(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"])
            known = [{"vulns": [{"id": "GHSA-1"}]} if one["package"]["name"] == "flask" else {} for one in asked]
            body = json.dumps({"results": known}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing on stderr."""

    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join()
    server.server_close()


def test_every_pinned_package_is_asked_about_and_a_hole_fails_the_check(database, capsys):
    address, asked = database
    assert audit.main(address) == 1
    assert len(asked) == len(audit.pinned(audit.LOCK.read_text("utf-8"))) > 50
    assert "audit: flask" in capsys.readouterr().out


def test_a_hole_that_does_not_concern_us_is_passed_over(database, capsys, monkeypatch):
    monkeypatch.setitem(audit.ACCEPTED, "GHSA-1", "a test")
    assert audit.main(database[0]) == 0
    assert "no known holes in" in capsys.readouterr().out


def test_where_nobody_answers_it_is_skipped_with_one_line(capsys):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        assert audit.main(f"http://127.0.0.1:{closed.getsockname()[1]}") == 0
    said = capsys.readouterr().out
    assert said.startswith("audit: skipped, no advisory database can be reached")
    assert said.count("\n") == 1


def test_a_database_that_says_nothing_is_not_waited_for(capsys, monkeypatch):
    monkeypatch.setattr(audit, "LONGEST_SECONDS", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        began = time.monotonic()
        assert audit.main(f"http://127.0.0.1:{silent.getsockname()[1]}") == 0
    assert time.monotonic() - began < 60
    assert "skipped" in capsys.readouterr().out
