"""The component tables of a game as rows and columns, out of the TOML files its rules are loaded from."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

PROVENANCE = ("prov", "src", "provenance")
"""How the games call the field that says where a figure comes from; `source` as well, where there is no other."""
KINDS = ("rulebook", "found", "inferred", "reconstructed")


@dataclass(frozen=True, slots=True)
class Row:
    """One component."""

    cells: tuple[str, ...]
    """As the site shows them."""
    values: Mapping[str, Any]
    """As the rules read them: ids, numbers, lists and tables by column; what the component does not have is left out."""
    provenance: tuple[tuple[str, str], ...]
    """Of what (empty: all of it), and one of KINDS or a sentence."""


@dataclass(frozen=True, slots=True)
class Table:
    """Components of one kind."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@cache
def components(game: str) -> tuple[Table, ...]:
    """All tables of a game."""
    found: list[Table] = []
    for file in sorted(files(f"engine.{game}.data").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            found += _tables(tomllib.loads(file.read_text("utf-8")))
    return tuple(found)


def _tables(data: Mapping[str, Any]) -> Iterator[Table]:
    for name, value in data.items():
        if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            yield _table(name, value)
        elif isinstance(value, dict):
            yield _settings(name, value)


def _settings(name: str, data: Mapping[str, Any]) -> Table:
    field = _field(data)
    told = _provenance(data, field)
    rows = (
        Row((key, _text(value)), {"what": key, "value": value}, told)
        for key, value in data.items()
        if key not in {field, "source", "note"}
    )
    return Table(name, ("what", "value"), tuple(rows))


def _table(name: str, rows: list[dict[str, Any]]) -> Table:
    fields = {_field(row) for row in rows} - {None}
    hidden = fields | {"source", "note"}
    columns = list(dict.fromkeys(key for row in rows for key in row if key not in hidden))
    return Table(name, tuple(columns), tuple(_row(row, columns) for row in rows))


def _row(row: Mapping[str, Any], columns: list[str]) -> Row:
    values = {key: row[key] for key in columns if key in row}
    return Row(tuple(_text(row.get(key, "")) for key in columns), values, _provenance(row, _field(row)))


def _field(row: Mapping[str, Any]) -> str | None:
    return next((field for field in (*PROVENANCE, "source") if field in row), None)


def _provenance(row: Mapping[str, Any], field: str | None) -> tuple[tuple[str, str], ...]:
    value = row.get(field) if field else None
    if isinstance(value, dict):
        return tuple((key, str(kind)) for key, kind in value.items())
    return (("", str(value)),) if value else ()


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {_text(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return (" / " if any(isinstance(inner, dict | list) for inner in value) else ", ").join(map(_text, value))
    return str(value).replace("_", " ")
