"""What a request may ask for: declared as fields of a dataclass, read strictly, described from the same fields."""

import re
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, TypeVar

from flask import abort, request

from web.api.schemas import Schema

T = TypeVar("T")
LIMIT = 50
MOST = 100


@dataclass(frozen=True, slots=True)
class Rule:
    """What a value of a query must be."""

    about: str
    kind: type
    low: int | None = None
    high: int | None = None
    pattern: str | None = None
    choices: tuple[str, ...] = ()

    @property
    def schema(self) -> Schema:
        """For the description."""
        made: Schema = {"type": "integer" if self.kind is int else "string"}
        told = {"minimum": self.low, "maximum": self.high, "pattern": self.pattern, "enum": list(self.choices) or None}
        return made | {name: value for name, value in told.items() if value is not None}

    def read(self, name: str, text: str) -> Any:
        """The value; a refusal that says what would be right."""
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
    """One of some words, or a text of a form; None if it is left out."""
    return field(default=None, metadata={"rule": Rule(about, str, pattern=pattern, choices=choices)})


NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"


@dataclass(frozen=True, slots=True)
class Nothing:
    """A request without a query."""


@dataclass(frozen=True, slots=True)
class Paged:
    """A piece of a list."""

    limit: int = whole("how many at most", LIMIT, 1, MOST)


def rules(kind: type) -> dict[str, Rule]:
    """The rules of a query by name."""
    found: tuple[Field[Any], ...] = fields(kind)
    return {one.name: one.metadata["rule"] for one in found}


def read(kind: type[T]) -> T:
    """The query of this request; 400 for what is not declared, given twice, or not of its form."""
    known = rules(kind)
    given: dict[str, Any] = {}
    for name, texts in request.args.lists():
        if name not in known:
            there = f"there are: {', '.join(known)}" if known else "this address takes none"
            abort(400, f"there is no parameter {name[:40]!r}; {there}")
        if len(texts) > 1:
            abort(400, f"{name} is given {len(texts)} times")
        given[name] = known[name].read(name, texts[0])
    return kind(**given)


def defaults(kind: type) -> dict[str, Any]:
    """What holds for what is left out."""
    found: tuple[Field[Any], ...] = fields(kind)
    return {one.name: one.default for one in found if one.default is not MISSING and one.default is not None}
