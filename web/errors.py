"""Errors as pages that help, and as JSON under /api."""

import logging
from http import HTTPStatus

from flask import Flask, Response, g, jsonify, make_response, render_template, request
from redis import RedisError
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import (
    Forbidden,
    HTTPException,
    InternalServerError,
    NotFound,
    ServiceUnavailable,
    UnprocessableEntity,
)

from arena.storage import errors as storage
from engine import UnknownGame

log = logging.getLogger("web")

HELP = {
    400: "Something in the request was not as it should be. Go back, load the page again and try once more.",
    403: "You may not do this. If you think you should, sign in with another account or ask an admin.",
    404: "There is nothing at this address, or it is not for you. Matches of challenges are shown to their owners only.",
    405: "This address does not take that kind of request.",
    413: "That was too large.",
    429: "Too many requests in a short time. Wait a little, then try again.",
    500: "That was our fault and has been logged.",
    503: "A part of the arena is away right now. It should be back soon: try again in a minute.",
}


def install(app: Flask) -> None:
    """All handlers."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(storage.NotFound, lambda wrong: _http(NotFound(str(wrong))))
    app.register_error_handler(storage.NotAllowed, lambda wrong: _http(Forbidden(str(wrong))))
    for refused in (storage.Conflict, storage.Invalid, storage.LimitReached, storage.NotReady):
        app.register_error_handler(refused, lambda wrong: _http(UnprocessableEntity(str(wrong))))
    app.register_error_handler(UnknownGame, lambda wrong: _http(NotFound(str(wrong))))
    app.register_error_handler(OperationalError, _away)
    app.register_error_handler(RedisError, _away)
    app.register_error_handler(Exception, _ours)


def _away(wrong: Exception) -> Response:
    log.error("away: %s [%s]", wrong, g.get("request_id", ""))
    return _http(ServiceUnavailable())


def _ours(wrong: Exception) -> Response:
    log.error("request %s failed", g.get("request_id", ""), exc_info=wrong)
    return _http(InternalServerError())


def _http(wrong: HTTPException) -> Response:
    if wrong.response is not None:  # a redirect that was raised
        return make_response(wrong.response)
    code = wrong.code or 500
    name = HTTPStatus(code).phrase
    told = str(wrong.description or "") if wrong.description != type(wrong).description else ""
    if request.path.startswith("/api/"):
        answer = jsonify(error=name, detail=told or HELP.get(code, name), request_id=g.get("request_id", ""))
    else:
        page = render_template("error.html", code=code, name=name, told=told, advice=HELP.get(code, ""))
        answer = make_response(page)
    answer.status_code = code
    for header, value in wrong.get_headers():
        if header.lower() in {"allow", "retry-after"}:
            answer.headers[header] = value
    answer.headers["Cache-Control"] = "no-store"
    return answer
