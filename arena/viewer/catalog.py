"""The printed tables of a game, out of the TOML files its rules are loaded from: for the site, the JSON API and the viewer."""

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
    """All tables of a game as rows and columns; none, if it keeps no data beside its code."""
    return tuple(table for data in _documents(game) for table in _tables(data))


@cache
def catalog(game: str) -> Mapping[str, list[dict[str, Any]]]:
    """The same tables as the viewer's renderers read them: by name, a list of entries with all that the TOML file has.

    Each entry has its `provenance` in words. A table of single settings, or a plain list, has an entry with `what` and `value` for each.
    """
    tables: dict[str, list[dict[str, Any]]] = {}
    for data in _documents(game):
        for name, entries in _entries(data):
            tables.setdefault(name, []).extend(entries)
    return tables


def _documents(game: str) -> Iterator[dict[str, Any]]:
    folder = files(f"engine.{game}") / "data"
    for file in sorted(folder.iterdir() if folder.is_dir() else (), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            yield tomllib.loads(file.read_text("utf-8"))


def _entries(data: Mapping[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for name, value in data.items():
        if _is_list(value):
            yield name, [{**row, "provenance": _words(row)} for row in value]
        elif isinstance(value, dict):
            yield name, _single(_settings_of(value), _words(value))
        elif isinstance(value, list):
            yield name, _single(dict(enumerate(value)), "")


def _single(values: Mapping[Any, Any], provenance: str) -> list[dict[str, Any]]:
    return [{"what": key, "value": value, "provenance": provenance} for key, value in values.items()]


def _words(row: Mapping[str, Any]) -> str:
    return "; ".join(f"{of}: {kind}" if of else kind for of, kind in _provenance(row, _field(row)))


def _is_list(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _tables(data: Mapping[str, Any]) -> Iterator[Table]:
    for name, value in data.items():
        if _is_list(value):
            yield _table(name, value)
        elif isinstance(value, dict):
            yield _settings(name, value)


def _settings(name: str, data: Mapping[str, Any]) -> Table:
    provenance = _provenance(data, _field(data))
    rows = (
        Row((key, _text(value)), {"what": key, "value": value}, provenance) for key, value in _settings_of(data).items()
    )
    return Table(name, ("what", "value"), tuple(rows))


def _settings_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """The settings alone, without what is said about them."""
    about = {_field(data), "source", "note"}
    return {key: value for key, value in data.items() if key not in about}


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
