"""The three pages of a part: /metrics, /live, /ready. Used by server.py, and by the site under its own roof."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from arena.metrics.figures import REGISTRY

log = logging.getLogger(__name__)

TEXT = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Page:
    """An answer."""

    status: int
    kind: str
    body: bytes


class Pages:
    """What a part answers."""

    def __init__(self, troubles: Callable[[], list[str]], registry: CollectorRegistry = REGISTRY) -> None:
        self._troubles = troubles
        self._registry = registry

    def answer(self, path: str) -> Page:
        """The page for a path; 404 for any other."""
        if path == "/metrics":
            return self._metrics()
        if path == "/live":
            return Page(200, TEXT, b"alive\n")
        if path == "/ready":
            troubles = self._troubles()
            return Page(503 if troubles else 200, TEXT, ("\n".join(troubles) or "ready").encode() + b"\n")
        return Page(404, TEXT, b"there are /metrics, /live and /ready\n")

    def _metrics(self) -> Page:
        try:
            return Page(200, CONTENT_TYPE_LATEST, generate_latest(self._registry))
        except Exception as wrong:
            log.warning("the figures could not be gathered: %s", type(wrong).__name__)
            return Page(503, TEXT, b"the figures could not be gathered; see /ready\n")
