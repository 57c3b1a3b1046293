"""Where in a TOML text a field stands: tomllib reads values without their lines, and errors should name them."""

import re

# Possessive throughout: a line of spaces must not be tried in every way to share them out.
_TABLE = re.compile(r"^\s*+(\[\[?+)([A-Za-z0-9_.\-\"' \t]++)\]\]?+\s*+(?:#.*)?$")
_KEY = re.compile(r"^\s*+([A-Za-z0-9_.\-\"']++)\s*+=")
_FENCE = re.compile(r"\"\"\"|'''")


def lines_of(text: str) -> dict[str, int]:
    """Path of each table and field, such as `stage[1].top`, to its line from 1 on."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    table, fenced = "", False
    for number, line in enumerate(text.splitlines(), 1):
        if not fenced:
            head, key = _TABLE.match(line), _KEY.match(line)
            if head:
                table = _clean(head[2])
                if head[1] == "[[":
                    found.setdefault(table, number)
                    counts[table] = counts.get(table, -1) + 1
                    table = f"{table}[{counts[table]}]"
                found.setdefault(table, number)
            elif key:
                found.setdefault(f"{table}.{_clean(key[1])}" if table else _clean(key[1]), number)
        if len(_FENCE.findall(line)) % 2:
            fenced = not fenced
    return found


def _clean(name: str) -> str:
    return re.sub(r"[\"' \t]", "", name)


def line_of(found: dict[str, int], path: str) -> int | None:
    """The line of a field, or of the nearest thing around it that has one."""
    while path:
        if path in found:
            return found[path]
        shorter = re.sub(r"(\.[^.\[\]]+|\[\d+\])$", "", path)
        path = shorter if shorter != path else ""
    return None
