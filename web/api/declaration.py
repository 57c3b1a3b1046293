"""How an operation of the API is declared beside the function that answers it: address, query parameters (fields of a dataclass, read strictly), type of the answer."""

import re
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import wraps
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, abort, request
from redis import RedisError

from arena.db.paging import LARGEST, USUAL
from web import limits
from web.site import site

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Rule:
    """What the value of a parameter must be."""

    about: str
    kind: type
    low: int | None = None
    high: int | None = None
    pattern: str | None = None
    choices: tuple[str, ...] = ()

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""
        limits = {
            "minimum": self.low,
            "maximum": self.high,
            "pattern": self.pattern,
            "enum": list(self.choices) or None,
        }
        given = {name: value for name, value in limits.items() if value is not None}
        return {"type": "integer" if self.kind is int else "string", **given}

    def read(self, name: str, text: str) -> Any:
        """The value; 400 with a sentence that says what is allowed."""
        if self.kind is int:
            low, high = self.low or 0, self.high or 10**9
            if not re.fullmatch(r"[0-9]{1,15}", text) or not low <= int(text) <= high:
                abort(400, f"{name} must be a whole number from {low} to {high}")
            return int(text)
        if self.choices and text not in self.choices:
            abort(400, f"{name} must be one of {', '.join(self.choices)}")
        if self.pattern is not None and not re.fullmatch(self.pattern, text):
            abort(400, f"{name} must fit {self.pattern}")
        return text


def whole(about: str, default: int | None = None, low: int = 0, high: int = 10**15 - 1) -> Any:
    """A whole number."""
    return field(default=default, metadata={"rule": Rule(about, int, low, high)})


def word(about: str, *choices: str, pattern: str | None = None) -> Any:
    """One of some words, or a text that fits a pattern; None if it is left out."""
    return field(default=None, metadata={"rule": Rule(about, str, pattern=pattern, choices=choices)})


NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"


@dataclass(frozen=True, slots=True)
class Nothing:
    """A request without parameters."""


@dataclass(frozen=True, slots=True)
class Paged:
    """One page of a list."""

    limit: int = whole("how many at most", USUAL, 1, LARGEST)


def rules(kind: type) -> dict[str, Rule]:
    """The rule of each parameter by its name."""
    declared: tuple[Field[Any], ...] = fields(kind)
    return {parameter.name: parameter.metadata["rule"] for parameter in declared}


def read(kind: type[T]) -> T:
    """The parameters of this request; 400 for one that is unknown, repeated or not as declared."""
    allowed = rules(kind)
    values: dict[str, Any] = {}
    for name, texts in request.args.lists():
        if name not in allowed:
            hint = f"there are: {', '.join(allowed)}" if allowed else "this address takes none"
            abort(400, f"there is no parameter {name[:40]!r}; {hint}")
        if len(texts) > 1:
            abort(400, f"{name} is given {len(texts)} times")
        values[name] = allowed[name].read(name, texts[0])
    return kind(**values)


def described(kind: type) -> list[dict[str, Any]]:
    """The parameters as OpenAPI describes them."""
    declared: tuple[Field[Any], ...] = fields(kind)
    usual = {one.name: {"default": one.default} for one in declared if one.default not in {MISSING, None}}
    return [
        {
            "name": name,
            "in": "query",
            "required": False,
            "description": rule.about,
            "schema": rule.schema | usual.get(name, {}),
        }
        for name, rule in rules(kind).items()
    ]


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
