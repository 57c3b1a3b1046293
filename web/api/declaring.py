"""Operations of the API: an address, what it takes and what it answers, declared beside the function that does it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import orjson
from flask import Blueprint, Response
from redis import RedisError

from web import limits
from web.api.asking import Nothing, read
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
    fresh: int
    """Seconds for which anybody may keep the answer."""
    example: dict[str, Any] = field(default_factory=dict)
    """Values for the address that are there in a new arena, or nearly so."""


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
    """Declare an operation. The function gets what the address holds, and the query as `asked` if it takes one."""

    def declare(view: Callable[..., Any]) -> Callable[..., Any]:
        summary = (view.__doc__ or "").strip().splitlines()[0]
        OPERATIONS.append(Operation(rule, view.__name__, family, summary, answers, query, fresh, example or {}))

        @wraps(view)
        def serve(**named: Any) -> Response:
            _count()
            asked: Any = read(query)
            if query is not Nothing:
                named["asked"] = asked
            return _answer(view(**named), fresh)

        api.add_url_rule(rule, view.__name__, serve, methods=["GET"])
        return view

    return declare


def _answer(made: Any, fresh: int) -> Response:
    whole = made if isinstance(made, Response) else None
    answer = whole or Response(orjson.dumps(made, option=orjson.OPT_UTC_Z), mimetype="application/json")
    answer.headers.setdefault("Cache-Control", f"public, max-age={fresh}")
    answer.headers["Access-Control-Allow-Origin"] = "*"  # nothing here depends on who asks
    return answer


def _count() -> None:
    try:
        limits.count("api", most=site().settings.web_api_per_minute)
    except RedisError:
        return  # what is public stays readable while nobody can count
