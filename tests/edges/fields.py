"""Every field that the site reads, found in its source and in its templates: a new one is tried without anybody remembering to."""

import ast
import re
from pathlib import Path

from arena.leagues.season_form import FIELDS, ROWS

WEB = Path(__file__).parents[2] / "web"
FORM_READERS = {"field", "fields", "lines", "secret", "attached"}
QUERY_READERS = {"text", "number", "maybe_number", "one_of"}
DOORS = {"inputs.py", "forms.py", "sessions.py", "declaration.py", "template_filters.py"}
"""Modules that may look at a request themselves. `template_filters.py` only makes links of what the query already says."""
RAW = {"form", "args", "values", "files", "json", "data", "cookies", "get_json", "get_data", "stream"}


def _calls() -> list[tuple[str, str]]:
    """Reader and name of every call with a constant first argument."""
    found = []
    for file in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                named = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                found += [(node.func.id, name) for name in named[: 2 if node.func.id == "document" else 1]]
    return found


def form_fields() -> set[str]:
    """Names that some view reads from a form; those that are kept for a refused form are read by the list's names."""
    return {name for reader, name in _calls() if reader in FORM_READERS | {"document"}}


def season_fields() -> set[str]:
    """Names that the season form reads; they come from a table, not from calls. Of rows the first stands for all."""
    return set(FIELDS) | {f"{kind}[0].{key}" for kind, row in ROWS.items() for key in row}


def query_fields() -> set[str]:
    """Names that some view reads from a query."""
    return {name for reader, name in _calls() if reader in QUERY_READERS} | {"done"}


def template_fields() -> set[str]:
    """Names of all inputs in templates."""
    inputs = re.compile(r"<(?:input|select|textarea|button)\b[^>]*?\sname=\"(\w+)\"", re.DOTALL)
    return {name for file in (WEB / "templates").rglob("*.html") for name in inputs.findall(file.read_text("utf-8"))}


def raw_readers() -> dict[str, list[str]]:
    """Modules other than the doors that look at a request's form, query, cookies or body."""
    found: dict[str, list[str]] = {}
    for file in WEB.rglob("*.py"):
        if file.name in DOORS:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and (node.value.id, node.attr in RAW) == ("request", True)
            ):
                found.setdefault(file.name, []).append(node.attr)
    return found
