"""Writes the table of docs/settings.md from arena.settings (`make map`)."""

from dataclasses import fields
from pathlib import Path
from typing import Any

from arena.settings import Settings

DOCUMENT = Path(__file__).parents[1] / "docs" / "settings.md"
HEAD = "## Every setting\n"
KINDS = {bool: "true or false", int: "whole number", float: "number", str: "text", Path: "folder"}


def lines() -> list[str]:
    """A row for each setting."""
    rows = ["| name | variable | kind | default | meaning |", "|---|---|---|---|---|"]
    for one in fields(Settings):
        if "help" in one.metadata:
            secret = " *Secret*: give it in a file." if one.metadata["secret"] else ""
            variable = f"ARENA_{one.name.upper()}"
            rows.append(
                f"| `{one.name}` | `{variable}` | {_kind(one)} | {_default(one.default)} | {one.metadata['help']}.{secret} |"
            )
    return rows


def _kind(one: Any) -> str:
    low = one.metadata["low"]
    return KINDS[one.type] + (f" from {low:g}" if low is not None else "")


def _default(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return f"`{value}`" if str(value) else "empty"


def written() -> str:
    """The document with the table as it should be."""
    before = DOCUMENT.read_text("utf-8").split(HEAD)[0].rstrip("\n")
    return f"{before}\n\n{HEAD}\n" + "\n".join(lines()) + "\n"


if __name__ == "__main__":
    DOCUMENT.write_text(written(), "utf-8")
