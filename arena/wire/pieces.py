"""Observations as bytes, made of pieces that are kept.

From one decision to the next most of a position stays as it was: other players, rows of cards, the board. The engine shares such
parts between views (`state.shared_view`), so the bytes of a part are made once and kept with it; serialised protobuf fields can
simply be put one after the other. What is not shared is built anew with every message.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from arena.v1.observation_pb2 import Observation
from arena.wire.observations import TYPED, observation
from arena.wire.varints import varint
from engine.core.parts import SharedDict, SharedList

_LENGTH_DELIMITED = 2


class Plan:
    """How the views of one game become bytes."""

    def __init__(self, game: str) -> None:
        field = Observation.DESCRIPTOR.fields_by_name[game]
        described = field.message_type
        assert described is not None
        self._tag = varint(field.number << 3 | _LENGTH_DELIMITED)
        self._make: Callable[..., Message] = GetMessageClass(described)  # type: ignore[arg-type]

    def encoded(self, view: dict[str, Any]) -> bytes:
        """The bytes of an Observation with this view."""
        parts: list[bytes] = []
        light: dict[str, Any] = {}
        for name, value in view.items():
            kind = type(value)
            if kind is SharedDict or kind is SharedList:
                parts.append(self._piece(name, value))
            elif kind is list and value and type(value[0]) is SharedDict:
                parts.extend([self._item(name, item) for item in value])
            else:
                light[name] = value
        parts.append(self._make(**light).SerializeToString())
        body = b"".join(parts)
        return self._tag + varint(len(body)) + body

    def _piece(self, name: str, part: SharedDict | SharedList) -> bytes:
        """A field's value as bytes with its tag."""
        kept = part.rendered
        if kept is not None and kept[0] == name:
            made: bytes = kept[1]
            return made
        if type(part) is SharedList and part and type(part[0]) is SharedDict:
            made = b"".join([self._item(name, item) for item in part])
        else:
            made = self._make(**{name: part}).SerializeToString()
        part.rendered = (name, made)
        return made

    def _item(self, name: str, part: SharedDict) -> bytes:
        """One item of a list as bytes with its tag."""
        kept = part.rendered
        if kept is not None and kept[0] == name:
            made: bytes = kept[1]
            return made
        made = self._make(**{name: (part,)}).SerializeToString()
        part.rendered = (name, made)
        return made


@cache
def _plan(game: str) -> Plan:
    return Plan(game)


def encoded(game: str, view: dict[str, Any]) -> bytes:
    """The bytes of `observation(game, view)`; fields may come in another order."""
    return _plan(game).encoded(view) if game in TYPED else observation(game, view).SerializeToString()
