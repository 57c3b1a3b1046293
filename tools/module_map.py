"""Writes the list in docs/modules.md: every module with the first sentence of its docstring (`make map`)."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "modules.md"
HEAD, MOVED = "## Every module\n", "## Where modules went\n"


def modules() -> Iterator[Path]:
    """All modules of ours, generated code and migrations aside."""
    for package in ("engine", "arena", "workers", "web"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if not {"v1", "versions"} & set(path.parts):
                yield path.relative_to(ROOT)


def lines() -> Iterator[str]:
    """The list, by folder."""
    folder = None
    for path in sorted(modules(), key=lambda path: (path.parent, path.name)):
        if path.parent != folder:
            folder = path.parent
            yield f"\n**{folder}/**\n"
        yield f"- `{path.name}`: {summary(path)}"


def summary(path: Path) -> str:
    """The first sentence of a module's docstring."""
    text = ast.get_docstring(ast.parse((ROOT / path).read_text("utf-8"))) or "(no docstring)"
    return text.split("\n\n")[0].replace("\n", " ")


def written() -> str:
    """The document with the list as it should be."""
    before, rest = DOCUMENT.read_text("utf-8").split(HEAD)
    return before + HEAD + "\n".join(lines()) + "\n\n" + MOVED + rest.split(MOVED)[1]


if __name__ == "__main__":
    DOCUMENT.write_text(written(), "utf-8")
