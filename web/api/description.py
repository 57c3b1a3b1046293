"""The API described in OpenAPI 3.1, from the declarations that serve it: the two cannot differ."""

import re
from functools import cache
from typing import Any

from flask import Response
from msgspec.json import schema_components

from web.api import operations as _declared  # importing them declares them
from web.api.answers import Problem
from web.api.declaration import NAME, OPERATIONS, PREFIX, Operation, api, described, respond

__all__ = ["_declared", "api", "description"]

VERSION = "1.0"
"""Raised when something is added; a change that would break readers gets another address than /api/v1."""
PLACES: dict[str, dict[str, Any]] = {
    "name": {"type": "string", "pattern": NAME},
    "number": {"type": "integer", "minimum": 0, "maximum": 10**15 - 1},
}
"""The schema of a value in an address, by the converter that reads it."""
PLACE = re.compile(r"<(\w+):(\w+)>")
REFUSALS = {
    "400": "A parameter is unknown, repeated or not as described here.",
    "404": "There is nothing at this address, or it is not public.",
    "429": "Too many requests from your address in this minute; `Retry-After` says when to try again.",
    "503": "A part of the arena cannot be reached.",
}
REF = "#/components/schemas/{name}"
ABOUT = """Everything public of the arena, for programs: games, seasons, leaderboards, bots, matches, replays.

You need no key. Answers carry an `ETag`: send it back in `If-None-Match`, and an answer that has not changed costs a 304. Lists come in
pages; follow `next` until it is null. Errors are JSON with a `request_id` that is in the arena's log, too.
Players of a rated match with outside bots are named once its set is over; replays open when their whole set is done."""


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    types = [operation.answers for operation in OPERATIONS if operation.answers is not bytes]
    _, schemas = schema_components([Problem, *types], ref_template=REF)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Meiji Arena",
            "version": VERSION,
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": family} for family in dict.fromkeys(operation.family for operation in OPERATIONS)],
        "paths": {
            PREFIX + PLACE.sub(r"{\2}", operation.rule): {"get": _operation(operation)} for operation in OPERATIONS
        },
        "components": {"schemas": schemas},
    }


def _operation(one: Operation) -> dict[str, Any]:
    content = _json(one.answers)
    if one.answers is bytes:
        content = {"application/gzip": {"schema": {"type": "string", "contentMediaType": "application/gzip"}}}
    headers = {
        "ETag": {"schema": {"type": "string"}, "description": "For If-None-Match."},
        "X-Request-Id": {"schema": {"type": "string"}},
    }
    places = [
        {"name": name, "in": "path", "required": True, "schema": PLACES[kind], "example": one.example[name]}
        for kind, name in PLACE.findall(one.rule)
    ]
    return {
        "operationId": one.name,
        "summary": one.summary,
        "tags": [one.family],
        "parameters": [*places, *described(one.query)],
        "responses": {
            "200": {"description": one.summary, "headers": headers, "content": content},
            "304": {"description": "Your copy is still current."},
            **{code: {"description": text, "content": _json(Problem)} for code, text in REFUSALS.items()},
        },
    }


def _json(kind: type) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": REF.format(name=kind.__name__)}}}


@api.get("/openapi.json")
def openapi() -> Response:
    """The description itself."""
    return respond(description(), fresh=3600)
