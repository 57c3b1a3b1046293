"""The API described in OpenAPI 3.1, out of the declarations that serve it: the two cannot differ."""

import re
from functools import cache
from typing import Any

import orjson
from flask import Response

from web.api import answers
from web.api import operations as _declared  # importing them declares them
from web.api.asking import NAME, defaults, rules
from web.api.declaring import OPERATIONS, PREFIX, Operation, api
from web.api.schemas import Schema, Schemas

__all__ = ["_declared", "api", "description"]

VERSION = "1.0"
"""Raised when something is added; what would break readers gets another address than /api/v1."""
PLACES: dict[str, Schema] = {
    "name": {"type": "string", "pattern": NAME},
    "number": {"type": "integer", "minimum": 0, "maximum": 10**15 - 1},
}
"""What may stand in an address, by the converter that reads it."""
PLACE = re.compile(r"<(\w+):(\w+)>")
REFUSALS = {
    "400": "The query holds something that is not declared here, or not of its form.",
    "404": "There is nothing at this address, or it is not public.",
    "429": "Too many requests from your address in this minute; `Retry-After` says when to try again.",
    "503": "A part of the arena is away.",
}
ABOUT = """Everything public of the arena, for programs: games, seasons, leaderboards, bots, matches, replays.

No key is needed. Answers carry an `ETag`: send it back in `If-None-Match` and what has not changed costs a 304. Lists come in
pieces; follow `next` until it is null. Errors are JSON with a `request_id` that stands in the arena's log.
Players of a rated match with outside bots are named once it is over, replays open when their whole set is done."""


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    schemas = Schemas()
    schemas.of(answers.Problem)
    paths = {PREFIX + PLACE.sub(r"{\2}", one.rule): {"get": _described(one, schemas)} for one in OPERATIONS}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Meiji Arena",
            "version": VERSION,
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": family} for family in dict.fromkeys(one.family for one in OPERATIONS)],
        "paths": paths,
        "components": {"schemas": schemas.named},
    }


def _described(one: Operation, schemas: Schemas) -> dict[str, Any]:
    if one.answers is bytes:
        content: dict[str, Any] = {
            "application/gzip": {"schema": {"type": "string", "contentMediaType": "application/gzip"}}
        }
    else:
        content = {"application/json": {"schema": schemas.of(one.answers)}}
    problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    headers = {
        "ETag": {"schema": {"type": "string"}, "description": "For If-None-Match."},
        "X-Request-Id": {"schema": {"type": "string"}},
    }
    refused = {code: {"description": text, "content": problem} for code, text in REFUSALS.items()}
    return {
        "operationId": one.name,
        "summary": one.summary,
        "tags": [one.family],
        "parameters": [*_places(one), *_query(one)],
        "responses": {
            "200": {"description": one.summary, "headers": headers, "content": content},
            "304": {"description": "What you have is still so."},
            **refused,
        },
    }


def _places(one: Operation) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": PLACES[kind], "example": one.example[name]}
        for kind, name in PLACE.findall(one.rule)
    ]


def _query(one: Operation) -> list[dict[str, Any]]:
    usual = defaults(one.query)
    return [
        {
            "name": name,
            "in": "query",
            "required": False,
            "description": rule.about,
            "schema": rule.schema | ({"default": usual[name]} if name in usual else {}),
        }
        for name, rule in rules(one.query).items()
    ]


@api.get("/openapi.json")
def openapi() -> Response:
    """The description itself."""
    answer = Response(orjson.dumps(description()), mimetype="application/json")
    answer.headers["Cache-Control"] = "public, max-age=3600"
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer
