"""JSON Schema out of the types of our answers: dataclasses, lists, dicts, optional values."""

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from inspect import getdoc
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

Schema = dict[str, Any]
PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    datetime: {"type": "string", "format": "date-time"},
    Any: {},
}


class Schemas:
    """Collects the schemas of named types while others refer to them."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:
        """The schema of a type; dataclasses are referred to by name."""
        if kind in PLAIN:
            return dict(PLAIN[kind])
        if is_dataclass(kind) and isinstance(kind, type):
            self._name(kind)
            return {"$ref": f"#/components/schemas/{kind.__name__}"}
        return self._composed(get_origin(kind), get_args(kind), kind)

    def _composed(self, origin: Any, parts: tuple[Any, ...], kind: Any) -> Schema:
        if origin is Annotated:
            return {**self.of(parts[0]), "description": parts[1]}
        if origin is Literal:
            return {"type": "string", "enum": list(parts)}
        if origin in {list, tuple}:
            return {"type": "array", "items": self.of(parts[0])}
        if origin in {dict, Mapping}:
            return {"type": "object", "additionalProperties": self.of(parts[1])}
        if origin in {Union, types.UnionType} and type(None) in parts:
            inner = self.of(next(part for part in parts if part is not type(None)))
            return (
                {**inner, "type": [inner["type"], "null"]} if "type" in inner else {"anyOf": [inner, {"type": "null"}]}
            )
        raise TypeError(f"no schema for {kind!r}")

    def _name(self, kind: type) -> None:
        if kind.__name__ in self.named:
            return
        schema = self.named[kind.__name__] = {"type": "object", "description": getdoc(kind) or ""}
        hints = get_type_hints(kind, include_extras=True)
        names = [one.name for one in fields(kind)]
        schema["properties"] = {name: self.of(hints[name]) for name in names}
        schema["required"] = names  # every field is always there; what is not known is null
        schema["additionalProperties"] = False
