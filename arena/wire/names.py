"""Where the key of a view and the field of its message differ: the one place that knows.

A few keys would collide with generated code (C++ makes a method `bag_size()` for a field `bag`), so their fields have another name.
Such a field keeps the key in its JSON name: `bag_total` with the JSON name `bagSize` holds the key `bag_size`.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from google.protobuf.descriptor import Descriptor, FieldDescriptor

Fields: TypeAlias = dict[str, Any]
Rename: TypeAlias = Callable[[Fields], Fields]


def key_of(field: FieldDescriptor) -> str:
    """The key in a view that the field holds."""
    if field.json_name == _camel(field.name):
        return str(field.name)
    return re.sub("[A-Z]", lambda capital: "_" + capital[0].lower(), field.json_name)


@cache
def renamed_below(descriptor: Descriptor) -> Rename | None:
    """Makes the fields of a message out of a part of a view; None: they are the same, all the way down."""
    own = {key: field.name for field in descriptor.fields if (key := key_of(field)) != field.name}
    inner = {field.name: made for field in descriptor.fields if (made := _below(field)) is not None}
    if not own and not inner:
        return None

    def rename(view: Fields) -> Fields:
        fields = {own.get(key, key): value for key, value in view.items()} if own else dict(view)
        for name, made in inner.items():
            if name in fields:
                fields[name] = made(fields[name])
        return fields

    return rename


def _below(field: FieldDescriptor) -> Callable[[Any], Any] | None:
    """The same for what one field holds: a message or a list of them. A part may be bytes already: those stay."""
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
