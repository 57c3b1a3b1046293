"""Observations as bytes, made of pieces that are kept.

From one decision to the next most of a position stays as it was: other players, rows of cards, the board. Serialised protobuf
fields can simply be put one after the other, so the bytes of each part of a view (engine/core/parts.py) are made once and found
again by its key; what changes with every decision is built anew.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import cache
from typing import Any

from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from arena.v1.observation_pb2 import Observation
from arena.wire.frames import framed
from arena.wire.observations import TYPED, built, observation
from arena.wire.varints import varint
from engine import State
from engine.core.parts import Part

MOST_KEPT = 4_000
"""Pieces of one part that are kept, of 20 bytes to 2 KB each; then they are forgotten all at once."""
_LENGTH_DELIMITED = 2


class Kind:
    """One part of a game: where it stands in the message, and what is kept of it."""

    __slots__ = ("_field", "_inner", "_is_item", "_outer", "_parts", "_tag", "kept")

    def __init__(self, part: Part, described: Any, parts: Sequence[str]) -> None:
        """*described* is the message of the whole view, *parts* the fields of this part that are parts themselves."""
        *path, self._field = part.field.split(".")
        for name in path:
            if not is_group(name):
                described = described.fields_by_name[name].message_type
        self._outer: type[Message] = GetMessageClass(described)
        field = described.fields_by_name.get(self._field)
        self._tag = b"" if field is None else varint(field.number << 3 | _LENGTH_DELIMITED)
        self._inner = GetMessageClass(field.message_type) if field is not None and field.message_type else self._outer
        self._is_item = part.is_item
        self._parts = parts
        self.kept: dict[Hashable, Any] = {}

    def made(self, made: Any) -> Any:
        """The part as bytes with its tag; for a group its bytes under its name."""
        if is_group(self._field):
            return {self._field: b"".join(pieces(self._outer, made, self._parts))}
        if self._parts:
            return framed(self._tag, *pieces(self._inner, made, self._parts))
        if type(made) is list and made and type(made[0]) is bytes:  # its items are parts themselves
            return b"".join(made)
        return built(self._outer, {self._field: (made,) if self._is_item else made}).SerializeToString()


def is_group(name: str) -> bool:
    """Whether a part of that name is a group of fields."""
    return name.startswith("(")


def pieces(message: type[Message], fields: dict[str, Any], parts: Sequence[str]) -> list[bytes]:
    """A message with these fields, of which *parts* are pieces already."""
    found: list[bytes] = []
    for name in parts:
        piece = fields.pop(name, b"")
        if type(piece) is list:
            found += piece
        else:
            found.append(piece)
    if fields:
        found.append(built(message, fields).SerializeToString())
    return found


class Pieces:
    """The views of one game as bytes. Called by the engine with each part of a view: see `Take`."""

    def __init__(self, game: str) -> None:
        field: Any = Observation.DESCRIPTOR.fields_by_name[game]
        self._described = field.message_type
        self._tag = varint(field.number << 3 | _LENGTH_DELIMITED)
        self._message: type[Message] = GetMessageClass(self._described)
        self._kinds: dict[Part, Kind] = {}
        self._parts: defaultdict[str, list[str]] = defaultdict(list)
        """By message: its fields that are parts, as far as they were met; the view itself has no name."""

    def encoded(self, state: State, seat: int | None) -> bytes:
        """The bytes of an Observation with the view of that seat."""
        view = state.view_of_parts(seat, self)
        return framed(self._tag, *pieces(self._message, view, self._parts[""]))

    def __call__(self, part: Part, *of: Any) -> Any:
        """The part as bytes with its tag; for a group its bytes under its name."""
        key = part.key(*of)
        try:
            return self._kinds[part].kept[key]
        except KeyError:
            return self._made(part, key, of)

    def _made(self, part: Part, key: Hashable, of: tuple[Any, ...]) -> Any:
        kind = self._kinds.get(part) or self._met(part)
        if len(kind.kept) >= MOST_KEPT:
            kind.kept.clear()
        made = kind.kept[key] = kind.made(part.make(*of))
        return made

    def _met(self, part: Part) -> Kind:
        message, _, field = part.field.rpartition(".")
        if field not in self._parts[message]:
            self._parts[message].append(field)
        kind = self._kinds[part] = Kind(part, self._described, self._parts[part.field])
        return kind

    def forget(self) -> None:
        """Keep nothing of what was made so far."""
        self._kinds.clear()


@cache
def pieces_of(game: str) -> Pieces:
    """The pieces of a game, kept by this process."""
    return Pieces(game)


def encoded(game: str, state: State, seat: int | None) -> bytes:
    """The bytes of `observation(game, state.view(seat))`; fields may come in another order."""
    if game in TYPED:
        return pieces_of(game).encoded(state, seat)
    return observation(game, state.view(seat)).SerializeToString()
