"""Pages of long lists. A page begins after a key, never after a count: rows that come or go neither repeat nor hide others.

A key has one value for every column that the list is ordered by. To the outside it is an opaque token that is good for one list with
one set of filters.
"""

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, SQLColumnExpression, UnaryExpression, and_, or_
from sqlalchemy.orm import Session
from sqlalchemy.sql.operators import desc_op

from arena.errors import Invalid

USUAL = 50
"""Rows of a page if the caller names no size."""
LARGEST = 200
"""The most rows of one page, on every edge."""
LONGEST_TOKEN = 500

Row = TypeVar("Row")
Key = tuple[int | str, ...]
Order = Sequence[SQLColumnExpression[Any]]


class BadPage(Invalid):
    """A page size or token that is not valid; the message says what is."""


@dataclass(frozen=True, slots=True)
class Part:
    """Which part of a list: how many rows, after which key."""

    size: int = USUAL
    after: Key | None = None
    """None: from the beginning."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows of a list."""

    rows: list[Row] = field(default_factory=list)
    next: Key | None = None
    """The key after which the next page begins; None: this is the last page."""


def size_of(asked: int) -> int:
    """A valid page size. 0 means the usual one."""
    if not 0 <= asked <= LARGEST:
        raise BadPage(f"page_size must be from 0 to {LARGEST}; got {asked}")
    return asked or USUAL


def fetch(session: Session, query: Any, part: Part, order: Order, key: Callable[[Any], Key]) -> Page[Any]:
    """One page of the query's rows. *key* reads the columns of *order* from a row; together they name one row. One statement."""
    query = query.order_by(*order).limit(part.size + 1)
    if part.after is not None:
        query = query.where(following(part.after, order))
    return cut(session.execute(query).all(), part.size, key)


def cut(rows: Sequence[Row], size: int, key: Callable[[Row], Key]) -> Page[Row]:
    """The page made of *size* rows and, unless it is the last page, one more."""
    return Page(list(rows[:size]), key(rows[size - 1]) if len(rows) > size else None)


def following(key: Key, order: Order) -> ColumnElement[bool]:
    """The condition on rows that come after the key. Columns given as `.desc()` run downwards."""
    ways: list[ColumnElement[bool]] = []
    equal: list[ColumnElement[bool]] = []
    for given, value in zip(order, key, strict=True):
        downwards = isinstance(given, UnaryExpression) and given.modifier is desc_op
        column = given.element if isinstance(given, UnaryExpression) and downwards else given
        ways.append(and_(*equal, column < value if downwards else column > value))
        equal.append(column == value)
    return or_(*ways)


def token(name: str, filters: Sequence[object], key: Key | None) -> str:
    """The token for a key of the list *name* with these filters; empty for the last page."""
    if key is None:
        return ""
    text = json.dumps([_tag(name, filters), *key], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def key_of(name: str, filters: Sequence[object], text: str, *kinds: type) -> Key | None:
    """The key in a token, with values of these kinds; None for the empty token. BadPage if it belongs to another list."""
    if not text:
        return None
    parts = _opened(text)
    if parts is None or parts[0] != _tag(name, filters) or [type(part) for part in parts[1:]] != list(kinds):
        raise BadPage("this page token does not belong to this list with these filters; start again without it")
    return tuple(parts[1:])


def _opened(text: str) -> list[int | str] | None:
    """The content of a token, if a database could take it."""
    if len(text) > LONGEST_TOKEN:
        return None
    try:
        parts = json.loads(base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4)))
    except (ValueError, RecursionError):
        return None
    sound = isinstance(parts, list) and len(parts) > 1 and all(_storable(part) for part in parts)
    return parts if sound else None


def _storable(value: object) -> bool:
    return (isinstance(value, int) and -(2**63) <= value < 2**63) or (isinstance(value, str) and value.isprintable())


def _tag(name: str, filters: Sequence[object]) -> str:
    return sha256(json.dumps([name, *map(str, filters)]).encode()).hexdigest()[:12]
