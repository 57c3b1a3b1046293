"""Observations as bytes, made of pieces that are kept.

From one decision to the next most of a position stays as it was: other players, rows of cards, the board. Serialised protobuf
fields can simply be put one after the other, so the bytes of each part of a view (engine/core/parts.py) are made once and found
again by its key; what changes with every decision is built anew.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any

from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from arena.v1.observation_pb2 import Observation
from arena.wire.observations import TYPED, observation
from arena.wire.varints import varint
from engine import State
from engine.core.parts import Part

MOST_KEPT = 4_000
"""Pieces of one part that are kept, of 20 bytes to 2 KB each; then they are forgotten all at once."""
_LENGTH_DELIMITED = 2


class Kind:
    """One part of a game: where it stands in the message, and the pieces of it that are kept."""

    __slots__ = ("_field", "_inner", "_is_item", "_outer", "_parts", "_tag", "kept")

    def __init__(self, part: Part, described: Any, parts: Sequence[str]) -> None:
        """*described* is the message of the whole view, *parts* the fields of this part that are parts themselves."""
        *path, self._field = part.field.split(".")
        for name in path:
            described = described.fields_by_name[name].message_type
        field = described.fields_by_name[self._field]
        self._outer: Callable[..., Message] = GetMessageClass(described)
        self._inner = GetMessageClass(field.message_type) if field.message_type is not None else None
        self._tag = varint(field.number << 3 | _LENGTH_DELIMITED)
        self._is_item = part.is_item
        self._parts = parts
        self.kept: dict[Hashable, bytes] = {}

    def piece(self, made: Any) -> bytes:
        """The part as bytes with its tag."""
        if self._parts and self._inner is not None:
            return joined(self._tag, self._inner, made, self._parts)
        if type(made) is list and made and type(made[0]) is bytes:  # its items are parts themselves
            return b"".join(made)
        return self._outer(**{self._field: (made,) if self._is_item else made}).SerializeToString()


def joined(tag: bytes, message: Callable[..., Message], fields: dict[str, Any], parts: Sequence[str]) -> bytes:
    """A message with these fields, of which *parts* are pieces already, as the field of another with that *tag*."""
    pieces: list[bytes] = [tag, b""]
    for name in parts:
        piece = fields.pop(name, b"")
        if type(piece) is list:
            pieces += piece
        else:
            pieces.append(piece)
    pieces.append(message(**fields).SerializeToString())
    pieces[1] = varint(sum(map(len, pieces)) - len(tag))
    return b"".join(pieces)


class Pieces:
    """The views of one game as bytes. Called by the engine with each part of a view: see `Take`."""

    def __init__(self, game: str) -> None:
        field: Any = Observation.DESCRIPTOR.fields_by_name[game]
        self._described = field.message_type
        self._tag = varint(field.number << 3 | _LENGTH_DELIMITED)
        self._message: Callable[..., Message] = GetMessageClass(self._described)
        self._kinds: dict[Part, Kind] = {}
        self._parts: defaultdict[str, list[str]] = defaultdict(list)
        """By message: its fields that are parts, as far as they were met; the view itself has no name."""

    def encoded(self, state: State, seat: int | None) -> bytes:
        """The bytes of an Observation with the view of that seat."""
        return joined(self._tag, self._message, state.view_of_parts(seat, self), self._parts[""])

    def __call__(self, part: Part, *of: Any) -> bytes:
        """The part as bytes with its tag."""
        key = part.key(*of)
        try:
            return self._kinds[part].kept[key]
        except KeyError:
            return self._made(part, key, of)

    def _made(self, part: Part, key: Hashable, of: tuple[Any, ...]) -> bytes:
        kind = self._kinds.get(part) or self._met(part)
        if len(kind.kept) >= MOST_KEPT:
            kind.kept.clear()
        made = kind.kept[key] = kind.piece(part.make(*of))
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
