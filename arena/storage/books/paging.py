"""Pages of a list: where the next one begins is a key, never a count, so that rows which come or go shift nothing.

Outside the key is an opaque token that belongs to one list with one set of filters.
"""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Generic, TypeVar

USUAL = 50
LARGEST = 200
LONGEST_TOKEN = 500

Row = TypeVar("Row")
Key = tuple[int | str, ...]


class BadPage(ValueError):
    """A page size or token that cannot be; the sentence says what can."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows of a list."""

    rows: list[Row] = field(default_factory=list)
    next: Key | None = None
    """Where the next page begins; None: this was the last."""


def size_of(asked: int) -> int:
    """The page size: 0 stands for the usual one."""
    if not 0 <= asked <= LARGEST:
        raise BadPage(f"page_size must be from 0 to {LARGEST}; got {asked}")
    return asked or USUAL


def cut(rows: Sequence[Row], size: int, keys: Sequence[Key]) -> Page[Row]:
    """The page out of one row more than its size; *keys* are those of the rows."""
    more = len(rows) > size
    return Page(list(rows[:size]), keys[size - 1] if more else None)


def token(name: str, filters: Sequence[object], key: Key | None) -> str:
    """The token of a page's end; empty for the last page."""
    if key is None:
        return ""
    text = json.dumps([_tag(name, filters), *key], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def key_of(name: str, filters: Sequence[object], text: str, *kinds: type) -> Key | None:
    """The key that `token` hid, with fields of these kinds; None for the empty token. BadPage if it is none of this list's."""
    if not text:
        return None
    key = _opened(text)
    if key is None or key[0] != _tag(name, filters) or [type(one) for one in key[1:]] != list(kinds):
        raise BadPage("page_token is not one of this list with these filters; begin again without it")
    return tuple(key[1:])


def _opened(text: str) -> list[int | str] | None:
    """What is in a token, if a database could take it."""
    if len(text) > LONGEST_TOKEN:
        return None
    try:
        key = json.loads(base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4)))
    except (ValueError, RecursionError):
        return None
    sound = isinstance(key, list) and len(key) > 1 and all(_storable(one) for one in key)
    return key if sound else None


def _storable(one: object) -> bool:
    return (isinstance(one, int) and -(2**63) <= one < 2**63) or (isinstance(one, str) and one.isprintable())


def _tag(name: str, filters: Sequence[object]) -> str:
    return sha256(json.dumps([name, *map(str, filters)]).encode()).hexdigest()[:12]
