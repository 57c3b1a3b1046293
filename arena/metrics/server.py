"""A small HTTP server in a thread of its own for a part's figures and health."""

import logging
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from arena.metrics.health import Health
from arena.metrics.pages import Pages
from arena.settings import Settings

log = logging.getLogger(__name__)


class MetricsServer:
    """Listens until closed."""

    def __init__(self, host: str, port: int, pages: Pages) -> None:
        self._http = _Server((host, port), _handler(pages))
        self.port: int = self._http.server_address[1]
        self._thread = threading.Thread(target=self._http.serve_forever, name="metrics", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(10)


class _Server(ThreadingHTTPServer):
    daemon_threads = True


def _handler(pages: Pages) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 10
        server_version = "arena"
        sys_version = ""

        def do_GET(self) -> None:
            page = pages.answer(self.path.partition("?")[0])
            self.send_response(page.status)
            self.send_header("Content-Type", page.kind)
            self.send_header("Content-Length", str(len(page.body)))
            self.end_headers()
            self.wfile.write(page.body)

        def log_message(self, *_: Any) -> None:
            """Scrapes come every few seconds; they are not worth a line."""

    return Handler


def start(settings: Settings) -> MetricsServer | None:
    """Serve if the settings ask for it. A port that is taken is told and never keeps a part from its work."""
    if settings.metrics_port == 0:
        return None
    health = Health(settings)
    try:
        made = MetricsServer(settings.metrics_host, settings.metrics_port, Pages(health.troubles))
    except OSError as wrong:
        log.error("no figures on %s port %s: %s", settings.metrics_host, settings.metrics_port, wrong.strerror)  # noqa: TRY400 (a sentence is enough)
        health.close()
        return None
    log.info("figures and health on port %s", made.port)
    return made
