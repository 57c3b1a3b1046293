"""How an operation of the API is declared beside the function that answers it: address, parameters, type of the answer."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import msgspec
from flask import Blueprint, Response
from redis import RedisError

from web import limits
from web.api.parameters import Nothing, read
from web.site import site

PREFIX = "/api/v1"


@dataclass(frozen=True, slots=True)
class Operation:
    """One address of the API."""

    rule: str
    """As Flask writes it, without the prefix."""
    name: str
    """The function's name; the operationId."""
    family: str
    summary: str
    answers: Any
    """The type of the answer; bytes for a file."""
    query: type
    """The dataclass of its query parameters."""
    fresh: int
    """For how many seconds an answer may be cached."""
    example: dict[str, Any] = field(default_factory=dict)
    """Values for the address that exist in a new arena, or soon after."""


OPERATIONS: list[Operation] = []
api = Blueprint("api", __name__, url_prefix=PREFIX)


def operation(
    rule: str,
    family: str,
    answers: Any,
    *,
    query: type = Nothing,
    fresh: int = 5,
    example: dict[str, Any] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare an operation. The function is called with the values of the address, and with the parameters as `asked` if it has any."""

    def declare(view: Callable[..., Any]) -> Callable[..., Any]:
        summary = (view.__doc__ or "").strip().splitlines()[0]
        OPERATIONS.append(Operation(rule, view.__name__, family, summary, answers, query, fresh, example or {}))

        @wraps(view)
        def serve(**values: Any) -> Response:
            _count()
            asked: Any = read(query)
            if query is not Nothing:
                values["asked"] = asked
            return respond(view(**values), fresh)

        api.add_url_rule(rule, view.__name__, serve, methods=["GET"])
        return view

    return declare


def respond(answer: Any, fresh: int) -> Response:
    """The answer as JSON, unless it is a response already. Anybody may cache it for *fresh* seconds."""
    response = (
        answer if isinstance(answer, Response) else Response(msgspec.json.encode(answer), mimetype="application/json")
    )
    response.headers.setdefault("Cache-Control", f"public, max-age={fresh}")
    response.headers["Access-Control-Allow-Origin"] = "*"  # nothing here depends on who asks
    return response


def _count() -> None:
    try:
        limits.count("api", most=site().settings.web_api_per_minute)
    except RedisError:
        return  # without Redis nobody can count, but what is public stays readable
