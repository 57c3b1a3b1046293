"""What every answer carries: a request id, security headers, an ETag; and a line in the log."""

import logging
import re
import time
from collections.abc import Mapping
from secrets import token_hex

from flask import Flask, Response, g, request

from arena.metrics import figures

log = logging.getLogger("web")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing inline, nothing from elsewhere."""
FRAMED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""For the page that other sites may show in a frame: nothing on it can be changed by a click."""
FIXED = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
OWN = "private, no-cache"
"""For pages: only the reader's own browser keeps them, and asks whether they are still true."""
HOST = re.compile(
    r"(?:[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?\Z",
)
LONGEST_HOST = 260
REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{8,64}\Z")


def install(app: Flask) -> None:
    """Before and after every request."""
    app.before_request(_begin)
    app.after_request(_finish)


def request_id(given: str) -> str:
    """What a request is called in the log: as it asks to be, if that is a decent name."""
    return given if REQUEST_ID.match(given) else token_hex(8)


def sound_host(host: str) -> bool:
    """Whether a Host header could name a host; links are made of it. None at all is as HTTP/1.0 has it."""
    return not host or (len(host) <= LONGEST_HOST and HOST.match(host) is not None)


def common(*, secure: bool) -> Mapping[str, str]:
    """The headers of every answer."""
    return {**FIXED, "Strict-Transport-Security": "max-age=31536000"} if secure else FIXED


def note(method: str, path: str, status: int, began: float, name: str, level: int = logging.INFO) -> None:
    """A line in the log, without the query: it may hold what people search for."""
    took = 1000 * (time.perf_counter() - began)
    log.log(level, "%s %s %s in %.0f ms [%s]", method, path, status, took, name, extra={"request": name})


def _begin() -> None:
    g.request_id = request_id(request.headers.get("X-Request-Id", ""))
    g.began = time.perf_counter()


def _finish(response: Response) -> Response:
    for name, value in common(secure=request.is_secure).items():
        response.headers.setdefault(name, value)
    if response.headers["Content-Security-Policy"] == FRAMED_POLICY:
        del response.headers["X-Frame-Options"]  # old browsers heed it before the policy
    name = response.headers["X-Request-Id"] = g.get("request_id", "")
    _cached(response)
    level = (
        logging.DEBUG if "arena.stream" in request.environ else logging.INFO
    )  # parts for streams are made every second
    began = g.get("began", time.perf_counter())
    note(request.method, request.path, response.status_code, began, name, level)
    if level == logging.INFO:
        _count(response.status_code, time.perf_counter() - began)
    return response


def _count(status: int, seconds: float) -> None:
    """By blueprint: addresses would make a series for every bot and every guess."""
    pages = request.blueprint or ("files" if request.endpoint is not None else "none")
    figures.REQUESTS.labels(pages, str(status)).inc()
    figures.ANSWERED.labels(pages).observe(seconds)


def _cached(response: Response) -> None:
    """Successful answers get an ETag: a client that has them already gets a 304 of a few bytes."""
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = OWN
    if (
        request.method not in {"GET", "HEAD"}
        or response.status_code != 200
        or "no-store" in response.headers["Cache-Control"]
    ):
        return
    if not response.headers["Cache-Control"].startswith("public"):
        response.headers.add("Vary", "Cookie")
    if response.is_sequence:
        response.add_etag()
        response.make_conditional(request)


def framed(response: Response) -> Response:
    """For a page that other sites may show in a frame."""
    response.headers["Content-Security-Policy"] = FRAMED_POLICY
    return response


def private(response: Response) -> Response:
    """For pages that no cache may keep: secrets, forms with their tokens."""
    response.headers["Cache-Control"] = "no-store"
    return response
