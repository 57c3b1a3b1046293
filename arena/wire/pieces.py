"""Observations as bytes, made of pieces that are kept.

From one decision to the next most of a position stays as it was: other players, rows of cards, the board. Serialised protobuf
fields can simply be put one after the other, so each sub-message of a view is built once and found again by its content. That takes
a quarter to a third less than building the whole message anew (bench/wire.py).
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import orjson
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from arena.v1.observation_pb2 import Observation
from arena.wire.observations import TYPED, observation
from arena.wire.varints import varint

MOST_KEPT = 4_000
"""Pieces of one field that are kept, of 100 bytes to 2 KB each; then they are forgotten all at once."""
LARGE = 5
"""A list of messages with so many fields is kept item by item: one player changes, the others do not."""
_LENGTH_DELIMITED = 2


class Pieces:
    """The contents of one field, as bytes with their tag."""

    __slots__ = ("_kept", "_make", "_name", "of")

    def __init__(self, make: Callable[..., Message], field: Any) -> None:
        self._make = make
        self._name = field.name
        self._kept: dict[bytes, bytes] = {}
        is_large = field.is_repeated and len(field.message_type.fields) >= LARGE
        self.of: Callable[[Any], bytes] = self._each if is_large else self._whole

    def _whole(self, content: Any) -> bytes:
        key = orjson.dumps(content)
        found = self._kept.get(key)
        return self._keep(key, content) if found is None else found

    def _each(self, content: list[dict[str, Any]]) -> bytes:
        kept, dumps = self._kept, orjson.dumps
        parts = []
        for item in content:
            key = dumps(item)
            found = kept.get(key)
            parts.append(self._keep(key, (item,)) if found is None else found)
        return b"".join(parts)

    def _keep(self, key: bytes, content: Any) -> bytes:
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        made = self._kept[key] = self._make(**{self._name: content}).SerializeToString()
        return made


class Plan:
    """How the views of one game become bytes."""

    def __init__(self, game: str) -> None:
        field = Observation.DESCRIPTOR.fields_by_name[game]
        described = field.message_type
        assert described is not None
        self._tag = varint(field.number << 3 | _LENGTH_DELIMITED)
        self._make: Callable[..., Message] = GetMessageClass(described)  # type: ignore[arg-type]
        self._pieces = {
            inner.name: Pieces(self._make, inner)
            for inner in described.fields
            if inner.message_type is not None and not inner.message_type.GetOptions().map_entry
        }

    def encoded(self, view: dict[str, Any]) -> bytes:
        """The bytes of an Observation with this view."""
        pieces = self._pieces
        parts: list[bytes] = []
        light: dict[str, Any] = {}
        for name, value in view.items():
            piece = pieces.get(name)
            if piece is None:
                light[name] = value
            else:
                parts.append(piece.of(value))
        parts.append(self._make(**light).SerializeToString())
        body = b"".join(parts)
        return self._tag + varint(len(body)) + body


@cache
def _plan(game: str) -> Plan:
    return Plan(game)


def encoded(game: str, view: dict[str, Any]) -> bytes:
    """The bytes of `observation(game, view)`; fields may come in another order."""
    return _plan(game).encoded(view) if game in DEEP else observation(game, view).SerializeToString()


def _is_deep(game: str) -> bool:
    described: Any = Observation.DESCRIPTOR.fields_by_name[game].message_type
    inner = [field.message_type for field in described.fields if field.message_type]
    return any(field.message_type for kind in inner for field in kind.fields)


DEEP = frozenset(filter(_is_deep, TYPED))
"""Games whose messages go three levels deep: flat ones are built as fast as their pieces are found."""
