"""A seat's view as a typed message, as bytes, and back.

A generated constructor takes nested dicts, so the way out is one line and runs in C. The way back walks the message by a plan made once
per message type, and gives the very dict that `state.view` gave.

A few keys of views would collide with generated code (C++ makes a method `bag_size()` for a field `bag`), so their fields have another
name. Such a field keeps the key in its JSON name: `bag_total` with the JSON name `bagSize` holds the key `bag_size`.

From one decision to the next most of a position stays as it was: other players, rows of cards, the board. So the bytes of each part of a
view (engine/core/parts.py) are made once and kept under the part's key; only what changes with every decision is built again.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from arena.v1.observation_pb2 import Observation
from arena.wire.fields import delimited, varint
from engine import State
from engine.core.parts import Part

TYPED = frozenset(field.name for field in Observation.DESCRIPTOR.oneofs_by_name["game"].fields) - {"json"}
"""Games with a typed observation message; any other game sends its view as JSON."""
MOST_KEPT = 4_000
"""Encoded pieces kept per part, of 20 bytes to 2 KB each. Beyond that all of them are dropped at once."""
_LENGTH_DELIMITED = 2

Back: TypeAlias = Callable[[Any], Any]
Built = TypeVar("Built", bound=Message)


def observation(game: str, view: dict[str, Any]) -> Observation:
    """The view as a message."""
    return built(Observation, {game: view} if game in TYPED else {"json": compact(view)})


def built(message: type[Built], fields: dict[str, Any]) -> Built:
    """A message with fields that are named as in a view."""
    rename = renamed_below(message.DESCRIPTOR)
    return message(**(fields if rename is None else rename(fields)))


def view_of(message: Observation) -> dict[str, Any]:
    """The view that the message was made from."""
    kind = message.WhichOneof("game")
    if kind is None:
        return {}
    view: dict[str, Any] = json.loads(message.json) if kind == "json" else plain(getattr(message, kind))
    return view


def compact(view: dict[str, Any]) -> str:
    """JSON without spaces."""
    return json.dumps(view, separators=(",", ":"), ensure_ascii=False)


def plain(message: Message) -> dict[str, Any]:
    """Any message as a dict: optional fields that are absent are left out."""
    view: dict[str, Any] = {}
    for key, name, optional, size, back in _plan(message.DESCRIPTOR):
        if optional and not message.HasField(name):
            continue
        value = getattr(message, name)
        if size and not value and getattr(message, size):
            continue  # a list that is hidden: it has a size, but nothing in it
        view[key] = value if back is None else back(value)
    return view


@cache
def _plan(descriptor: Descriptor) -> tuple[tuple[str, str, bool, str, Back | None], ...]:
    """Per field: its key, its name, whether it can be absent, the field that tells the size of a list, and the way back."""
    names = {key_of(field): field.name for field in descriptor.fields}
    return tuple(
        (key, field.name, field.has_presence, names.get(f"{key}_size", ""), _back(field))
        for key, field in zip(names, descriptor.fields, strict=True)
    )


def _back(field: FieldDescriptor) -> Back | None:
    """How a field's value becomes plain data; None: it is already."""
    if field.message_type is None:
        return list if field.is_repeated else None
    if field.message_type.GetOptions().map_entry:
        inner = _back(field.message_type.fields_by_name["value"])
        return dict if inner is None else lambda entries: {key: inner(entries[key]) for key in entries}
    return _each if field.is_repeated else plain


def _each(messages: Any) -> list[dict[str, Any]]:
    return [plain(message) for message in messages]


Fields: TypeAlias = dict[str, Any]
Rename: TypeAlias = Callable[[Fields], Fields]


def key_of(field: FieldDescriptor) -> str:
    """The key in a view that the field holds."""
    if field.json_name == _camel(field.name):
        return str(field.name)
    return re.sub("[A-Z]", lambda capital: "_" + capital[0].lower(), field.json_name)


@cache
def renamed_below(descriptor: Descriptor) -> Rename | None:
    """A function that renames a view's keys to the message's fields; None: they are the same at every level."""
    own = {key: field.name for field in descriptor.fields if (key := key_of(field)) != field.name}
    inner = {field.name: change for field in descriptor.fields if (change := _below(field)) is not None}
    if not own and not inner:
        return None

    def rename(view: Fields) -> Fields:
        fields = {own.get(key, key): value for key, value in view.items()} if own else dict(view)
        for name, change in inner.items():
            if name in fields:
                fields[name] = change(fields[name])
        return fields

    return rename


def _below(field: FieldDescriptor) -> Callable[[Any], Any] | None:
    """The same for the message or list of messages in one field. What is bytes already stays as it is."""
    if field.message_type is None or field.message_type.GetOptions().map_entry:
        return None
    rename = renamed_below(field.message_type)
    if rename is None:
        return None
    if field.is_repeated:
        return lambda values: [rename(value) if isinstance(value, dict) else value for value in values]
    return lambda value: rename(value) if isinstance(value, dict) else value


def _camel(name: str) -> str:
    """The JSON name that a field gets when it declares none."""
    first, *others = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in others)


# The view as bytes, part by part


class PartEncoder:
    """One part of a game's view: its place in the message, and its encoded bytes by key."""

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

    def encoded(self, value: Any) -> Any:
        """The part as bytes with its tag; for a group its bytes under its name."""
        if is_group(self._field):
            return {self._field: b"".join(pieces(self._outer, value, self._parts))}
        if self._parts:
            return delimited(self._tag, *pieces(self._inner, value, self._parts))
        if type(value) is list and value and type(value[0]) is bytes:  # its items are parts themselves
            return b"".join(value)
        return built(self._outer, {self._field: (value,) if self._is_item else value}).SerializeToString()


def is_group(name: str) -> bool:
    """Whether a part of that name is a group of fields."""
    return name.startswith("(")


def pieces(message: type[Message], fields: dict[str, Any], parts: Sequence[str]) -> list[bytes]:
    """The bytes of a message with these fields; those named in *parts* are encoded already."""
    encoded_fields: list[bytes] = []
    for name in parts:
        piece = fields.pop(name, b"")
        if type(piece) is list:
            encoded_fields += piece
        else:
            encoded_fields.append(piece)
    if fields:
        encoded_fields.append(built(message, fields).SerializeToString())
    return encoded_fields


class ViewEncoder:
    """The views of one game as bytes. The engine calls it with each part of a view: see `Take`."""

    def __init__(self, game: str) -> None:
        field: Any = Observation.DESCRIPTOR.fields_by_name[game]
        self._described = field.message_type
        self._tag = varint(field.number << 3 | _LENGTH_DELIMITED)
        self._message: type[Message] = GetMessageClass(self._described)
        self._encoders: dict[Part, PartEncoder] = {}
        self._parts: defaultdict[str, list[str]] = defaultdict(list)
        """By message: its fields that are parts, as far as they were met; the view itself has no name."""

    def encoded(self, state: State, seat: int | None) -> bytes:
        """The bytes of an Observation with the view of that seat."""
        return delimited(self._tag, *pieces(self._message, state.view_of_parts(seat, self), self._parts[""]))

    def __call__(self, part: Part, *of: Any) -> Any:
        """The part as bytes with its tag; for a group its bytes under its name."""
        key = part.key(*of)
        try:
            return self._encoders[part].kept[key]
        except KeyError:
            return self._encode(part, key, of)

    def _encode(self, part: Part, key: Hashable, of: tuple[Any, ...]) -> Any:
        encoder = self._encoders.get(part) or self._new_encoder(part)
        if len(encoder.kept) >= MOST_KEPT:
            encoder.kept.clear()
        piece = encoder.kept[key] = encoder.encoded(part.make(*of))
        return piece

    def _new_encoder(self, part: Part) -> PartEncoder:
        message, _, field = part.field.rpartition(".")
        if field not in self._parts[message]:
            self._parts[message].append(field)
        encoder = self._encoders[part] = PartEncoder(part, self._described, self._parts[part.field])
        return encoder

    def forget(self) -> None:
        """Drop everything that is kept."""
        self._encoders.clear()


@cache
def view_encoder(game: str) -> ViewEncoder:
    """The process's encoder for a game."""
    return ViewEncoder(game)


def encoded(game: str, state: State, seat: int | None) -> bytes:
    """The bytes of `observation(game, state.view(seat))`; fields may come in another order."""
    if game in TYPED:
        return view_encoder(game).encoded(state, seat)
    return observation(game, state.view(seat)).SerializeToString()
