"""Errors as pages that help, and as JSON for programs: the one table from kind to HTTP status."""

import logging
from http import HTTPStatus

from flask import Flask, Response, g, jsonify, make_response, render_template, request
from redis import RedisError
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException

from arena.errors import (
    ArenaError,
    Conflict,
    Invalid,
    LimitReached,
    NotAllowed,
    NotFound,
    NotSignedIn,
    Unavailable,
    status,
)
from engine import EngineError, UnknownGame

log = logging.getLogger("web")

STATUS: dict[type[Exception], int] = {
    NotFound: 404,
    NotAllowed: 403,
    NotSignedIn: 401,
    Conflict: 422,
    Invalid: 422,
    LimitReached: 422,
    Unavailable: 503,
    EngineError: 422,
    UnknownGame: 404,
    OperationalError: 503,
    RedisError: 503,
}

HELP = {
    400: "Something was wrong with the request. Go back, load the page again and try once more.",
    403: "You may not do this. If you think you should be able to, sign in with another account or ask an admin.",
    404: "There is nothing at this address, or it is not for you. Matches of challenges are shown to their owners only.",
    405: "This address does not take that kind of request.",
    413: "That was too large.",
    429: "Too many requests in a short time. Wait a little, then try again.",
    500: "That was our fault and has been logged.",
    503: "A part of the arena cannot be reached right now. It should be back soon: try again in a minute.",
}


def install(app: Flask) -> None:
    """All handlers."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _answer)


def http_status(error: Exception) -> int:
    """The status of an answer to an error; 500 for a fault of ours."""
    return status(error, STATUS) or 500


def _answer(error: Exception) -> Response:
    code = http_status(error)
    if code == 500:
        log.error("request %s failed", g.get("request_id", ""), exc_info=error)
    elif code == 503:
        log.error("unavailable: %s [%s]", error, g.get("request_id", ""))
    return _page(code, str(error) if isinstance(error, ArenaError | EngineError) and code < 500 else "")


def _http(error: HTTPException) -> Response:
    if error.response is not None:  # a redirect that was raised
        return make_response(error.response)
    own_words = error.description != type(error).description
    answer = _page(error.code or 500, str(error.description or "") if own_words else "")
    for header, value in error.get_headers():
        if header.lower() in {"allow", "retry-after"}:
            answer.headers[header] = value
    return answer


def _page(code: int, sentence: str) -> Response:
    """The error as a page or as JSON, never cached."""
    name = HTTPStatus(code).phrase
    if request.path.startswith("/api/") or request.path.endswith(".json"):
        answer = jsonify(error=name, detail=sentence or HELP.get(code, name), request_id=g.get("request_id", ""))
    else:
        answer = make_response(
            render_template("error.html", code=code, name=name, sentence=sentence, advice=HELP.get(code, ""))
        )
    answer.status_code = code
    answer.headers["Cache-Control"] = "no-store"
    return answer
