"""A seat's view as a typed message, and back.

A generated constructor takes nested dicts, so the way out is one line and runs in C. The way back walks the message by a plan made once
per message type, and gives the very dict that `state.view` gave.

A few keys of views would collide with generated code (C++ makes a method `bag_size()` for a field `bag`), so their fields have another
name. Such a field keeps the key in its JSON name: `bag_total` with the JSON name `bagSize` holds the key `bag_size`.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias, TypeVar

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from arena.v1.observation_pb2 import Observation

TYPED = frozenset(field.name for field in Observation.DESCRIPTOR.oneofs_by_name["game"].fields) - {"json"}
"""Games with a typed observation message; any other game sends its view as JSON."""

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
    """Any message as a dict: fields that can be absent are left out when they are."""
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
