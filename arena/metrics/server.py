"""A process's figures and health over HTTP: /metrics, /live, /ready."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from arena.db.database import Database, require_newest
from arena.errors import ArenaError
from arena.metrics.figures import OTHERS, REGISTRIES
from arena.settings import Settings

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 3
TEXT = "text/plain; charset=utf-8"


class Health:
    """Whether a process can work: the database has the right tables and Redis answers.

    It has separate connections, so that a process that is merely busy is not taken for dead.
    """

    def __init__(self, settings: Settings) -> None:
        self._database = Database(settings.database_address, pool=1)
        self._redis: Redis = Redis.from_url(
            settings.redis_address, socket_connect_timeout=PATIENCE_SECONDS, socket_timeout=PATIENCE_SECONDS
        )

    def troubles(self) -> list[str]:
        """What keeps the process from working, in sentences without addresses or passwords; empty: ready."""
        return [trouble for trouble in (self._database_trouble(), self._redis_trouble()) if trouble]

    def close(self) -> None:
        """Give the connections back."""
        self._database.close()
        self._redis.close()

    def _database_trouble(self) -> str:
        try:
            require_newest(self._database)
        except ArenaError as error:
            return str(error)
        except SQLAlchemyError as error:
            return f"the database does not answer ({type(error).__name__})"
        return ""

    def _redis_trouble(self) -> str:
        try:
            self._redis.ping()
        except RedisError as error:
            return f"Redis does not answer ({type(error).__name__})"
        return ""


@dataclass(frozen=True, slots=True)
class Response:
    """What a path answers."""

    status: int
    kind: str
    body: bytes


class Probes:
    """The three paths of a process: /metrics, /live, /ready. The site serves them itself, other processes through a `MetricsServer`."""

    def __init__(self, troubles: Callable[[], list[str]], registry: CollectorRegistry = OTHERS) -> None:
        self._troubles = troubles
        self._registry = registry

    def answer(self, path: str) -> Response:
        """The response for a path; 404 for any other."""
        if path == "/metrics":
            return self._metrics()
        if path == "/live":
            return Response(200, TEXT, b"alive\n")
        if path == "/ready":
            troubles = self._troubles()
            return Response(503 if troubles else 200, TEXT, ("\n".join(troubles) or "ready").encode() + b"\n")
        return Response(404, TEXT, b"there are /metrics, /live and /ready\n")

    def _metrics(self) -> Response:
        try:
            return Response(200, CONTENT_TYPE_LATEST, generate_latest(self._registry))
        except Exception as error:
            log.warning("the figures could not be gathered: %s", type(error).__name__)
            return Response(503, TEXT, b"the figures could not be gathered; see /ready\n")


class MetricsServer:
    """A small HTTP server in a separate thread. Listens until closed."""

    def __init__(self, host: str, port: int, probes: Probes) -> None:
        self._http = _Server((host, port), _handler(probes))
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


def _handler(probes: Probes) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 10
        server_version = "arena"
        sys_version = ""

        def do_GET(self) -> None:
            response = probes.answer(self.path.partition("?")[0])
            self.send_response(response.status)
            self.send_header("Content-Type", response.kind)
            self.send_header("Content-Length", str(len(response.body)))
            self.end_headers()
            self.wfile.write(response.body)

        def log_message(self, *_: Any) -> None:
            """Scrapes come every few seconds; they are not worth a line."""

    return Handler


def start(settings: Settings, part: str) -> MetricsServer | None:
    """Serve the figures of a part if the settings ask for it. A port that is taken is logged, and never keeps a process from its work."""
    if settings.metrics_port == 0:
        return None
    health = Health(settings)
    try:
        server = MetricsServer(
            settings.metrics_host, settings.metrics_port, Probes(health.troubles, REGISTRIES.get(part, OTHERS))
        )
    except OSError as error:
        log.error("no figures on %s port %s: %s", settings.metrics_host, settings.metrics_port, error.strerror)  # noqa: TRY400 (a sentence is enough)
        health.close()
        return None
    log.info("figures and health on port %s", server.port)
    return server


log = logging.getLogger(__name__)
