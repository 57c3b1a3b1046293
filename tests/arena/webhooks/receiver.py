"""A real receiver of webhooks: answers as it is told, and keeps what came."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue


@dataclass(frozen=True)
class Call:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    url: str
    answers: list[int] = field(default_factory=list)
    """The status of each answer, in order; 200 once there are no more."""
    calls: "Queue[Call]" = field(default_factory=Queue)

    def next(self) -> Call:
        return self.calls.get(timeout=30)


@contextmanager
def receiver(*answers: int) -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            code = listening.answers.pop(0) if listening.answers else 200
            self.send_response(code)
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()
            listening.calls.put(Call(self.path, dict(self.headers), body))

        def log_message(self, *_: object) -> None:
            """Nothing on stderr."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    listening = Receiver(f"http://127.0.0.1:{server.server_port}/arena?x=1", list(answers))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield listening
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
